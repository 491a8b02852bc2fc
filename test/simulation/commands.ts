import type { OrderStatus } from '../../src/domain/order.ts';
import type { AttemptOutcome } from '../../src/engine/account-state.ts';
import type { Corruption } from '../../src/scenario/types.ts';

/** What an order asks for. Numbers stand for external ids and addresses, so that repeats are frequent. */
export interface OrderDraft {
  readonly externalId: string | null;
  readonly address: string;
  readonly packageId?: number;
  readonly energyAmount?: number;
  readonly durationMinutes?: number;
}

/**
 * One thing that is done to the simulated account. Plain data, and none of them depends on another: `pick` is a place
 * from 0 to below 1 in whatever there is at that moment, so a sequence stays one when parts of it are left out.
 */
export type SimCommand =
  | {
      readonly do: 'order';
      readonly order: OrderDraft;
      readonly header?: string;
      readonly key: number;
      readonly afterMs?: number;
    }
  | {
      readonly do: 'bulk';
      readonly items: readonly (OrderDraft | null)[];
      readonly header?: string;
      readonly key: number;
    }
  | { readonly do: 'read'; readonly pick: number; readonly key: number }
  | { readonly do: 'admit'; readonly key: number; readonly ip: string; readonly cost: number }
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
  /** The outcome of a sending that was recorded before, or belongs to a life that a restore took back. */
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
