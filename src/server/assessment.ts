import type { Contract } from '../contract/types.ts';
import type { Account } from '../core/engine/account.ts';
import { isMadeByDashboard, orderById } from '../core/engine/account-state.ts';
import type { AccountEvent } from '../core/engine/command-context.ts';
import { type FactListener, FactStream } from '../core/facts.ts';
import type { Scenario } from '../core/scenario/scenario-schema.ts';
import type { Core } from '../host/core.ts';
import { CoverageCounter } from '../judge/coverage/coverage-counter.ts';
import { Findings } from '../judge/findings/findings.ts';
import { RunFile, type RunPart } from '../judge/run-folder.ts';
import { TraceRecorder } from '../judge/trace.ts';
import { OptionError, type SandboxOptions } from './options.ts';

/** The order that an account event belongs to, or null. Changes of the balance concern the whole account. */
function orderIn({ state }: Account, accountEvent: AccountEvent): number | null {
  switch (accountEvent.kind) {
    case 'order':
    case 'refund':
      return accountEvent.order;
    case 'attempt':
      return state.events[accountEvent.plan.event]!.orderId;
    case 'retry':
    case 'settled':
      return state.events[accountEvent.event]!.orderId;
    case 'ledger':
    case 'account':
      return null;
  }
}

function isOfDashboard(account: Account, accountEvent: AccountEvent): boolean {
  const id = orderIn(account, accountEvent);
  const order = id === null ? undefined : orderById(account.state, id);
  return order !== undefined && isMadeByDashboard(order);
}

/**
 * A listener that learns only what says something about the integration: not the requests that the dashboard makes, nor
 * what happens to the orders that these create.
 */
const ofIntegration = (listener: FactListener): FactListener => ({
  decided: (account, exchange) => {
    if (!exchange.byDashboard) listener.decided?.(account, exchange);
  },
  answered: (account, exchange) => {
    if (!exchange.byDashboard) listener.answered?.(account, exchange);
  },
  happened: (account, accountEvents) => {
    const isMixed = accountEvents.some(one => isOfDashboard(account, one));
    const others = isMixed ? accountEvents.filter(one => !isOfDashboard(account, one)) : accountEvents;
    if (others.length > 0) listener.happened?.(account, others);
  },
  restarted: account => listener.restarted?.(account),
  closed: account => listener.closed?.(account),
});

/** What judges the integration. */
interface Judges {
  readonly findings: Findings;
  readonly coverage: CoverageCounter;
  /** What the sandbox adds to a run. */
  readonly part: () => RunPart;
  /** Null if it adds nothing to a run folder. */
  readonly runFile: RunFile | null;
}

/** What is judged: all that happens in the core, and the scenarios that can provoke more of it. */
interface Judged {
  readonly core: Core;
  readonly builtIn: readonly Scenario[];
}

/** Derives findings and coverage from all that is recorded. @throws OptionError */
export function judgesOf(
  { core, builtIn }: Judged,
  { operations }: Contract,
  { run, findings: rules }: SandboxOptions,
): Judges {
  const findings = new Findings(rules);
  const coverage = new CoverageCounter(operations, builtIn);
  const integration = new FactStream();
  core.facts.join(ofIntegration(integration));
  integration.join(findings);
  integration.join(coverage);
  const part = () => ({
    findings: findings.all(() => Number.POSITIVE_INFINITY),
    rules: findings.assessments(),
    coverage: coverage.counts(),
  });
  if (run === undefined) return { findings, coverage, part, runFile: null };
  const recorder = new TraceRecorder(core.library.disturbances);
  integration.join(recorder);
  try {
    return {
      findings,
      coverage,
      part,
      runFile: new RunFile(run, () => ({ ...part(), trace: recorder.trace })),
    };
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}
