import { toTrx } from '../domain/money.ts';
import { isoTime } from '../domain/time-formats.ts';
import type { Finding, Severity, Sighting } from './finding.ts';
import type { FindingRule } from './rule.ts';

/** How many ids of a kind a finding lists. */
const MAX_LISTED = 20;

/** A finding while sightings are added to it. */
export class CollectedFinding {
  readonly #first: Sighting;
  readonly #orders = new Set<number>();
  readonly #requests = new Set<string>();
  readonly #events = new Set<string>();
  #count = 0;
  #costSun: number | null = null;

  constructor(first: Sighting) {
    this.#first = first;
    this.add(first);
  }

  add({ orders = [], requests = [], events = [], costSun }: Sighting): void {
    this.#count += 1;
    collect(this.#orders, orders);
    collect(this.#requests, requests);
    collect(this.#events, events);
    if (costSun !== undefined) this.#costSun = (this.#costSun ?? 0) + costSun;
  }

  /** A copy to which sightings can be added that may be withdrawn later. */
  copy(): CollectedFinding {
    const copy = new CollectedFinding(this.#first);
    copy.#count = this.#count;
    collect(copy.#orders, this.#orders);
    collect(copy.#requests, this.#requests);
    collect(copy.#events, this.#events);
    copy.#costSun = this.#costSun;
    return copy;
  }

  /** The finding as the control API shows it. */
  toFinding(id: string, rule: FindingRule, severity: Severity, account: string | null): Finding {
    return {
      id,
      rule: rule.id,
      severity,
      account,
      message: this.#first.message,
      fix: rule.fix,
      orders: [...this.#orders],
      requests: [...this.#requests],
      events: [...this.#events],
      count: this.#count,
      cost_trx: this.#costSun === null ? null : toTrx(this.#costSun),
      at: isoTime(this.#first.atMs),
    };
  }
}

function collect<Id>(known: Set<Id>, ids: Iterable<Id>): void {
  for (const id of ids) {
    if (known.size >= MAX_LISTED) return;
    known.add(id);
  }
}
