import { didYouMean } from '../../core/text/nearest-word.ts';
import { type HostClock, systemClock } from '../../host/node/host-clock.ts';
import { DEMO_WEBHOOK_SECRET, OptionError } from '../../server/options.ts';
import { AuditSandbox, type OrderKind } from './audit-sandbox.ts';
import { AuditError, type AuditedCase, type AuditOptions } from './audit-types.ts';
import { type AuditCase, assess, CaseStage, type PlainRun, type ProbeUse } from './case-stage.ts';
import { AUDIT_CASE_IDS, AUDIT_CASES } from './cases.ts';
import { type AuditOrder, type Exchange, isAccepted, LIFE, Sender } from './deliveries.ts';
import { type Gone, notRun, refusedFirst, Survival } from './receiver-failures.ts';
import { type Checkpoint, type PlainStates, Probe, type ProbedState, StateOracle } from './stored-state.ts';

/**
 * Sends the genuine events of an order one after another.
 * @param earlier the states of an earlier run: the probe does not wait for a change that they did not show
 */
async function plainRun(
  order: AuditOrder,
  sender: Sender,
  probe: Probe | null,
  earlier: PlainStates | null,
): Promise<PlainRun> {
  const expectsChange = (from: Checkpoint, to: Checkpoint): boolean =>
    earlier === null || JSON.stringify(earlier[from]) !== JSON.stringify(earlier[to]);
  const exchanges: Exchange[] = [];
  const deliver = async (statuses: typeof LIFE): Promise<void> => {
    for (const status of statuses) {
      const message = order.genuine(status);
      exchanges.push({ message, answer: await sender.send(message) });
    }
  };
  const learn = async (before: ProbedState | null): Promise<ProbedState | null> =>
    probe ? await probe.learn(order, before) : null;
  const placed = await learn(null);
  await deliver(LIFE.slice(0, 1));
  const processing = await learn(expectsChange('placed', 'processing') ? placed : null);
  await deliver(LIFE.slice(1));
  const completed = await learn(expectsChange('processing', 'completed') ? processing : null);
  const isComplete = exchanges.every(({ answer }) => isAccepted(answer));
  const states = placed && processing && completed && isComplete ? { placed, processing, completed } : null;
  return { order, exchanges, states };
}

/** An audit with its deliveries. */
export interface AuditRun {
  readonly cases: readonly AuditedCase[];
  /** The deliveries of each case. */
  readonly exchanges: ReadonlyMap<string, readonly Exchange[]>;
  /** The head of a request as it was sent, without the empty line. */
  readonly headOf: Sender['headOf'];
}

/** How often a difference is confirmed by a further plain run. */
const CONFIRMATIONS = 2;
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

/** Reports the progress of an audit. */
class Steps {
  readonly #total: number;
  readonly #options: AuditOptions;
  #done = 0;

  constructor(total: number, options: AuditOptions) {
    this.#total = total;
    this.#options = options;
  }

  begin(step: string): void {
    this.#options.onProgress?.({ step, done: this.#done, total: this.#total });
  }

  end(): void {
    this.#done += 1;
  }
}

/** The parts of a running audit. */
interface Parts {
  /** Aborts when the audit is to stop. */
  readonly ended: AbortSignal;
  readonly url: string;
  readonly options: AuditOptions;
  readonly secret: string;
  readonly cases: readonly AuditCase[];
  readonly sandbox: AuditSandbox;
  readonly sender: Sender;
  readonly probe: Probe | null;
  readonly clock: HostClock;
}

/** The plain runs, and how the probe can be used. */
async function plainRuns(
  { sender, probe }: Parts,
  orders: readonly AuditOrder[],
): Promise<{ first: PlainRun; oracle: StateOracle | null; use: ProbeUse }> {
  const first = await plainRun(orders[0]!, sender, probe, null);
  const second = await plainRun(orders[1]!, sender, probe, first.states);
  if (!probe) return { first, oracle: null, use: { kind: 'none' } };
  if (!first.states || !second.states) {
    return { first, oracle: null, use: { kind: 'useless', why: 'an event of a plain run was not accepted' } };
  }
  const spare = orders.slice(PLAIN_RUNS);
  const confirm = async () => {
    const next = spare.shift();
    return next ? (await plainRun(next, sender, probe, first.states)).states : null;
  };
  const oracle = new StateOracle(probe, [first.states, second.states], confirm);
  const why = oracle.uselessness();
  return why === null
    ? { first, oracle, use: { kind: 'used' } }
    : { first, oracle: null, use: { kind: 'useless', why } };
}

/** The orders of an audit. No event of them was delivered yet. */
interface Orders {
  readonly plain: readonly AuditOrder[];
  /** The orders of each case, by the id of the case. */
  readonly byCase: ReadonlyMap<string, readonly AuditOrder[]>;
}

/**
 * Places all orders. Placing may take long, so that an event of the first one is delivered before most others are placed.
 * @throws AuditError (as a rejection) if the receiver refuses that event
 */
async function placeOrders(parts: Parts, steps: Steps): Promise<Orders> {
  const { sandbox, cases, probe, sender, url, options } = parts;
  const place = (kinds: readonly OrderKind[]): Promise<AuditOrder[]> => {
    steps.begin('placing orders');
    return sandbox.prepare(kinds, () => {
      steps.end();
      steps.begin('placing orders');
    });
  };
  const kinds = cases.flatMap(one => one.orders);
  const late = await place(kinds.filter(kind => kind === 'late'));
  const [first] = (await place(['usual'])) as [AuditOrder];
  const answer = await sender.send(first.genuine('processing'));
  if (!isAccepted(answer)) throw await refusedFirst(url, options, { order: first, answer, sender });
  const plainKinds = Array.from({ length: plainCount(probe) }, () => 'usual' as const);
  const usual = await place([...plainKinds, ...kinds.filter(kind => kind !== 'late')]);
  const plain = usual.splice(0, plainKinds.length);
  const take = (kind: OrderKind): AuditOrder => (kind === 'late' ? late : usual).shift()!;
  return { plain, byCase: new Map(cases.map(one => [one.id, one.orders.map(take)])) };
}

/** Rejects when the signal aborts. */
const stopped = (ended: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(new AuditError('the audit was stopped'));
    if (ended.aborted) stop();
    ended.addEventListener('abort', stop, { once: true });
  });

const plainCount = (probe: Probe | null): number => PLAIN_RUNS + (probe ? CONFIRMATIONS : 0);

/** Runs a case. @returns the error that ended it because the probe did not answer; null if it ran to its end */
async function auditErrorOf(run: Promise<void>): Promise<AuditError | null> {
  try {
    await run;
    return null;
  } catch (error) {
    if (error instanceof AuditError) return error;
    throw error;
  }
}

async function assessAll(parts: Parts): Promise<AuditRun> {
  const { cases, sender, probe, secret, options, ended, clock } = parts;
  const orderCount = 1 + plainCount(probe) + cases.flatMap(one => one.orders).length;
  const steps = new Steps(orderCount + 1 + cases.length, options);
  const orders = await placeOrders(parts, steps);
  steps.begin('plain runs');
  const { first, oracle, use } = await plainRuns(parts, orders.plain);
  steps.end();
  const survival = new Survival(sender, orders.plain[0]!.genuine('processing'), clock);
  const exchanges = new Map<string, readonly Exchange[]>();
  const results: AuditedCase[] = [];
  let gone: Gone | null = null;
  for (const one of cases) {
    if (ended.aborted) break;
    steps.begin(one.id);
    if (gone) results.push(notRun(one.id, gone));
    else {
      const own = orders.byCase.get(one.id)!;
      const stage = new CaseStage({ orders: own, secret, plain: first, sender, oracle });
      const problem = await auditErrorOf(one.run(stage));
      gone = await survival.after(one.id, stage, problem !== null);
      if (problem && !gone) throw problem;
      exchanges.set(one.id, stage.exchanges);
      results.push(assess(one, stage, use));
    }
    steps.end();
  }
  steps.begin('');
  return { cases: results, exchanges, headOf: message => sender.headOf(message) };
}

/**
 * Runs an audit, and returns its deliveries too.
 * @param ended when it aborts, the audit stops, and the command that places orders is killed
 * @param clock the host's, which times responses and the receiver's work
 * @throws AuditError if it cannot be run, and if it is stopped
 */
export async function runAudit(
  url: string,
  options: AuditOptions,
  ended: AbortSignal = new AbortController().signal,
  clock: HostClock = systemClock,
): Promise<AuditRun> {
  const cases = chosenCases(options.only);
  const secret = checkSecret(options.secret);
  if (options.apiKey === '') throw new AuditError('api-key: it is empty; leave it out, or pass a key');
  const sender = new Sender(url, clock);
  const probe = options.probe === undefined ? null : new Probe(options.probe, clock);
  let sandbox: AuditSandbox | null = null;
  try {
    sandbox = await AuditSandbox.start({ ...options, secret }, ended);
    const assessed = assessAll({ ended, url, options, secret, cases, sandbox, sender, probe, clock });
    return await Promise.race([assessed, stopped(ended)]);
  } catch (error) {
    throw error instanceof OptionError ? new AuditError(error.message) : error;
  } finally {
    await Promise.all([sender.close(), probe?.close(), sandbox?.close()]);
  }
}
