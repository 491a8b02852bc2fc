import type { Account } from '../engine/account.ts';
import type { Happening } from '../engine/command-context.ts';
import type { FactListener } from '../facts/fact-stream.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';
import { AccountFindings } from './account-findings.ts';
import type { Finding } from './finding.ts';
import { type FindingReader, FindingWatch } from './finding-watch.ts';
import { judgementsOf, type RuleJudgement } from './judgement.ts';
import { MetSituations } from './met-situations.ts';
import type { RuleSettings } from './rule-settings.ts';
import { type RuleSeverities, severitiesOf } from './rule-table.ts';

/** How many findings of deleted accounts are kept; the oldest are dropped first. */
export const MAX_OF_DELETED = 5_000;

/** The findings of a server: of its accounts, of accounts that were deleted, and of requests without an account. */
export class Findings implements FactListener {
  readonly #settings: RuleSettings;
  readonly #severities: RuleSeverities;
  readonly #ofAccount = new Map<Account, AccountFindings>();
  readonly #watches = new Map<AccountFindings, FindingWatch>();
  #reader: FindingReader | null = null;
  #ofUnknown = new AccountFindings(null);
  #ofDeleted: readonly Finding[] = [];
  /** What accounts had met that were deleted. */
  readonly #metByDeleted = new MetSituations();
  /** The accounts that were deleted: a response to one may still end afterwards. */
  readonly #closed = new WeakSet<Account>();

  constructor(settings: RuleSettings = {}) {
    this.#settings = settings;
    this.#severities = severitiesOf(settings);
  }

  /** Passes on each finding when it is first reported, and when its count rises. There is one reader. */
  follow(reader: FindingReader): void {
    this.#reader = reader;
  }

  decided(account: Account | null, exchange: Exchange): void {
    if (this.#isOver(account, exchange)) return;
    const findings = this.#prepare(account, exchange.atMs);
    findings.decided(exchange);
    this.#tellFollower(account, exchange.atMs);
  }

  answered(account: Account | null, exchange: Exchange): void {
    if (this.#isOver(account, exchange)) return;
    const findings = this.#prepare(account, exchange.atMs);
    findings.answered(exchange);
    this.#tellFollower(account, exchange.atMs);
  }

  happened(account: Account, happenings: readonly Happening[]): void {
    const last = happenings.at(-1);
    // Without requests, only a receiver can be judged: of events that were triggered by hand.
    const isObserved = this.#ofAccount.has(account) || happenings.some(({ kind }) => kind === 'attempt');
    if (!last || !isObserved) return;
    const findings = this.#prepare(account, last.atMs);
    for (const happening of happenings) findings.happened(account.state, happening);
    this.#tellFollower(account, last.atMs);
  }

  restarted(account: Account): void {
    this.#forget(account);
  }

  closed(account: Account): void {
    const last = this.of(account, Number.POSITIVE_INFINITY);
    const findings = this.#ofAccount.get(account);
    if (findings) this.#metByDeleted.addAll(findings.met);
    if (last.length > 0) this.#ofDeleted = [...this.#ofDeleted, ...last].slice(-MAX_OF_DELETED);
    this.#tell(account, Number.POSITIVE_INFINITY);
    this.#forget(account);
    this.#closed.add(account);
  }

  /**
   * The findings of an account.
   * @param nowMs the current time of the account's clock; Infinity for the final state
   */
  of(account: Account, nowMs: number): Finding[] {
    return this.#ofAccount.get(account)?.list(nowMs, this.#severities) ?? [];
  }

  /**
   * All findings: of deleted accounts, of requests without the key of an account, then of all accounts.
   * @param nowMsOf the current time of an account's clock; null for requests without one
   */
  all(nowMsOf: (account: Account | null) => number): Finding[] {
    return [
      ...this.#ofDeleted,
      ...this.#ofUnknown.list(nowMsOf(null), this.#severities),
      ...[...this.#ofAccount].flatMap(([account, findings]) =>
        findings.list(nowMsOf(account), this.#severities),
      ),
    ];
  }

  /** Whether each rule was judged in an account. */
  judgementsOf(account: Account): RuleJudgement[] {
    const met = this.#ofAccount.get(account)?.met;
    return judgementsOf(this.#settings, situation => met?.has(situation) ?? false);
  }

  /** Whether each rule was judged in any account, deleted ones included, or by requests without an account. */
  judgements(): RuleJudgement[] {
    const all = [
      this.#metByDeleted,
      this.#ofUnknown.met,
      ...[...this.#ofAccount.values()].map(({ met }) => met),
    ];
    return judgementsOf(this.#settings, situation => all.some(met => met.has(situation)));
  }

  /** True for the late end of a request whose account was reset, restored or deleted since. */
  #isOver(account: Account | null, { isOfEarlierRun }: Exchange): boolean {
    return isOfEarlierRun || (account !== null && this.#closed.has(account));
  }

  #forget(account: Account): void {
    const findings = this.#ofAccount.get(account);
    if (!findings) return;
    this.#ofAccount.delete(account);
    this.#watches.delete(findings);
  }

  /** The findings of an account before a fact is added. If the reader follows the account, they are watched from now on. */
  #prepare(account: Account | null, atMs: number): AccountFindings {
    const findings = this.#of(account);
    if (this.#reader?.follows(account) && !this.#watches.has(findings)) {
      this.#watches.set(findings, new FindingWatch(findings, this.#severities, atMs));
    }
    return findings;
  }

  /** Tells the reader what a fact has shown, if it follows the account. */
  #tellFollower(account: Account | null, atMs: number): void {
    if (this.#reader?.follows(account)) this.#tell(account, atMs);
  }

  /** Tells the reader what is news about an account that it follows. */
  #tell(account: Account | null, nowMs: number): void {
    const findings = account ? this.#ofAccount.get(account) : this.#ofUnknown;
    const news = findings && this.#watches.get(findings)?.news(nowMs);
    for (const finding of news ?? []) this.#reader?.take(account, finding);
  }

  #of(account: Account | null): AccountFindings {
    if (!account) return this.#ofUnknown;
    let findings = this.#ofAccount.get(account);
    if (!findings) {
      findings = new AccountFindings(account);
      this.#ofAccount.set(account, findings);
    }
    return findings;
  }
}
