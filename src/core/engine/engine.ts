import { reject } from '../domain/error-codes.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { ClockState } from '../domain/time.ts';
import type { Corruption } from '../scenario/rule-effects.ts';
import type { AccountChange, Scenario } from '../scenario/scenario-schema.ts';
import { type Account, unused } from './account.ts';
import { applyChange } from './account-change.ts';
import { forgetScenario, keepScenario, setScenarios } from './account-scenarios.ts';
import {
  type ApiKey,
  type AttemptOutcome,
  type SendPlan,
  statusOf,
  type Task,
  type WebhookDestination,
} from './account-state.ts';
import { type ChainChange, changeChain } from './chain-commands.ts';
import { type AccountEvent, CommandContext, type Effect, type ScenarioSource } from './command-context.ts';
import { moveByHand, refund, refundByHand, takeStep } from './order-lifecycle.ts';
import { type OrderRequest, placeOrder } from './place-order.ts';
import { handle } from './request/handle-request.ts';
import type { ServiceRequest } from './request/service-request.ts';
import { recordAttempt, resend, retry, sendScheduled } from './webhook-deliveries.ts';

/** All commands on an account, with their parameters. Plain data. */
export interface Commands {
  /** Only runs the work that is due, with `maxTasks` at most that many tasks, so that more may remain due. */
  elapse: { readonly maxTasks?: number };
  handle: ServiceRequest;
  /** An order that is not placed through the service API. Scenarios only choose its lifecycle. */
  placeOrder: OrderRequest;
  recordAttempt: {
    readonly plan: SendPlan;
    readonly url: string;
    readonly outcome: AttemptOutcome;
    /** 0 during an advance, which runs the due work itself. */
    readonly maxTasks?: 0;
  };
  /** Moves an order to a state that the transition table allows; refundAfterMs as for LifecycleStep. */
  move: {
    readonly order: number;
    readonly to: OrderStatus;
    readonly refundAfterMs?: number;
    /** Default: `by hand`. */
    readonly cause?: 'dashboard';
  };
  refund: { readonly order: number };
  resend: { readonly event: number; readonly corrupt: Corruption | null; readonly byDashboard?: true };
  deposit: { readonly amountSun: number };
  change: AccountChange;
  setScenarios: { readonly scenarios: readonly Scenario[] };
  /** Stores a scenario of the account with the text of its file, and activates it on request. */
  keepScenario: { readonly scenario: Scenario; readonly text: string; readonly activate: boolean };
  forgetScenario: { readonly name: string };
  setWebhook: WebhookDestination;
  setClock: { readonly clock: ClockState };
  addKey: { readonly key: ApiKey };
  revokeKey: { readonly id: string };
  /** Stores a transaction that the TRON node has accepted. */
  broadcast: ChainChange;
  /** Stores new balances of an address on the chain. */
  setWallet: ChainChange;
}

export type CommandKind = keyof Commands;

export type Replies = { [Kind in CommandKind]: ReturnType<(typeof HANDLERS)[Kind]> };

export interface Executed<Reply> {
  readonly reply: Reply;
  readonly effects: readonly Effect[];
  readonly accountEvents: readonly AccountEvent[];
  /** False if only `nowMs` has changed, so that a replay can omit the command. */
  readonly changed: boolean;
}

type Handlers = {
  readonly [Kind in CommandKind]: (context: CommandContext, command: Commands[Kind]) => unknown;
};

const HANDLERS = {
  elapse: () => undefined,
  handle,
  placeOrder,
  recordAttempt: (context, { plan, url, outcome }) => recordAttempt(context, plan, url, outcome),
  move: (context, { order: id, to, refundAfterMs, cause }) => {
    const order = context.account.orderById(id);
    if (!order) return reject('ORDER_NOT_FOUND', `there is no order ${id}`);
    return moveByHand(context, order, to, cause ?? 'by hand', refundAfterMs) ?? order;
  },
  refund: (context, { order: id }) => {
    const order = context.account.orderById(id);
    if (!order) return reject('ORDER_NOT_FOUND', `there is no order ${id}`);
    if (statusOf(order) !== 'failed') {
      return reject(
        'REFUND_NOT_ALLOWED',
        `order ${id} is ${statusOf(order)}; only a failed order can be refunded`,
      );
    }
    refundByHand(context, order);
    return order;
  },
  resend: (context, { event, corrupt, byDashboard }) => {
    const { state } = context.account;
    if (!state.events[event]) return reject('EVENT_NOT_FOUND', `there is no event ${event}`);
    if (state.webhook.url === null) return reject('NO_DESTINATION', 'the account has no webhook destination');
    return resend(context, event, null, { corrupt, byDashboard });
  },
  deposit: (context, { amountSun }) => context.book('deposit', amountSun),
  change: (context, change) => applyChange(context, change, null),
  setScenarios: (context, { scenarios }) => setScenarios(context, scenarios),
  keepScenario: (context, { scenario, text, activate }) =>
    keepScenario(context, { scenario, text }, activate),
  forgetScenario: (context, { name }) => forgetScenario(context, name),
  setWebhook: (context, destination) => {
    context.account.state.webhook = destination;
    context.accountChanged('webhook');
  },
  setClock: (context, { clock }) => {
    context.account.state.clock = clock;
    context.accountChanged('clock');
  },
  addKey: (context, { key }) => {
    const { keys, origin } = context.account.state;
    keys.push(key);
    origin.keys.push(unused(key));
    context.accountChanged('keys');
  },
  revokeKey: (context, { id }) => {
    const key = context.account.keyById(id);
    if (!key) return reject('KEY_NOT_FOUND', `there is no key ${id}`);
    key.revoked = true;
    for (const one of context.account.state.origin.keys) if (one.id === id) one.revoked = true;
    context.accountChanged('keys');
    return key;
  },
  broadcast: changeChain,
  setWallet: changeChain,
} satisfies Handlers;

function runTask(context: CommandContext, task: Task): void {
  const { account } = context;
  switch (task.kind) {
    case 'step':
      takeStep(context, account.orderById(task.order)!, task.step);
      break;
    case 'refund':
      refund(context, account.orderById(task.order)!, false);
      break;
    case 'send':
      sendScheduled(context, task.plan);
      break;
    case 'retry':
      retry(context, task.event, task.number);
      break;
  }
}

/**
 * Runs all work that is due at an instant or earlier, each task at its own due time. If the limit ends this early, the
 * account's time stays at the last task that ran.
 */
function runDue(context: CommandContext, nowMs: number, maxTasks: number): void {
  const { agenda } = context.account;
  for (let done = 0; done < maxTasks; done++) {
    const task = agenda.takeDue(nowMs);
    if (!task) {
      context.nowMs = Math.max(context.nowMs, nowMs);
      return;
    }
    context.nowMs = Math.max(context.nowMs, task.dueMs);
    context.markChanged();
    runTask(context, task);
  }
}

const maxTasksOf = (command: Commands[CommandKind]): number =>
  ('maxTasks' in command ? command.maxTasks : undefined) ?? Number.POSITIVE_INFINITY;

/** The only writer of the state of accounts. It is synchronous, so the effects of a command are committed together. */
export class Engine {
  readonly #library: ScenarioSource;

  constructor(library: ScenarioSource) {
    this.#library = library;
  }

  /**
   * Executes a command at an instant of the account's clock, after the work that is due by then. If the account has
   * already reached a later instant, the command is executed at that one.
   */
  execute<Kind extends CommandKind>(
    account: Account,
    kind: Kind,
    command: Commands[Kind],
    nowMs: number,
  ): Executed<Replies[Kind]> {
    const context = new CommandContext(account, this.#library, account.state.nowMs);
    runDue(context, nowMs, maxTasksOf(command));
    account.state.nowMs = context.nowMs;
    const reply = (HANDLERS as Handlers)[kind](context, command) as Replies[Kind];
    const { effects, accountEvents, changed } = context;
    return { reply, effects, accountEvents, changed };
  }
}
