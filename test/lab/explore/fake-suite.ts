import type {
  TracedAccount,
  TracedEvent,
  TracedOrder,
  TracedRequest,
} from '../../../src/judge/suite-trace.ts';
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
  orders: readonly TracedOrder[] = [],
  burns: TracedAccount['burns'] = [],
): TracedAccount => ({ label, requests, events, orders, calls_node: burns.length > 0, burns });

/** A transaction that burned TRX for Energy. */
export const burned = (txid: string, trx: number): TracedAccount['burns'][number] => ({
  request: txid,
  address: 'TA',
  price_sun: trx * 1e6,
});

/** An order that was paid. @param repeats the order before it with the same product */
export const paid = (
  id: number,
  externalId: string,
  { address = 'TA', repeats = null }: Partial<Pick<TracedOrder, 'address' | 'repeats'>> = {},
): TracedOrder => ({
  id,
  external_id: externalId,
  address,
  product: '65000 Energy for 60 minutes',
  price_sun: 3_900_000,
  paid: true,
  request: `req-${id}`,
  repeats,
});

/** A run that passes. */
export const passing = (accounts: readonly TracedAccount[]): SuiteRun => ({
  exitCode: 0,
  durationMs: 1,
  tail: [],
  timeLimitMs: null,
  hasRetries: false,
  restarts: 0,
  findings: [],
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
