import type { OrderStatus } from '../../core/domain/order.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { type HostClock, systemClock } from '../../host/node/host-clock.ts';
import { DEMO_WEBHOOK_SECRET, OptionError } from '../../server/sandbox-options.ts';
import { assess, type ProbeUse } from './assess-case.ts';
import {
  type AuditMessage,
  type AuditOrder,
  type Exchange,
  isAccepted,
  isTemporary,
  isTimeout,
  LIFE,
  type OrderKind,
  Sender,
  TooSlow,
} from './audit-messages.ts';
import { AuditSandbox, runCommand } from './audit-sandbox.ts';
import { type AuditCase, CaseStage, type PlainRun, type Symptom, type SymptomKind } from './case-stage.ts';
import { AUDIT_CASE_IDS, AUDIT_CASES } from './cases.ts';
import { AuditError, type AuditedCase, type AuditOptions } from './options-and-result.ts';
import { Probe, type ProbedState } from './probe.ts';
import { type Checkpoint, type PlainStates, StateOracle } from './stored-state.ts';
import { type Gone, notRun, refusedFirst, Survival, slowResults } from './unusable-receiver.ts';

/** How long the first plain runs wait until the probe shows anything of the events. */
const FIRST_CHANGE_MS = 10_000;

/** Sends a delivery, and once more if it is answered with a 5xx, as the service does. */
async function deliverAtLast(sender: Sender, message: AuditMessage): Promise<Exchange[]> {
  const sent = [{ message, answer: await sender.send(message) }];
  if (isTemporary(sent[0]!.answer)) sent.push({ message, answer: await sender.send(message) });
  return sent;
}

/**
 * Sends the genuine events of a delivered and of a refunded order, one after another.
 * @param earlier the states of an earlier run: the probe does not wait for a change that they did not show
 */
async function plainRun(
  [order, refunded]: readonly [AuditOrder, AuditOrder],
  sender: Sender,
  probe: Probe | null,
  earlier: PlainStates | null,
): Promise<PlainRun> {
  const expectsChange = (from: Checkpoint, to: Checkpoint): boolean =>
    earlier === null || JSON.stringify(earlier[from]) !== JSON.stringify(earlier[to]);
  const exchanges: Exchange[] = [];
  const stumbled: AuditOrder[] = [];
  const deliver = async (one: AuditOrder, statuses: readonly OrderStatus[]): Promise<void> => {
    for (const status of statuses) {
      const sent = await deliverAtLast(sender, one.genuine(status));
      exchanges.push(...sent);
      if (sent.length > 1 && isAccepted(sent.at(-1)!.answer)) stumbled.push(one);
    }
  };
  const learn = async (
    one: AuditOrder,
    before: ProbedState | null,
    ms?: number,
  ): Promise<ProbedState | null> => (probe ? await probe.learn(one, before, ms) : null);
  const placed = await learn(order, null);
  await deliver(order, LIFE.slice(0, 1));
  const processing = await learn(order, expectsChange('placed', 'processing') ? placed : null);
  await deliver(order, LIFE.slice(1));
  const isFirst = JSON.stringify(placed) === JSON.stringify(processing);
  const expected = expectsChange('processing', 'completed') ? processing : null;
  const completed = await learn(order, expected, isFirst ? FIRST_CHANGE_MS : undefined);
  await deliver(refunded, refunded.life);
  const showsNothing = isFirst && JSON.stringify(placed) === JSON.stringify(completed);
  const unplaced = expectsChange('placed', 'refunded') && !showsNothing ? placed : null;
  const failed = await learn(refunded, unplaced);
  const isComplete = exchanges.every(({ answer }) => isAccepted(answer));
  const states =
    placed && processing && completed && failed && isComplete
      ? { placed, processing, completed, refunded: failed }
      : null;
  return { order, exchanges, stumbled, states };
}

/** An audit with its deliveries. */
export interface AuditRun {
  readonly cases: readonly AuditedCase[];
  readonly exchanges: ReadonlyMap<string, readonly Exchange[]>;
  /** The head of a request as it was sent, without the empty line. */
  readonly headOf: Sender['headOf'];
}

const PLAIN: readonly OrderKind[] = ['usual', 'refunded'];
/** Without a probe, one plain run shows everything. */
const plainKinds = (probe: Probe | null): readonly OrderKind[] => (probe ? [...PLAIN, ...PLAIN] : PLAIN);

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

class Steps {
  readonly #total: number;
  readonly #options: AuditOptions;
  #done = 0;

  constructor(total: number, options: AuditOptions) {
    this.#total = total;
    this.#options = options;
  }

  begin(step: string): void {
    this.#options.on_progress?.({ step, done: this.#done, total: this.#total });
  }

  end(): void {
    this.#done += 1;
  }
}

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

/** What the audit knows after the plain runs. */
interface Known {
  readonly first: PlainRun;
  readonly oracle: StateOracle | null;
  readonly use: ProbeUse;
  /** Why the probe shows nothing, although all events were accepted; null if it does, or if there is none. */
  readonly probeProblem: string | null;
}

/** How often a plain run is made again because an event was accepted only when it was sent again. */
const MAX_AGAIN = 3;

/**
 * A plain run in which each event was accepted at once, if the receiver lets one succeed. It has the deliveries and orders
 * of the runs before it, too.
 */
async function cleanRun(
  { sender, probe, sandbox }: Parts,
  pair: readonly [AuditOrder, AuditOrder],
  earlier: PlainStates | null,
): Promise<PlainRun> {
  let last = await plainRun(pair, sender, probe, earlier);
  const runs = [last];
  while (probe && last.stumbled.length > 0 && runs.length <= MAX_AGAIN) {
    const others = (await sandbox.prepare(PLAIN, () => undefined)) as [AuditOrder, AuditOrder];
    last = await plainRun(others, sender, probe, earlier);
    runs.push(last);
  }
  return {
    ...last,
    exchanges: runs.flatMap(({ exchanges }) => exchanges),
    stumbled: runs.flatMap(({ stumbled }) => stumbled),
  };
}

/** The plain runs, and how the probe can be used. */
async function plainRuns(parts: Parts, { plain, first: before }: Orders): Promise<Known> {
  const { sender, probe, sandbox } = parts;
  const [order, refunded, next, nextRefunded] = plain as [AuditOrder, AuditOrder, AuditOrder, AuditOrder];
  const run = await cleanRun(parts, [order, refunded], null);
  const second = probe && (await cleanRun(parts, [next, nextRefunded], run.states));
  const stumbled = [...before.stumbled, ...run.stumbled, ...(second?.stumbled ?? [])];
  const later = second && second.stumbled.length > 0 ? second.exchanges : [];
  const first = { ...run, exchanges: [...before.exchanges, ...run.exchanges, ...later], stumbled };
  if (!second) return { first, oracle: null, use: { kind: 'none' }, probeProblem: null };
  if (!first.states || !second.states) {
    const why = 'an event of a plain run was not accepted';
    return { first, oracle: null, use: { kind: 'useless', why }, probeProblem: null };
  }
  const control = async (): Promise<readonly [AuditOrder, AuditOrder]> => {
    const both = (await sandbox.prepare(PLAIN, () => undefined)) as [AuditOrder, AuditOrder];
    for (const one of both) for (const status of one.life) await sender.send(one.genuine(status));
    return both;
  };
  const oracle = new StateOracle(probe, [first.states, second.states], order.priceSun, control);
  const probeProblem = foreignData(second.states.placed, order) ?? oracle.uselessness();
  return probeProblem === null
    ? { first, oracle, use: { kind: 'used' }, probeProblem }
    : { first, oracle: null, use: { kind: 'useless', why: probeProblem }, probeProblem };
}

/** Says that the probe of an order without events shows data of an earlier order; null if it does not. */
function foreignData(placed: ProbedState, earlier: AuditOrder): string | null {
  const { unique, orderId } = earlier.identity();
  const text = JSON.stringify(placed.body);
  const found = [...unique, [String(orderId), '<order_id>']].find(
    ([value, name]) => name !== '<address>' && text.includes(value!),
  );
  return found ? `the probe of a new order shows another order's data: its ${found[1]!.slice(1, -1)}` : null;
}

/** The orders of an audit. No event of them was delivered yet. */
interface Orders {
  readonly plain: readonly AuditOrder[];
  /** The very first delivery, if it was accepted only when it was sent again. */
  readonly first: Pick<PlainRun, 'exchanges' | 'stumbled'>;
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
  const exchanges = await deliverAtLast(sender, first.genuine('processing'));
  const { answer } = exchanges.at(-1)!;
  if (!isAccepted(answer) && !isTimeout(answer))
    throw await refusedFirst(url, options, { order: first, answer, sender });
  const usual = await place([...plainKinds(probe), ...kinds.filter(kind => kind !== 'late')]);
  const plain = usual.splice(0, plainKinds(probe).length);
  const take = (kind: OrderKind): AuditOrder => (kind === 'late' ? late : usual).shift()!;
  const before = exchanges.length > 1 ? { exchanges, stumbled: [first] } : { exchanges: [], stumbled: [] };
  return { plain, first: before, byCase: new Map(cases.map(one => [one.id, one.orders.map(take)])) };
}

const stopped = (ended: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(new AuditError('the audit was stopped'));
    if (ended.aborted) stop();
    ended.addEventListener('abort', stop, { once: true });
  });

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
  const { cases, sender, probe, options } = parts;
  const orderCount = 1 + plainKinds(probe).length + cases.flatMap(one => one.orders).length;
  const steps = new Steps(orderCount + 1 + cases.length, options);
  const exchanges = new Map<string, readonly Exchange[]>();
  const results: AuditedCase[] = [];
  const run = { exchanges, headOf: (message: AuditMessage) => sender.headOf(message) };
  try {
    const orders = await placeOrders(parts, steps);
    steps.begin('plain runs');
    const known = await plainRuns(parts, orders);
    steps.end();
    await assessEach(parts, { steps, orders, known, exchanges, results });
    return { ...run, cases: results };
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    exchanges.set('answer-time', sender.slow);
    return { ...run, cases: slowResults(cases, results, sender.slow) };
  } finally {
    steps.begin('');
  }
}

/** Runs the cases one after another. Without a usable probe, the case that says so is run, whichever were chosen. */
async function assessEach(
  parts: Parts,
  { steps, orders, known, exchanges, results }: Progress,
): Promise<void> {
  const { sender, secret, sandbox, ended, clock, options, cases } = parts;
  const { first, oracle, use, probeProblem } = known;
  const survival = new Survival(sender, orders.plain[0]!.genuine('processing'), clock);
  const { restart: command } = options;
  const restart = async (): Promise<void> => {
    await runCommand('restart', command!, {}, ended);
    await survival.restarted();
  };
  const isAdded = probeProblem !== null && !cases.includes(AUDIT_CASES[0]!);
  let gone: Gone | null = null;
  const symptoms = new Map<Symptom, string>();
  for (const one of isAdded ? [AUDIT_CASES[0]!, ...cases] : cases) {
    if (ended.aborted) break;
    steps.begin(one.id);
    if (gone) results.push(notRun(one.id, gone));
    else {
      const stage = new CaseStage({
        orders: orders.byCase.get(one.id) ?? [],
        secret,
        plain: first,
        sender,
        oracle,
        probeProblem,
        restart: command === undefined ? null : restart,
        placeAnother: options.place === undefined ? null : () => sandbox.placeAnother(),
        known: symptoms,
      });
      const problem = await auditErrorOf(one.run(stage).then(() => stage.expectRepeatsCounted()));
      gone = await survival.after(one.id, stage, problem !== null);
      if (problem && !gone) throw problem;
      exchanges.set(one.id, stage.exchanges);
      results.push(assess(one, stage, use));
      const named = stage.problems.flatMap(one => one.symptoms);
      for (const symptom of named)
        if (one.names?.includes(symptom.split(' ')[0] as SymptomKind)) symptoms.set(symptom, one.id);
    }
    if (!(isAdded && one === AUDIT_CASES[0])) steps.end();
  }
}

interface Progress {
  readonly steps: Steps;
  readonly orders: Orders;
  readonly known: Known;
  readonly exchanges: Map<string, readonly Exchange[]>;
  readonly results: AuditedCase[];
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
  if (options.api_key === '') throw new AuditError('api_key: it is empty; leave it out, or pass a key');
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
