import { toTrx } from '../domain/money.ts';
import { isoTime } from '../domain/time-formats.ts';
import type { FindingRule } from './rule.ts';

/** How many ids of a kind a finding lists. */
const MAX_LISTED = 20;

/** How many findings of one rule are kept apart; later ones are counted with the last. */
export const MAX_FINDINGS_PER_RULE = 100;

/** The findings of one rule, in the order of their first sightings. */
export class RuleFindings {
  readonly #byKey = new Map<string, CollectedFinding>();
  #latest: CollectedFinding | null = null;

  add(sighting: Sighting): void {
    const key = sighting.key ?? '';
    let finding = this.#byKey.get(key);
    if (!finding && this.#latest && this.#byKey.size >= MAX_FINDINGS_PER_RULE) finding = this.#latest;
    if (!finding) {
      finding = new CollectedFinding(sighting.message(), sighting.atMs);
      this.#byKey.set(key, finding);
      this.#latest = finding;
    }
    finding.add(sighting);
  }

  /** A copy to which sightings can be added that may be withdrawn later. */
  copy(): RuleFindings {
    const copy = new RuleFindings();
    for (const [key, finding] of this.#byKey) {
      copy.#latest = finding.copy();
      copy.#byKey.set(key, copy.#latest);
    }
    return copy;
  }

  list(): CollectedFinding[] {
    return [...this.#byKey.values()];
  }
}

/** A finding while sightings are added to it. */
class CollectedFinding {
  readonly #message: string;
  readonly #atMs: number;
  readonly #orders = new Set<number>();
  readonly #requests = new Set<string>();
  readonly #events = new Set<string>();
  #count = 0;
  #costSun: number | null = null;

  /** @param atMs when it was first seen, on the account's clock */
  constructor(message: string, atMs: number) {
    this.#message = message;
    this.#atMs = atMs;
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
    const copy = new CollectedFinding(this.#message, this.#atMs);
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
      message: this.#message,
      fix: rule.fix,
      orders: [...this.#orders],
      requests: [...this.#requests],
      events: [...this.#events],
      count: this.#count,
      cost_trx: this.#costSun === null ? null : toTrx(this.#costSun),
      at: isoTime(this.#atMs),
    };
  }
}

function collect<Id>(known: Set<Id>, ids: Iterable<Id>): void {
  for (const id of ids) {
    if (known.size >= MAX_LISTED) return;
    known.add(id);
  }
}

/** How bad a finding is. `error`: it costs money, or loses or forges information. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Something that an integration did wrong, as the control API shows it. The lists hold the first 20 each. */
export interface Finding {
  /** `<rule>-<n>`, unique within its account and run. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  /** Null for requests without the key of an account. */
  readonly account: string | null;
  /** What was done, when and in which order, with ids. */
  readonly message: string;
  readonly fix: string;
  /** Ids of orders. */
  readonly orders: readonly number[];
  /** Values of X-Sandbox-Request-Id. */
  readonly requests: readonly string[];
  /** Ids of webhook events. */
  readonly events: readonly string[];
  /** How often it was seen. */
  readonly count: number;
  /** What it cost in TRX, over all sightings; null if it cost nothing that can be counted. */
  readonly cost_trx: number | null;
  /** When it was first seen: ISO 8601, on the account's clock. */
  readonly at: string;
}

/**
 * Rules of severity info that are no advice: a purchase may have been paid twice, and only a comparison with another run or
 * a person can tell.
 */
export const MAY_BE_REPEATED: ReadonlySet<string> = new Set(['bought-again-after-webhook']);

/** One sighting of something wrong. Sightings of a rule with the same key are one finding. */
export interface Sighting {
  /** What tells findings of one rule apart, such as an order's id. By default all sightings are one finding. */
  readonly key?: string;
  /** Called at once if the sighting is the first of its finding, and never otherwise. */
  readonly message: () => string;
  readonly orders?: readonly number[];
  readonly requests?: readonly string[];
  readonly events?: readonly string[];
  readonly costSun?: number;
  /** On the account's clock. */
  readonly atMs: number;
}
