import type { Account } from '../engine/account.ts';
import type { AccountFindings } from './account-findings.ts';
import type { Finding } from './finding.ts';
import type { RuleSeverities } from './rule-table.ts';

/** Receives findings as they are reported. */
export interface FindingReader {
  /** False if nobody reads the findings of an account, so that they need not be compared. */
  follows(account: Account | null): boolean;
  take(account: Account | null, finding: Finding): void;
}

/** How many facts lie between two messages about the same finding. */
const FACTS_BETWEEN = 100;

/** With many findings, comparing them all takes long, so it is done once in a number of facts: one for each 20 findings. */
const FINDINGS_PER_FACT = 20;

/** How often is looked for what has not happened for long enough, in account time. */
const LOOK_EVERY_MS = 60_000;

interface Reported {
  readonly count: number;
  /** The number of facts at the time of the message. */
  readonly atFact: number;
}

/** What the reader of an account's findings knows, and so what is news to it. */
export class FindingWatch {
  readonly #findings: AccountFindings;
  readonly #severities: RuleSeverities;
  /** By rule and message, because the ids of findings that can be withdrawn are not stable. */
  #reported: ReadonlyMap<string, Reported>;
  #facts = 0;
  #sightings: number;
  #lookedAtMs: number;
  #lookedAtFact = 0;
  /** True if a count has risen too soon after the last message about its finding. */
  #hasWithheld = false;

  /** Begins to watch. What was found before is no news. */
  constructor(findings: AccountFindings, severities: RuleSeverities, nowMs: number) {
    this.#findings = findings;
    this.#severities = severities;
    this.#sightings = findings.sightings;
    this.#lookedAtMs = nowMs;
    const known = findings.list(nowMs, severities);
    this.#reported = new Map(known.map(one => [keyOf(one), { count: one.count, atFact: -FACTS_BETWEEN }]));
  }

  /**
   * The findings that are new since the last call, or have been seen again. Called after each fact.
   * @param nowMs the time of the fact; Infinity after the last one
   */
  news(nowMs: number): Finding[] {
    this.#facts += 1;
    if (!this.#isDue(nowMs)) return [];
    this.#sightings = this.#findings.sightings;
    this.#lookedAtMs = nowMs;
    this.#lookedAtFact = this.#facts;
    this.#hasWithheld = false;
    const reported = new Map<string, Reported>();
    const news: Finding[] = [];
    for (const finding of this.#findings.list(nowMs, this.#severities)) {
      const key = keyOf(finding);
      const last = this.#reported.get(key);
      const isNews = last === undefined || last.count < finding.count;
      const isTooSoon = last !== undefined && this.#facts - last.atFact < FACTS_BETWEEN;
      if (isNews && !isTooSoon) {
        news.push(finding);
        reported.set(key, { count: finding.count, atFact: this.#facts });
      } else if (last !== undefined) {
        this.#hasWithheld ||= isNews;
        reported.set(key, last);
      }
    }
    this.#reported = reported;
    return news;
  }

  #isDue(nowMs: number): boolean {
    const everyFacts = Math.min(FACTS_BETWEEN, this.#reported.size / FINDINGS_PER_FACT);
    if (nowMs < Number.POSITIVE_INFINITY && this.#facts - this.#lookedAtFact < everyFacts) return false;
    const hasNew = this.#findings.sightings !== this.#sightings;
    const isWithheldDue = this.#hasWithheld && this.#facts % FACTS_BETWEEN === 0;
    return hasNew || isWithheldDue || nowMs - this.#lookedAtMs >= LOOK_EVERY_MS;
  }
}

const keyOf = ({ rule, message }: Finding): string => `${rule} ${message}`;
