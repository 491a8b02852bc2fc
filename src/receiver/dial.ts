/** How the receiver of an account responds to deliveries. */
export interface Dial {
  /** The HTTP status of the response. */
  readonly status: number;
  /** Real milliseconds between a delivery and its response. */
  readonly delayMs: number;
  /** True: it never responds, so that the delivery times out. */
  readonly hang: boolean;
  /** True: it responds to a delivery without a valid signature with 401 at once. */
  readonly verify: boolean;
  /** For how many more deliveries status, delay and hang apply; after these it responds with 200. Null: for all. */
  readonly times: number | null;
}

/** The dial of an account that never set it. */
export const DEFAULT_DIAL: Dial = { status: 200, delayMs: 0, hang: false, verify: true, times: null };

/** The response to one delivery. */
export type Reaction = Pick<Dial, 'status' | 'delayMs' | 'hang'>;

const REFUSAL: Reaction = { status: 401, delayMs: 0, hang: false };

/**
 * The response to a delivery, and the dial after it. A delivery that is refused for its signature does not count
 * towards `times`.
 */
export function react(dial: Dial, isSigned: boolean): { readonly reaction: Reaction; readonly dial: Dial } {
  if (dial.verify && !isSigned) return { reaction: REFUSAL, dial };
  const { status, delayMs, hang, verify, times } = dial;
  const reaction = { status, delayMs, hang };
  if (times === null) return { reaction, dial };
  return {
    reaction,
    dial: times > 1 ? { ...dial, times: times - 1 } : { ...DEFAULT_DIAL, verify },
  };
}
