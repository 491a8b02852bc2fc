import { inspect } from 'node:util';
import type { Contract } from '../contract/contract-types.ts';
import { getOrMake } from '../core/domain/collections.ts';
import type { Account } from '../core/engine/account.ts';
import { isMadeByDashboard, type Order, orderById, type WebhookEvent } from '../core/engine/account-state.ts';
import type { AccountEvent } from '../core/engine/command-context.ts';
import {
  type AccountListener,
  type ControlCall,
  type Exchange,
  type FactListener,
  FactStream,
} from '../core/facts.ts';
import { rulesOf } from '../core/scenario/choose-rule.ts';
import { FactQueue } from '../host/fact-queue.ts';
import { printNotice } from '../host/node/print-notice.ts';
import type { SandboxCore } from '../host/sandbox-core.ts';
import { CoverageCounter } from '../judge/coverage/coverage-counter.ts';
import { Findings } from '../judge/findings/server-findings.ts';
import { RunFile, type RunPart } from '../judge/run-folder.ts';
import { TraceRecorder } from '../judge/suite-trace.ts';
import { OptionError, type SandboxOptions } from './sandbox-options.ts';

function eventIn({ state }: Account, accountEvent: AccountEvent): WebhookEvent | undefined {
  if (accountEvent.kind === 'attempt') return state.events[accountEvent.plan.event];
  return 'event' in accountEvent ? state.events[accountEvent.event] : undefined;
}

/** The order that an account event belongs to, or undefined. A change of the balance concerns the whole account. */
function orderIn(account: Account, accountEvent: AccountEvent): Order | undefined {
  const id = 'order' in accountEvent ? accountEvent.order : eventIn(account, accountEvent)?.orderId;
  return id === undefined ? undefined : orderById(account.state, id);
}

/** True for what a click on the dashboard caused: an order, a state with its webhook, or a resend. */
function isOfDashboard(account: Account, accountEvent: AccountEvent): boolean {
  if (accountEvent.kind === 'order' && accountEvent.cause === 'dashboard') return true;
  if (accountEvent.kind === 'attempt' && accountEvent.plan.kind === 'resend' && accountEvent.plan.byDashboard)
    return true;
  const order = orderIn(account, accountEvent);
  if (order === undefined) return false;
  const event = eventIn(account, accountEvent);
  return isMadeByDashboard(order) || (event !== undefined && order.steps[event.step]!.cause === 'dashboard');
}

/**
 * Passes on only the facts that say something about the integration: neither the requests that the dashboard makes,
 * nor what happens to the orders that it creates, nor the states and deliveries that it asks for.
 */
const ofIntegration = (listener: FactStream): Required<AccountListener> => ({
  decided: (account, exchange) => {
    if (!exchange.byDashboard) listener.decided(account, exchange);
  },
  answered: (account, exchange) => {
    if (!exchange.byDashboard) listener.answered(account, exchange);
  },
  happened: (account, accountEvents) => {
    const isMixed = accountEvents.some(one => isOfDashboard(account, one));
    const others = isMixed ? accountEvents.filter(one => !isOfDashboard(account, one)) : accountEvents;
    if (others.length > 0) listener.happened(account, others);
  },
  nodeCalled: (account, call) => listener.nodeCalled(account, call),
  restarted: account => listener.restarted(account),
  closed: (account, end) => listener.closed(account, end),
});

/** Counts by two labels. The number of pairs is limited by what the service defines, not by what callers send. */
class PairCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(first: string, second: string): void {
    const row = getOrMake(this.#counts, first, () => new Map<string, number>());
    row.set(second, (row.get(second) ?? 0) + 1);
  }

  entries(): [first: string, second: string, count: number][] {
    return [...this.#counts].flatMap(([first, row]) =>
      [...row].map(([second, count]): [string, string, number] => [first, second, count]),
    );
  }
}

/** The operation of a request to a path that the service does not have. */
const NO_OPERATION = 'none';
/** The status of a request whose client received none, because of a transport fault or because it hung up. */
const NO_STATUS = 'none';

export const DURATION_BOUNDS_S = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
] as const;

/** Counts the traffic of all accounts since the start of the server. Its metrics show the counts. */
export class TrafficCounts implements FactListener {
  /** Requests to the service, by operation and status code. */
  readonly requests = new PairCounts();
  /** Finished delivery attempts, by kind (attempt, copy or resend) and outcome. */
  readonly attempts = new PairCounts();
  /** Calls of the control API, by operation and status code. */
  readonly controlCalls = new PairCounts();
  /** The number of requests by duration: one entry for each bound, and one for longer requests. */
  readonly durations: number[] = Array(DURATION_BOUNDS_S.length + 1).fill(0);
  durationSumMs = 0;
  skippedLines = 0;

  answered(_account: Account | null, { operation, status, durationMs }: Exchange): void {
    this.requests.add(operation ?? NO_OPERATION, status === null ? NO_STATUS : String(status));
    let bucket = 0;
    while (bucket < DURATION_BOUNDS_S.length && durationMs > DURATION_BOUNDS_S[bucket]! * 1_000) bucket += 1;
    this.durations[bucket]! += 1;
    this.durationSumMs += durationMs;
  }

  called({ operation, status }: ControlCall): void {
    this.controlCalls.add(operation, String(status));
  }

  happened(_account: Account, accountEvents: readonly AccountEvent[]): void {
    for (const accountEvent of accountEvents) {
      if (accountEvent.kind === 'attempt') this.attempts.add(accountEvent.plan.kind, accountEvent.outcome);
    }
  }
}

/**
 * Derives findings, coverage and counts from all facts that the core records. `part` returns what the sandbox adds to a
 * run; `runFile` is null if it adds nothing to a run folder.
 * @throws OptionError
 */
export function observe(
  core: SandboxCore,
  { operations }: Contract,
  { run, findings: rules }: SandboxOptions,
) {
  const traffic = new TrafficCounts();
  const integration = new FactStream();
  const queue = new FactQueue({
    clock: core.clock,
    listener: ofIntegration(integration),
    fail: (account, error) => {
      if (account) core.runner.fail(account, error);
      else printNotice(`internal error; ${inspect(error)}`);
    },
  });
  const { disturbances } = core.library;
  const disturbing = new Set(disturbances.flatMap(one => rulesOf(one, 'requests')));
  const findings = new Findings(rules, queue.settle, disturbing);
  const coverage = new CoverageCounter(operations, queue.settle);
  core.facts.join(traffic);
  core.facts.join(queue);
  integration.join(findings);
  integration.join(coverage);
  const part = (): RunPart => ({
    findings: findings.all(() => Number.POSITIVE_INFINITY),
    rules: findings.assessments(),
    coverage: coverage.counts(),
  });
  const observers = { findings, coverage, traffic, part };
  if (run === undefined) return { ...observers, runFile: null };
  const recorder = new TraceRecorder(disturbances);
  integration.join(recorder);
  try {
    return { ...observers, runFile: new RunFile(run, () => ({ ...part(), trace: recorder.trace })) };
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}
