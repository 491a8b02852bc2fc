import { systemClock } from '../clock/host-clock.ts';
import { DEMO_WEBHOOK_SECRET, OptionError } from '../options.ts';
import { didYouMean } from '../scenario/nearest-word.ts';
import { AuditError, type AuditedCase, type AuditOptions } from './audit-options.ts';
import type { AuditOrder } from './audit-order.ts';
import { AuditSandbox } from './audit-sandbox.ts';
import { CaseStage } from './case-stage.ts';
import { AUDIT_CASE_IDS, AUDIT_CASES } from './case-table.ts';
import type { AuditCase } from './case-types.ts';
import { refusedFirst } from './first-delivery.ts';
import type { Exchange } from './message.ts';
import { isAccepted } from './message.ts';
import { type PlainRun, plainRun } from './plain-run.ts';
import { Probe } from './probe.ts';
import { Sender } from './sender.ts';
import { StateOracle } from './state-oracle.ts';
import { judge, type ProbeUse } from './verdict.ts';

/** An audit with its deliveries. */
export interface AuditRun {
  readonly cases: readonly AuditedCase[];
  /** The deliveries of each case. */
  readonly exchanges: ReadonlyMap<string, readonly Exchange[]>;
  /** The head of a request as it was sent, without the empty line. */
  readonly headOf: Sender['headOf'];
}

/** How often a difference is confirmed by a further plain run. */
const CONFIRMATIONS = 3;
const PLAIN_RUNS = 2;

/** @throws AuditError for an unknown id */
function chosenCases(only: readonly string[] | undefined): readonly AuditCase[] {
  for (const id of only ?? []) {
    if (AUDIT_CASE_IDS.includes(id)) continue;
    const hint = didYouMean(id, AUDIT_CASE_IDS) || `; expected one of ${AUDIT_CASE_IDS.join(', ')}`;
    throw new AuditError(`only: there is no case ${JSON.stringify(id)}${hint}`);
  }
  return only ? AUDIT_CASES.filter(({ id }) => only.includes(id)) : AUDIT_CASES;
}

function checkSecret(secret: string | undefined): string {
  if (secret === '') throw new AuditError('secret: it is empty; pass the webhook secret of the receiver');
  return secret ?? DEMO_WEBHOOK_SECRET;
}

/** Counts the steps of an audit. */
class Steps {
  readonly #total: number;
  readonly #report: NonNullable<AuditOptions['onProgress']>;
  #done = 0;

  constructor(total: number, { onProgress }: AuditOptions) {
    this.#total = total;
    this.#report = onProgress ?? (() => undefined);
  }

  begin(step: string): void {
    this.#report({ step, done: this.#done, total: this.#total });
  }

  end(): void {
    this.#done += 1;
  }
}

/** The parts of a running audit. */
interface Parts {
  readonly url: string;
  readonly options: AuditOptions;
  readonly secret: string;
  readonly cases: readonly AuditCase[];
  readonly sandbox: AuditSandbox;
  readonly sender: Sender;
  readonly probe: Probe | null;
}

/** The plain runs, and how the probe can be used. @throws AuditError if the first delivery is refused */
async function plainRuns(
  parts: Parts,
  orders: readonly AuditOrder[],
): Promise<{ first: PlainRun; oracle: StateOracle | null; use: ProbeUse }> {
  const { sender, probe, url, options } = parts;
  const order = orders[0]!;
  const answer = await sender.send(order.genuine('processing'));
  if (!isAccepted(answer)) {
    throw await refusedFirst(
      { url, ...(options.place ? { place: options.place } : {}) },
      { order, answer, sender },
    );
  }
  const first = await plainRun(orders[1]!, sender, probe);
  const second = await plainRun(orders[2]!, sender, probe);
  if (!probe) return { first, oracle: null, use: { kind: 'none' } };
  if (!first.states || !second.states) {
    return { first, oracle: null, use: { kind: 'useless', why: 'an event of a plain run was not accepted' } };
  }
  const spare = orders.slice(PLAIN_RUNS + 1);
  const confirm = async () => {
    const next = spare.shift();
    return next ? (await plainRun(next, sender, probe)).states : null;
  };
  const oracle = new StateOracle(probe, [first.states, second.states], confirm);
  const why = oracle.uselessness();
  return why === null
    ? { first, oracle, use: { kind: 'used' } }
    : { first, oracle: null, use: { kind: 'useless', why } };
}

async function judgeAll(parts: Parts): Promise<AuditRun> {
  const { cases, sandbox, sender, probe, secret, options } = parts;
  const plainOrders = 1 + PLAIN_RUNS + (probe ? CONFIRMATIONS : 0);
  const kinds = [
    ...Array.from({ length: plainOrders }, () => 'usual' as const),
    ...cases.flatMap(one => one.orders),
  ];
  const steps = new Steps(kinds.length + 1 + cases.length, options);
  steps.begin('placing orders');
  const orders = await sandbox.prepare(kinds, () => {
    steps.end();
    steps.begin('placing orders');
  });
  steps.begin('plain runs');
  const { first, oracle, use } = await plainRuns(parts, orders.slice(0, plainOrders));
  steps.end();
  const exchanges = new Map<string, readonly Exchange[]>();
  const results: AuditedCase[] = [];
  let next = plainOrders;
  for (const one of cases) {
    steps.begin(one.id);
    const own = orders.slice(next, next + one.orders.length);
    next += one.orders.length;
    const stage = new CaseStage({ orders: own, secret, plain: first, sender, oracle });
    await one.run(stage);
    exchanges.set(one.id, stage.exchanges);
    results.push(judge(one, stage, use));
    steps.end();
  }
  steps.begin('');
  return { cases: results, exchanges, headOf: message => sender.headOf(message) };
}

/**
 * Runs an audit.
 * @throws AuditError if it cannot be run
 */
export async function runAudit(url: string, options: AuditOptions): Promise<AuditRun> {
  const cases = chosenCases(options.only);
  const secret = checkSecret(options.secret);
  const sender = new Sender(url, systemClock);
  const probe = options.probe === undefined ? null : new Probe(options.probe, systemClock);
  let sandbox: AuditSandbox | null = null;
  try {
    sandbox = await AuditSandbox.start({ ...options, secret });
    return await judgeAll({ url, options, secret, cases, sandbox, sender, probe });
  } catch (error) {
    throw error instanceof OptionError ? new AuditError(error.message) : error;
  } finally {
    await Promise.all([sender.close(), probe?.close(), sandbox?.close()]);
  }
}
