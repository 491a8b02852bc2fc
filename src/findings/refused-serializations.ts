import { BoundedMap } from './bounded-map.ts';
import type { ObservedAccount } from './observed-account.ts';
import { isRefused } from './refused-deliveries.ts';
import type { PendingSighting } from './rule.ts';
import type { AttemptFact } from './rule-facts.ts';

const MAX_REFUSED = 1_000;

/**
 * Refusals of correctly signed deliveries in an unusual serialization that came before any plain delivery was accepted. What
 * they show is decided later: a receiver that then accepts plain ones cannot read unusual ones; one that accepts
 * none refuses whatever is genuine.
 */
export class RefusedSerializations {
  readonly #sightings = new BoundedMap<string, PendingSighting>(MAX_REFUSED);
  readonly #say: (fact: AttemptFact) => string;

  /** @param say the message about a refusal */
  constructor(say: (fact: AttemptFact) => string) {
    this.#say = say;
  }

  /** Keeps a refusal if it is one, and cannot be judged yet. @returns whether it is kept */
  keep(fact: AttemptFact, { hasAcceptedPlain }: ObservedAccount): boolean {
    const { plan, outcome, isScripted, orderId, eventId, atMs } = fact;
    if (plan.corrupt !== 'reserialised' || isScripted || hasAcceptedPlain || !isRefused(outcome))
      return false;
    const id = eventId();
    this.#sightings.set(`${id} ${atMs}`, {
      key: String(outcome.status),
      sinceMs: Number.NEGATIVE_INFINITY,
      message: () => this.#say(fact),
      orders: [orderId],
      events: [id],
      atMs,
    });
    return true;
  }

  values(): Iterable<PendingSighting> {
    return this.#sightings.values();
  }
}
