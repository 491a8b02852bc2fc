import type { Account } from '../engine/account.ts';
import type { Happening } from '../engine/command-context.ts';
import type { FactListener } from '../facts/fact-stream.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';
import { AccountFindings } from './account-findings.ts';
import type { Finding } from './finding.ts';
import type { RuleSeverities } from './rule-table.ts';

/** How many findings of deleted accounts are kept; the oldest are dropped first. */
export const MAX_OF_DELETED = 5_000;

/** The findings of a server: of its accounts, of accounts that were deleted, and of requests without an account. */
export class Findings implements FactListener {
  readonly #severities: RuleSeverities;
  readonly #ofAccount = new Map<Account, AccountFindings>();
  #ofUnknown = new AccountFindings(null);
  #ofDeleted: readonly Finding[] = [];

  constructor(severities: RuleSeverities) {
    this.#severities = severities;
  }

  decided(account: Account | null, exchange: Exchange): void {
    this.#of(account).decided(exchange);
  }

  answered(account: Account | null, exchange: Exchange): void {
    this.#of(account).answered(exchange);
  }

  happened(account: Account, happenings: readonly Happening[]): void {
    const findings = this.#ofAccount.get(account);
    if (!findings) return;
    for (const happening of happenings) findings.happened(account.state, happening);
  }

  restarted(account: Account): void {
    this.#ofAccount.delete(account);
  }

  closed(account: Account): void {
    const last = this.of(account, Number.POSITIVE_INFINITY);
    if (last.length > 0) this.#ofDeleted = [...this.#ofDeleted, ...last].slice(-MAX_OF_DELETED);
    this.#ofAccount.delete(account);
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

  #of(account: Account | null): AccountFindings {
    if (!account) return this.#ofUnknown;
    let findings = this.#ofAccount.get(account);
    if (!findings) {
      findings = new AccountFindings(account.state.name);
      this.#ofAccount.set(account, findings);
    }
    return findings;
  }
}
