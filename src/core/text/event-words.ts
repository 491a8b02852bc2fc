/** The fields of a webhook event that say how far its delivery is. */
export interface EventProgress {
  readonly state: string;
  readonly next_attempt?: { readonly number: number; readonly of: number } | null;
}

/**
 * What the state of a webhook event is called where people read it, on every page and in the command line. It differs
 * from the name in the API for an exhausted event, and for one that is scheduled after attempts that failed.
 */
export function eventStateName({ state, next_attempt }: EventProgress): string {
  if (state === 'exhausted') return 'gave up';
  return state === 'scheduled' && (next_attempt?.number ?? 0) > 1 ? 'retrying' : state;
}

/** The same with the attempt that is next: `retrying, 5 of 9`. */
export function eventStateText(event: EventProgress): string {
  const { next_attempt: next } = event;
  const name = eventStateName(event);
  return next ? `${name}, ${next.number} of ${next.of}` : name;
}

/** The fields of a delivery that distinguish it from the others of its event. */
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
