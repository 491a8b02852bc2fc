import type { OrderStatus } from '../../../src/core/domain/order.ts';
import type { AttemptOutcome } from '../../../src/core/engine/account-state.ts';
import type { Corruption } from '../../../src/core/scenario/rule-effects.ts';

/** The wire name of an order field that can be invalid. */
export type WrongField = 'external_id' | 'address' | 'package_id' | 'duration_minutes';

/** The terms of a requested order. */
export interface OrderDraft {
  readonly externalId: string | null;
  readonly address: string | null;
  readonly packageId?: number;
  readonly energyAmount?: number;
  readonly durationMinutes?: number;
  /** The fields that differ from the description, in its order. */
  readonly wrong?: readonly WrongField[];
}

/** What is wrong with a whole request: its body cannot be read, it has unknown fields, or it differs otherwise. */
export type Flaw = 'problem' | 'remark' | 'violation';

/** The fields that the requests of all operations have. */
interface Asking {
  readonly key: number;
  readonly header?: string;
  readonly flaw?: Flaw;
  readonly afterMs?: number;
}

/** A request of the service API. */
export type RequestCommand =
  | ({ readonly do: 'order'; readonly order: OrderDraft } & Asking)
  /** An item that is null is not an object. */
  | ({ readonly do: 'bulk'; readonly items: readonly (OrderDraft | null)[] } & Asking)
  | ({ readonly do: 'read'; readonly pick: number; readonly by: 'id' | 'external_id' } & Asking)
  | ({ readonly do: 'quote'; readonly order: OrderDraft } & Asking)
  | ({
      readonly do: 'estimate';
      readonly address: string | null;
      readonly hasUsdt: boolean | null;
    } & Asking)
  | ({ readonly do: 'read-balance' } & Asking);

/**
 * A command on the simulated account. Commands are plain data and do not depend on each other: `pick` is a relative
 * position, from 0 to below 1, among the objects that exist, so a sequence stays valid when parts of it are removed.
 */
export type SimCommand =
  | RequestCommand
  /** An order outside the service API. */
  | {
      readonly do: 'place';
      readonly order: OrderDraft;
      readonly header?: string;
      readonly key: number;
      readonly afterMs?: number;
    }
  | { readonly do: 'charge'; readonly key: number; readonly cost: number }
  | { readonly do: 'elapse'; readonly byMs: number }
  /** Advances to the instant at which work is due next. */
  | { readonly do: 'elapse-to-due' }
  | {
      readonly do: 'answer';
      readonly pick: number;
      readonly kind: AttemptOutcome['kind'];
      readonly afterMs?: number;
    }
  /** All deliveries in flight get the same outcome. */
  | { readonly do: 'answer-all'; readonly kind: AttemptOutcome['kind'] }
  /** The outcome of a delivery that was already recorded, or that a restore has undone. */
  | { readonly do: 'answer-late'; readonly pick: number; readonly kind: AttemptOutcome['kind'] }
  | { readonly do: 'move'; readonly pick: number; readonly to: OrderStatus; readonly refundAfterMs?: number }
  | { readonly do: 'refund'; readonly pick: number }
  | { readonly do: 'resend'; readonly pick: number; readonly corrupt: Corruption | null }
  | { readonly do: 'deposit'; readonly amountSun: number }
  | { readonly do: 'balance'; readonly balanceSun: number }
  | { readonly do: 'discount'; readonly percent: number }
  | { readonly do: 'inactive'; readonly addresses: readonly string[] }
  | { readonly do: 'settings'; readonly assumptions: Readonly<Record<string, unknown>> }
  | {
      readonly do: 'price';
      readonly packageId: number;
      readonly durationMinutes: number;
      readonly priceSun: number | null;
    }
  | { readonly do: 'scenarios'; readonly names: readonly string[] }
  | { readonly do: 'webhook'; readonly url: string | null }
  | { readonly do: 'clock'; readonly speed: number }
  | { readonly do: 'add-key' }
  | { readonly do: 'revoke-key'; readonly key: number }
  | { readonly do: 'snapshot' }
  | { readonly do: 'restore' }
  | { readonly do: 'reset' }
  /** The account is deleted and created again under its name. Outcomes of its deliveries can still arrive. */
  | { readonly do: 'delete' }
  /** The process restarts: only the state as JSON is left. */
  | { readonly do: 'restart' };
