/** A field in which the sandbox differs from the service. */
export interface Difference {
  /** The exchange, such as `#12`; the first one, if several differ in the same way. */
  readonly exchange: string;
  /** What was done: `POST /api/v1/order/`, or `webhook order.failed`. */
  readonly what: string;
  /** Such as `status` or `body.data.price_trx`. */
  readonly field: string;
  readonly observed: string;
  readonly sandbox: string;
  readonly count: number;
}

/** Exchanges that were not compared, and why. */
export interface NotCompared {
  readonly reason: string;
  readonly count: number;
}

/** The result of a replay. */
export interface Replay {
  /** How many requests and webhook deliveries were compared. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  readonly left: readonly NotCompared[];
}

export const differenceText = ({ exchange, what, field, observed, sandbox, count }: Difference): string =>
  `${exchange} ${what}: ${field} was ${observed}, in the sandbox ${sandbox}${count > 1 ? ` (${count} times)` : ''}`;
