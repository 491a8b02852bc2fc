import type { OrderStatus } from '../../src/domain/order.ts';
import type { AttemptOutcome } from '../../src/engine/account-state.ts';
import type { Corruption } from '../../src/scenario/scenario-types.ts';

/** A field of an order that a request can get wrong, by its wire name. */
export type WrongField = 'external_id' | 'address' | 'package_id' | 'duration_minutes';

/** What an order asks for. */
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

/** What the requests of all operations have in common. */
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
 * One thing that is done to the simulated account. Plain data, and none of them depends on another: `pick` is a place
 * from 0 to below 1 in whatever exists at that moment, so a sequence stays valid when parts of it are left out.
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
  /** To the instant at which something is due next. */
  | { readonly do: 'elapse-to-due' }
  | {
      readonly do: 'answer';
      readonly pick: number;
      readonly kind: AttemptOutcome['kind'];
      readonly afterMs?: number;
    }
  /** All that is under way is answered alike. */
  | { readonly do: 'answer-all'; readonly kind: AttemptOutcome['kind'] }
  /** The outcome of a sending that was recorded before, or that a restore has undone. */
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
  /** The process ends and starts anew: all that is left is the state as JSON. */
  | { readonly do: 'restart' };
