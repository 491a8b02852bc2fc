import { sseMessages } from '../contract/json/sse-parser.ts';
import { EVENT_NAMES, eventOf, isTerminal, ORDER_STATUSES } from '../core/domain/order.ts';
import { counted, eventStateName } from '../core/text/wording.ts';
import type { RequestMatch, WaitOptions, WebhookWait } from './call-options.ts';
import { checkName, checkOptions, checkOrder, checkTimeout } from './check-options.ts';
import type {
  AccountInfo,
  ClockReading,
  EventName,
  Order,
  OrderDetail,
  OrderStatus,
  RequestDetail,
  WebhookEvent,
  WebhookEventDetail,
} from './data-types.ts';
import { SandboxError, WaitError } from './errors.ts';
import { latestRequest } from './expectations.ts';
import { type Caller, ROOT } from './sandbox-control.ts';
import type { Account } from './sandbox-interface.ts';
import { callAfter, DEFAULT_TIMEOUT_MS } from './timers.ts';

/** An account that a wait is watching. */
export interface Waiter {
  readonly account: Account;
  readonly caller: Caller;
  /** Whether this client is advancing the clock. Meanwhile, even a manual clock moves. */
  isAdvancing(): boolean;
  /** Calls back at the end of each advance that this client started, until the returned function is called. */
  onAdvanced(listener: () => void): () => void;
}

/** See Account.waitForWebhook. */
export function waitForWebhook(
  waiter: Waiter,
  event: EventName,
  wait: WebhookWait,
): Promise<WebhookEventDetail> {
  const { order, timeout_ms: timeoutMs } = wait;
  checkName('waitForWebhook', 'event', event, EVENT_NAMES);
  checkOptions('waitForWebhook', wait, ['timeout_ms', 'order']);
  checkOrder('waitForWebhook', 'order', order);
  const what = `the webhook ${event}${order === undefined ? '' : ` of ${ofOrder(order)}`}`;
  const poll = () => pollForWebhook(waiter.account, event, order, waiter.isAdvancing());
  return waitFor(waiter, { call: 'waitForWebhook', what, timeoutMs, poll });
}

/** See Account.waitForOrder. */
export function waitForOrder(
  waiter: Waiter,
  id: number | string,
  status: OrderStatus,
  wait: WaitOptions,
): Promise<OrderDetail> {
  checkOrder('waitForOrder', 'id', id ?? null);
  checkName('waitForOrder', 'status', status, ORDER_STATUSES);
  checkOptions('waitForOrder', wait, ['timeout_ms']);
  const poll = () => pollForOrder(waiter.account, id, status, waiter.isAdvancing());
  const what = `${ofOrder(id)} in ${status}`;
  return waitFor(waiter, { call: 'waitForOrder', what, timeoutMs: wait.timeout_ms, poll });
}

/** See Account.waitForRequest. */
export async function waitForRequest(
  waiter: Waiter,
  match: RequestMatch,
  wait: WaitOptions,
): Promise<RequestDetail> {
  checkOptions('waitForRequest', wait, ['timeout_ms']);
  const poll = async (): Promise<PollResult<string>> => {
    const { found, status } = await latestRequest(waiter.caller, match);
    return found === undefined ? pending(status) : { kind: 'found', found };
  };
  const { timeout_ms: timeoutMs } = wait;
  const id = await waitFor(waiter, { call: 'waitForRequest', what: 'a request', timeoutMs, poll });
  return waiter.account.request(id);
}

/** The result of polling an account: the awaited value, the current status, or why the value cannot come. */
type PollResult<Found> =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'pending'; readonly status: string }
  | { readonly kind: 'impossible'; readonly why: string };

interface Wait<Found> {
  readonly call: string;
  /** Such as `order.failed of order 17`. */
  readonly what: string;
  readonly timeoutMs: number | undefined;
  poll(): Promise<PollResult<Found>>;
}

/** @throws WaitError if the value cannot come */
async function pollOnce<Found>(
  wait: Wait<Found>,
): Promise<Exclude<PollResult<Found>, { kind: 'impossible' }>> {
  const result = await wait.poll();
  if (result.kind === 'impossible') throw new WaitError(`${wait.what} cannot come: ${result.why}`);
  return result;
}

/**
 * Polls until the awaited value is found: immediately, and again after each message of the live stream.
 * @throws WaitError if the value cannot come, or does not come in time
 */
async function waitFor<Found>(waiter: Waiter, wait: Wait<Found>): Promise<Found> {
  checkTimeout(wait.call, wait.timeoutMs);
  const timeoutMs = wait.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const first = await pollOnce(wait);
  if (first.kind === 'found') return first.found;
  let wake = (): void => undefined;
  // The stream does not report what happened between the first poll and its start, so poll again.
  let isStale = true;
  let end: 'timed out' | 'stream lost' | null = null;
  const onChange = (): void => {
    isStale = true;
    wake();
  };
  const endWith = (reason: typeof end) => (): void => {
    end ??= reason;
    wake();
  };
  const { control, path } = waiter.caller;
  const abort = new AbortController();
  const stream = await control.open(`${ROOT}/stream`, { path, signal: abort.signal });
  const lost = endWith('stream lost');
  readToEnd(stream, onChange).then(lost, lost);
  const unsubscribe = waiter.onAdvanced(onChange);
  const cancel = callAfter(timeoutMs, endWith('timed out'));
  try {
    let { status } = first;
    for (;;) {
      while (isStale && end !== 'timed out') {
        isStale = false;
        const result = await pollOnce(wait);
        if (result.kind === 'found') return result.found;
        status = result.status;
      }
      if (end === 'timed out') throw new WaitError(`waited ${timeoutMs} ms for ${wait.what}: ${status}`);
      if (end) throw new SandboxError('the live stream ended unexpectedly', { code: 'STREAM_ENDED' });
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
  } finally {
    cancel();
    unsubscribe();
    abort.abort();
  }
}

async function readToEnd(stream: ReadableStream<Uint8Array>, onMessage: () => void): Promise<void> {
  for await (const _ of sseMessages(stream)) onMessage();
}

type Reader = Pick<Account, 'read' | 'orders' | 'order' | 'events' | 'event'>;

const pending = (status: string): PollResult<never> => ({ kind: 'pending', status });
const impossible = (why: string): PollResult<never> => ({ kind: 'impossible', why });

const isStopped = (clock: ClockReading): boolean => clock.speed === 0;
const ofOrder = (order: number | string): string =>
  typeof order === 'number' ? `order ${order}` : `the order with external_id ${JSON.stringify(order)}`;

/** Whether a delivery is in progress. Something may then still happen although the clock is stopped. */
const isDelivering = async (account: Reader): Promise<boolean> =>
  (await account.events({ state: 'sending', limit: 1 })).length > 0;

/** Events of a type, of one order or of all, oldest first. */
async function eventsOf(
  account: Reader,
  event: EventName,
  order: number | string | undefined,
): Promise<WebhookEvent[]> {
  if (typeof order !== 'string') return account.events({ event, ...(order === undefined ? {} : { order }) });
  // The filter accepts wildcards, the wait does not.
  const events = await account.events({ event, external_id: order });
  return events.filter(one => one.external_id === order);
}

/** Polls for an acknowledged event. @param isAdvancing whether this client is advancing the clock */
async function pollForWebhook(
  account: Reader,
  event: EventName,
  order: number | string | undefined,
  isAdvancing: boolean,
): Promise<PollResult<WebhookEventDetail>> {
  // Read before the events, so that a delivery that ends between the two reads is seen as acknowledged.
  const isActive = isAdvancing || (await isDelivering(account));
  const events = await eventsOf(account, event, order);
  const acknowledged = events.find(one => one.acknowledged);
  if (acknowledged) return { kind: 'found', found: await account.event(acknowledged.event_id) };
  const latest = events.at(-1);
  const status = latest ? eventStatus(latest) : 'there is no such event yet';
  if (isActive || latest?.state === 'sending') return pending(status);
  const info = await account.read();
  if (info.webhook.url === null) {
    return impossible(
      `account ${info.name} has no webhook destination, so its events are recorded but not sent; set one with account.webhook.set({ url })`,
    );
  }
  const hasEnded = latest !== undefined && ['exhausted', 'dropped', 'unsent'].includes(latest.state);
  if (hasEnded && (order !== undefined || isStopped(info.clock))) return impossible(status);
  // A new order causes order.processing without the clock, and the code under test may still create one.
  if (!isStopped(info.clock) || (!latest && event === 'order.processing')) return pending(status);
  const due = latest ? await attemptDue(account, latest) : await stepsDue(account, order);
  return impossible(`${status}, and ${clockStopped(info)}; ${due}${advanceHint(event, order, latest)}`);
}

function eventStatus({ event_id, state, attempts, next_attempt }: WebhookEvent): string {
  const after = `after ${counted(attempts, 'attempt')}`;
  switch (state) {
    case 'exhausted':
      return `${event_id} was given up ${after}; account.deliveries() lists the responses of the receiver`;
    case 'dropped':
      return `${event_id} was dropped by a scenario`;
    case 'unsent':
      return `${event_id} happened while the account had no webhook destination`;
    default:
      return `${event_id} is ${eventStateName({ state, next_attempt })} ${after}`;
  }
}

const clockStopped = ({ name, clock }: AccountInfo): string =>
  `the clock of account ${name} is stopped at ${clock.now}`;

async function attemptDue(account: Reader, { event_id }: WebhookEvent): Promise<string> {
  const { next_attempt } = await account.event(event_id);
  return next_attempt ? `attempt ${next_attempt.number} is due at ${next_attempt.at}: ` : '';
}

async function stepsDue(account: Reader, order: number | string | undefined): Promise<string> {
  const of = typeof order === 'string' ? { external_id: order } : {};
  const orders = typeof order === 'number' ? [] : await account.orders({ ...of, sort: 'newest', limit: 100 });
  const id = typeof order === 'number' ? order : orders.find(one => matches(one, order))?.id;
  if (id === undefined) {
    return order === undefined
      ? 'no order is in progress; once the code under test has created one, '
      : 'there is no such order yet; once the code under test has created it, ';
  }
  return stepDue(await account.order(id));
}

const matches = (one: Order, order: string | undefined): boolean =>
  order === undefined ? !isTerminal(one.status) : one.external_id === order;

const stepDue = ({ id, status, next_step }: OrderDetail): string =>
  next_step
    ? `order ${id} goes from ${status} to ${next_step.to} at ${next_step.at}: `
    : `order ${id} is ${status} and has no scheduled step: `;

function advanceHint(
  event: EventName,
  order: number | string | undefined,
  latest: WebhookEvent | undefined,
): string {
  const isGoal = ORDER_STATUSES.some(status => eventOf(status) === event);
  if (latest || !isGoal) return "advance the clock, for example account.advance({ by: '1h' })";
  const which = order === undefined ? '' : `, order: ${typeof order === 'number' ? order : `'${order}'`}`;
  return `advance the clock, for example account.advance({ until: '${event}'${which} })`;
}

/** Polls for an order that has reached a status. @param isAdvancing whether this client is advancing the clock */
async function pollForOrder(
  account: Reader,
  id: number | string,
  status: OrderStatus,
  isAdvancing: boolean,
): Promise<PollResult<OrderDetail>> {
  const isActive = isAdvancing || (await isDelivering(account));
  const known = typeof id === 'number' ? id : (await account.orders({ external_id: id, limit: 1 }))[0]?.id;
  if (known === undefined) return pending(`there is no order with external_id ${JSON.stringify(id)}`);
  const order = await account.order(known);
  if (order.timeline.some(step => step.status === status)) return { kind: 'found', found: order };
  const current = `order ${order.id} is ${order.status}`;
  if (isTerminal(order.status)) {
    const past = [...new Set(order.timeline.map(step => step.status))].join(', ');
    return impossible(`${current}, a final status, and was ${past}`);
  }
  if (isActive) return pending(current);
  const info = await account.read();
  if (!isStopped(info.clock)) return pending(current);
  const fix = order.next_step
    ? `advance the clock, for example account.advance({ until: 'order.${status}', order: ${order.id} })`
    : `move it manually: account.move(${order.id}, '${status}')`;
  return impossible(`${clockStopped(info)}, and ${stepDue(order)}${fix}`);
}
