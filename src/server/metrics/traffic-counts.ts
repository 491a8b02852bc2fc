import type { Account } from '../../core/engine/account.ts';
import type { AccountEvent } from '../../core/engine/command-context.ts';
import type { Exchange, FactListener } from '../../core/facts.ts';

/** Counts by two labels. The number of pairs is limited by what the service defines, not by what callers send. */
class PairCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(first: string, second: string): void {
    const row = this.#counts.get(first);
    if (row) row.set(second, (row.get(second) ?? 0) + 1);
    else this.#counts.set(first, new Map([[second, 1]]));
  }

  entries(): [first: string, second: string, count: number][] {
    return [...this.#counts].flatMap(([first, row]) =>
      [...row].map(([second, count]): [string, string, number] => [first, second, count]),
    );
  }
}

/** A request to a path that is not an operation of the service. */
const NO_OPERATION = 'none';
/** The client received no status: a transport fault, or it had hung up. */
const NO_STATUS = 'none';

/** Counts the traffic of all accounts since the server was started, for its metrics. */
export class TrafficCounts implements FactListener {
  readonly #requests = new PairCounts();
  readonly #attempts = new PairCounts();

  answered(_account: Account | null, { operation, status }: Exchange): void {
    this.#requests.add(operation ?? NO_OPERATION, status === null ? NO_STATUS : String(status));
  }

  happened(_account: Account, accountEvents: readonly AccountEvent[]): void {
    for (const accountEvent of accountEvents) {
      if (accountEvent.kind === 'attempt') this.#attempts.add(accountEvent.plan.kind, accountEvent.outcome);
    }
  }

  /** Requests to the service, by operation and status code. */
  requests(): [operation: string, code: string, count: number][] {
    return this.#requests.entries();
  }

  /** Finished delivery attempts, by kind (attempt, copy or resend) and outcome. */
  attempts(): [kind: string, outcome: string, count: number][] {
    return this.#attempts.entries();
  }
}
