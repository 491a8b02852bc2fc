/**
 * A whole number of at least 0 with a comma before every three digits: `65,000`. Unlike `toLocaleString`, whose first
 * call takes 20 ms, it can be called while requests wait.
 */
export const grouped = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** An amount with its unit: `3.9 TRX`. */
export const trxText = (trx: number): string =>
  `${trx.toLocaleString('en-US', { maximumFractionDigits: 6 })} TRX`;

/** `1 order`, `2,000 orders`, `2 matches`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** An amount of TRX with two to six decimals. */
export const trx = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

export const signedTrx = (amount: number): string => `${amount < 0 ? '−' : '+'}${trx(Math.abs(amount))}`;

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** A duration in its two largest units: `1 h 5 min`. From one second on, it is rounded to seconds. */
export function span(exactMs: number): string {
  if (Math.abs(exactMs) < 1_000) return `${Math.round(exactMs)} ms`;
  const ms = Math.round(exactMs / 1_000) * 1_000;
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const [unit, size] = UNITS[at]!;
  const whole = Math.floor(ms / size);
  const next = UNITS[at + 1];
  const rest = next ? Math.floor((ms - whole * size) / next[1]) : 0;
  return rest > 0 ? `${whole} ${unit} ${rest} ${next![0]}` : `${whole} ${unit}`;
}

export interface EventProgress {
  readonly state: string;
  readonly forged?: string | null;
  readonly next_attempt?: { readonly number: number; readonly of: number } | null;
}

/**
 * The name of a webhook event's state for people, on every page and in the command line. It differs from the name in the
 * API for an exhausted event, for an event that is scheduled after attempts that failed, and for one of which a forged
 * delivery was accepted.
 */
export function eventStateName({ state, forged, next_attempt }: EventProgress): string {
  if (forged === 'accepted') return 'forged, accepted';
  if (state === 'exhausted') return 'gave up';
  return state === 'scheduled' && (next_attempt?.number ?? 0) > 1 ? 'retrying' : state;
}

/** The state with the next attempt: `retrying, 5 of 9`. */
export function eventStateText(event: EventProgress): string {
  const { next_attempt: next } = event;
  const name = eventStateName(event);
  return next ? `${name}, ${next.number} of ${next.of}` : name;
}

export interface DeliveryNumber {
  readonly kind: 'attempt' | 'copy' | 'resend';
  /** 0 for a resend. */
  readonly attempt: number;
  readonly copy: number;
}

/** The name of a delivery within its event: `attempt 2`, `attempt 1, copy 2`, `resend`. */
export function deliveryName({ kind, attempt, copy }: DeliveryNumber): string {
  if (kind === 'resend') return copy > 1 ? `resend ${copy}` : 'resend';
  return kind === 'copy' ? `attempt ${attempt}, copy ${copy}` : `attempt ${attempt}`;
}
