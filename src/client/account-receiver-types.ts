import type { Duration, Instant, WebhookDestination } from './data-types.ts';

/** How the built-in receiver responds. Omitted fields get their defaults. */
export interface ReceiverSetting {
  /** Default 200. */
  readonly status?: number;
  /** In real time. Default: none. */
  readonly delay?: Duration;
  /** true: it never responds. */
  readonly hang?: boolean;
  /** true, the default: it responds to a delivery without a valid signature with 401. */
  readonly verify?: boolean;
  /** For how many deliveries status, delay and hang apply; after these it responds with 200. Default: for all. */
  readonly times?: number | null;
}

/** How the built-in receiver of an account responds. */
export interface ReceiverDial {
  /** The destination that stands for the receiver. */
  readonly url: string;
  /** Whether the account's webhooks are sent to it. */
  readonly isDestination: boolean;
  readonly status: number;
  /** In real milliseconds. */
  readonly delayMs: number;
  readonly hang: boolean;
  readonly verify: boolean;
  /** For how many more deliveries this applies; null for all. */
  readonly times: number | null;
}

/** A delivery that the built-in receiver got. */
export interface Arrival {
  /** From 1 since the arrivals were cleared. */
  readonly number: number;
  readonly at: Instant;
  readonly event: string;
  readonly eventId: string;
  readonly orderId: number | null;
  readonly externalId: string | null;
  readonly signature: { readonly valid: boolean; readonly problem: string | null };
  /** The number of the first arrival with the same event id; null for that one itself. */
  readonly duplicateOf: number | null;
  /** timeout: the sandbox stopped waiting; aborted: the account was reset or deleted before. */
  readonly state: 'pending' | 'sent' | 'timeout' | 'aborted';
  readonly status: number | null;
  /** In real milliseconds; null while the response is pending. */
  readonly durationMs: number | null;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The exact body. */
  readonly body: string;
}

/** Which arrivals are listed: at most `limit`, by default all that are kept, `oldest` first by default. */
export interface ArrivalFilter {
  readonly limit?: number;
  readonly sort?: 'oldest' | 'newest';
}

/**
 * The webhook receiver that every account has inside the sandbox. It is used while it is the destination. Its responses
 * say nothing about an integration, so they are never findings.
 */
export interface AccountReceiver {
  /** Makes it the destination of the account's webhooks. */
  use(): Promise<WebhookDestination>;
  read(): Promise<ReceiverDial>;
  /** Sets how it responds from now on. */
  set(setting: ReceiverSetting): Promise<ReceiverDial>;
  /** What arrived since the account was reset or the arrivals were cleared, oldest first; at most the latest 500. */
  arrivals(filter?: ArrivalFilter): Promise<Arrival[]>;
  clear(): Promise<void>;
}
