import type { TracedAccount, TracedEvent, TracedRequest } from '../../../src/judge/suite-trace.ts';
import type { ScenarioContent } from '../../../src/lab/explore/render-scenario.ts';
import type { SuiteRun } from '../../../src/lab/explore/suite-run.ts';

/** An order request that creates an order. */
export const made = (externalId: string | null): TracedRequest => ({
  operation: 'createOrder',
  external_id: externalId,
  made: true,
});

export const event = (name: string, order: number, externalId: string | null = null): TracedEvent => ({
  event: name,
  external_id: externalId,
  order,
});

export const account = (
  label: string,
  requests: readonly TracedRequest[],
  events: readonly TracedEvent[] = [],
): TracedAccount => ({ label, requests, events });

/** A run that passes. */
export const passing = (accounts: readonly TracedAccount[]): SuiteRun => ({
  exitCode: 0,
  durationMs: 1,
  tail: [],
  timeLimitMs: null,
  others: [],
  hasRetries: false,
  restarts: 0,
  errors: [],
  repurchases: [],
  traces: [{ accounts, struck: 1, truncated: false }],
});

export const failing = (
  accounts: readonly TracedAccount[],
  tail: readonly string[] = ['1 failed'],
): SuiteRun => ({
  ...passing(accounts),
  exitCode: 1,
  tail,
});

/** The conditions of a scenario's request rules. */
export const matchesOf = (scenario: ScenarioContent | null): readonly Readonly<Record<string, unknown>>[] =>
  (scenario?.requests ?? []).map(rule => (rule.match ?? {}) as Readonly<Record<string, unknown>>);
