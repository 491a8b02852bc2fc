import type { components } from '../../contract/control-v1.generated.ts';
import { getOrMake } from '../../core/domain/collections.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import type { AccountEvent } from '../../core/engine/command-context.ts';
import type { Exchange, FactListener, NodeCall } from '../../core/facts.ts';
import { AccountFindings, CoveredSituations, type Finding } from './account-findings.ts';
import type { RuleSettings } from './rule-settings.ts';
import { assessmentsOf, type RuleAssessment, type RuleSeverities, severitiesOf } from './rule-table.ts';

type ToldData = NonNullable<components['schemas']['OrderDetail']['told']>[number];

interface FindingReader {
  /** False if nobody reads the findings of an account, so that they need not be compared. */
  follows(account: Account | null): boolean;
  take(account: Account | null, finding: Finding): void;
}

/** A comparison takes time in proportion to the findings, so n findings are compared after every n / 20 facts. */
const FINDINGS_PER_FACT = 20;

/** How often overdue occurrences are looked for, in account time. */
const LOOK_EVERY_MS = 60_000;

/** Tracks which findings of an account were passed to its reader, and therefore which ones are new. */
class FindingWatch {
  readonly #findings: AccountFindings;
  readonly #severities: RuleSeverities;
  /** The reported counts, by rule and message, because the ids of findings that can be withdrawn are not stable. */
  #reported: ReadonlyMap<string, number>;
  #occurrences: number;
  #lookedAtMs: number;
  #factsSince = 0;

  /** Begins to watch. Earlier findings do not count as new. */
  constructor(findings: AccountFindings, severities: RuleSeverities, nowMs: number) {
    this.#findings = findings;
    this.#severities = severities;
    this.#occurrences = findings.occurrences;
    this.#lookedAtMs = nowMs;
    this.#reported = new Map(findings.list(nowMs, severities).map(one => [keyOf(one), one.count]));
  }

  /**
   * The findings that are new since the last call, or whose count has doubled since they were reported. Called after each
   * fact.
   * @param nowMs the time of the fact; Infinity after the last one
   */
  news(nowMs: number): Finding[] {
    this.#factsSince += 1;
    if (!this.#isDue(nowMs)) return [];
    this.#occurrences = this.#findings.occurrences;
    this.#lookedAtMs = nowMs;
    this.#factsSince = 0;
    const reported = new Map<string, number>();
    const news: Finding[] = [];
    for (const finding of this.#findings.list(nowMs, this.#severities)) {
      const key = keyOf(finding);
      const known = this.#reported.get(key) ?? 0;
      const isNews = finding.count >= 2 * known;
      if (isNews) news.push(finding);
      reported.set(key, isNews ? finding.count : known);
    }
    this.#reported = reported;
    return news;
  }

  #isDue(nowMs: number): boolean {
    if (nowMs === Number.POSITIVE_INFINITY) return true;
    if (this.#factsSince < this.#reported.size / FINDINGS_PER_FACT) return false;
    return this.#findings.occurrences !== this.#occurrences || nowMs - this.#lookedAtMs >= LOOK_EVERY_MS;
  }
}

const keyOf = ({ rule, message }: Finding): string => `${rule} ${message}`;

/** The maximum number of stored findings of deleted accounts; the oldest are dropped first. */
export const MAX_OF_DELETED = 5_000;

/** The findings of a server: of its accounts, of accounts that were deleted, and of requests without an account. */
export class Findings implements FactListener {
  /** Passes on the facts that wait, so that the findings include them. */
  readonly settle: () => void;
  readonly #settings: RuleSettings;
  readonly #severities: RuleSeverities;
  readonly #ofAccount = new Map<Account, AccountFindings>();
  readonly #watches = new Map<AccountFindings, FindingWatch>();
  #reader: FindingReader | null = null;
  readonly #disturbing: ReadonlySet<unknown>;
  readonly #ofUnknown: AccountFindings;
  #ofDeleted: readonly Finding[] = [];
  readonly #coveredByDeleted = new CoveredSituations();
  /** The accounts that were deleted. A response to one may still end afterwards. */
  readonly #closed = new WeakSet<Account>();

  /** @param disturbing the rules of disturbances, which no test has scripted */
  constructor(
    settings: RuleSettings | undefined,
    settle: () => void,
    disturbing: ReadonlySet<unknown> = new Set(),
  ) {
    this.settle = settle;
    this.#disturbing = disturbing;
    this.#ofUnknown = new AccountFindings(null, disturbing);
    this.#settings = settings ?? {};
    this.#severities = severitiesOf(this.#settings);
  }

  /** Passes on each finding when it is first reported, and when its count has doubled. There is one reader. */
  follow(reader: FindingReader): void {
    this.#reader = reader;
  }

  decided(account: Account | null, exchange: Exchange): void {
    this.#add('decided', account, exchange);
  }

  answered(account: Account | null, exchange: Exchange): void {
    this.#add('answered', account, exchange);
  }

  happened(account: Account, accountEvents: readonly AccountEvent[]): void {
    const last = accountEvents.at(-1);
    // Without requests, only a receiver can be assessed, by events that were triggered by hand.
    const isObserved = this.#ofAccount.has(account) || accountEvents.some(({ kind }) => kind === 'attempt');
    if (!last || !isObserved) return;
    const findings = this.#prepare(account, last.atMs);
    for (const accountEvent of accountEvents) findings.happened(account.state, accountEvent);
    this.#pass(account, last.atMs);
  }

  nodeCalled(account: Account, call: NodeCall): void {
    if (this.#closed.has(account)) return;
    this.#prepare(account, call.atMs).nodeCalled(call);
    this.#pass(account, call.atMs);
  }

  restarted(account: Account): void {
    this.#forget(account);
  }

  closed(account: Account): void {
    const last = this.of(account, Number.POSITIVE_INFINITY);
    const findings = this.#ofAccount.get(account);
    if (findings) this.#coveredByDeleted.addAll(findings.covered);
    if (last.length > 0) this.#ofDeleted = [...this.#ofDeleted, ...last].slice(-MAX_OF_DELETED);
    this.#pass(account, Number.POSITIVE_INFINITY);
    this.#forget(account);
    this.#closed.add(account);
  }

  /**
   * The findings of an account.
   * @param nowMs the current time of the account's clock; Infinity for the final state
   */
  of(account: Account, nowMs: number): Finding[] {
    this.settle();
    return this.#ofAccount.get(account)?.list(nowMs, this.#severities) ?? [];
  }

  /**
   * All findings: of deleted accounts, of requests without the key of an account, then of all accounts.
   * @param nowMsOf the current time of an account's clock; null for requests without one
   */
  all(nowMsOf: (account: Account | null) => number): Finding[] {
    this.settle();
    return [
      ...this.#ofDeleted,
      ...this.#ofUnknown.list(nowMsOf(null), this.#severities),
      ...[...this.#ofAccount].flatMap(([account, findings]) =>
        findings.list(nowMsOf(account), this.#severities),
      ),
    ];
  }

  assessmentsOf(account: Account): RuleAssessment[] {
    this.settle();
    const covered = this.#ofAccount.get(account)?.covered;
    return assessmentsOf(this.#settings, situation => covered?.has(situation) ?? false);
  }

  /** Whether each rule was assessed in any account, deleted ones included, or by requests without an account. */
  assessments(): RuleAssessment[] {
    this.settle();
    const all = [
      this.#coveredByDeleted,
      this.#ofUnknown.covered,
      ...[...this.#ofAccount.values()].map(({ covered }) => covered),
    ];
    return assessmentsOf(this.#settings, situation => all.some(covered => covered.has(situation)));
  }

  #add(kind: 'decided' | 'answered', account: Account | null, exchange: Exchange): void {
    // A request can end after its account was reset, restored or deleted.
    if (exchange.isOfEarlierRun || (account !== null && this.#closed.has(account))) return;
    this.#prepare(account, exchange.atMs)[kind](exchange);
    this.#pass(account, exchange.atMs);
  }

  #forget(account: Account): void {
    const findings = this.#ofAccount.get(account);
    if (!findings) return;
    this.#ofAccount.delete(account);
    this.#watches.delete(findings);
  }

  /** What responses told the client of an order; null if this run has not recorded it. */
  toldOf(account: Account, order: number): ToldData[] | null {
    this.settle();
    const told = this.#ofAccount.get(account)?.knowledge.of(order)?.told;
    return (
      told?.map(({ asOfMs, request, status, refunded }) => ({
        at: isoTime(asOfMs),
        request,
        status,
        refunded,
      })) ?? null
    );
  }

  /** The findings of an account before a fact is added. If the reader follows the account, they are watched from now on. */
  #prepare(account: Account | null, atMs: number): AccountFindings {
    const findings = this.#of(account);
    if (!this.#watches.has(findings) && this.#reader?.follows(account)) {
      this.#watches.set(findings, new FindingWatch(findings, this.#severities, atMs));
    }
    return findings;
  }

  /** Passes on the new findings of an account that is watched. */
  #pass(account: Account | null, nowMs: number): void {
    const findings = account ? this.#ofAccount.get(account) : this.#ofUnknown;
    const news = findings && this.#watches.get(findings)?.news(nowMs);
    for (const finding of news ?? []) this.#reader?.take(account, finding);
  }

  #of(account: Account | null): AccountFindings {
    if (!account) return this.#ofUnknown;
    return getOrMake(this.#ofAccount, account, () => new AccountFindings(account, this.#disturbing));
  }
}
