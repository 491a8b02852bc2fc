import { refuse } from '../domain/errors.ts';
import { type Account, unused } from './account.ts';
import type { Task } from './account-state.ts';
import { arrive } from './arrivals.ts';
import { placeBulk } from './bulk.ts';
import { applyChange, setScenarios } from './changes.ts';
import type { CommandKind, Commands, Replies } from './commands.ts';
import { recordAttempt, resend, retry, sendScheduled } from './deliveries.ts';
import { book } from './ledger.ts';
import { moveByHand, refund, refundByHand, statusOf, takeStep } from './lifecycle.ts';
import { placeOrder } from './orders.ts';
import { type Effect, type Happening, type ScenarioSource, Turn } from './turn.ts';

/** What came of a command: its reply, what the edges have to do, and what happened on the way. */
export interface Executed<Reply> {
  readonly reply: Reply;
  readonly effects: readonly Effect[];
  readonly happenings: readonly Happening[];
}

type Handlers = { readonly [Kind in CommandKind]: (turn: Turn, command: Commands[Kind]) => Replies[Kind] };

/** One arm a command. */
const HANDLERS: Handlers = {
  elapse: () => null,
  arrive,
  placeOrder: (turn, { request, kind, keyId, picked }) =>
    placeOrder(turn, request, kind, turn.account.keyById(keyId)?.name ?? '', picked),
  placeBulk,
  recordAttempt: (turn, { plan, url, outcome }) => {
    recordAttempt(turn, plan, url, outcome);
    return null;
  },
  move: (turn, { order: id, to, refundAfterMs }) => {
    const order = turn.account.orderById(id);
    if (!order) return refuse('NOT_FOUND', `there is no order ${id}`);
    return moveByHand(turn, order, to, refundAfterMs) ?? order;
  },
  refund: (turn, { order: id }) => {
    const order = turn.account.orderById(id);
    if (!order) return refuse('NOT_FOUND', `there is no order ${id}`);
    if (statusOf(order) !== 'failed') {
      return refuse('NOT_FOUND', `order ${id} is ${statusOf(order)}; only a failed one is refunded`);
    }
    refundByHand(turn, order);
    return order;
  },
  resend: (turn, { event, corrupt }) => {
    const { state } = turn.account;
    if (!state.events[event]) return refuse('NOT_FOUND', `there is no event ${event}`);
    if (state.webhook.url === null) return refuse('NOT_FOUND', 'the account has no webhook destination');
    return resend(turn, event, null, corrupt);
  },
  deposit: (turn, { amountSun }) => {
    book(turn, 'deposit', amountSun);
    return null;
  },
  change: (turn, change) => {
    applyChange(turn, change, null);
    return null;
  },
  setScenarios: (turn, { scenarios }) => {
    setScenarios(turn, scenarios);
    return null;
  },
  setWebhook: (turn, destination) => {
    turn.account.state.webhook = destination;
    turn.happenings.push({ kind: 'account', atMs: turn.nowMs, change: 'webhook' });
    return null;
  },
  setClock: (turn, { clock }) => {
    turn.account.state.clock = clock;
    turn.happenings.push({ kind: 'account', atMs: turn.nowMs, change: 'clock' });
    return null;
  },
  addKey: (turn, { key }) => {
    const { keys, origin } = turn.account.state;
    keys.push(key);
    origin.keys.push(unused(key));
    turn.happenings.push({ kind: 'account', atMs: turn.nowMs, change: 'keys' });
    return null;
  },
  revokeKey: (turn, { id }) => {
    const key = turn.account.keyById(id);
    if (!key) return refuse('NOT_FOUND', `there is no key ${id}`);
    key.revoked = true;
    for (const one of turn.account.state.origin.keys) if (one.id === id) one.revoked = true;
    turn.happenings.push({ kind: 'account', atMs: turn.nowMs, change: 'keys' });
    return key;
  },
};

function runTask(turn: Turn, task: Task): void {
  const { account } = turn;
  switch (task.kind) {
    case 'step':
      takeStep(turn, account.orderById(task.order)!, task.step);
      break;
    case 'refund':
      refund(turn, account.orderById(task.order)!, false);
      break;
    case 'attempt':
      sendScheduled(turn, task.plans);
      break;
    case 'retry':
      retry(turn, task.event, task.number);
      break;
  }
}

/**
 * Does what fell due, each piece at its own instant, up to an instant. Where the limit ends it early, the account's
 * time stands at the last piece that was done.
 */
function runDue(turn: Turn, nowMs: number, maxTasks: number): void {
  const { agenda } = turn.account;
  for (let done = 0; done < maxTasks; done++) {
    const task = agenda.takeDue(nowMs);
    if (!task) {
      turn.nowMs = Math.max(turn.nowMs, nowMs);
      return;
    }
    turn.nowMs = Math.max(turn.nowMs, task.dueMs);
    runTask(turn, task);
  }
}

const maxTasksOf = (command: Commands[CommandKind]): number =>
  ('maxTasks' in command ? command.maxTasks : undefined) ?? Number.POSITIVE_INFINITY;

/** The only writer of accounts' state: synchronous, so that whatever belongs together commits together. */
export class Engine {
  readonly #library: ScenarioSource;

  constructor(library: ScenarioSource) {
    this.#library = library;
  }

  /**
   * Carries out a command at an instant of the account's clock, after all work that fell due by then.
   * An instant behind the account's latest one counts as that.
   */
  execute<Kind extends CommandKind>(
    account: Account,
    kind: Kind,
    command: Commands[Kind],
    nowMs: number,
  ): Executed<Replies[Kind]> {
    const turn = new Turn(account, this.#library, account.state.nowMs);
    runDue(turn, nowMs, maxTasksOf(command));
    account.state.nowMs = turn.nowMs;
    const reply = HANDLERS[kind](turn, command);
    return { reply, effects: turn.effects, happenings: turn.happenings };
  }
}
