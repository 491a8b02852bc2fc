import { isTerminal } from '../domain/order.ts';
import { eventStateName } from '../text/event-words.ts';
import { counted } from '../text/units.ts';
import type {
  AccountInfo,
  ClockReading,
  EventName,
  Order,
  OrderDetail,
  OrderStatus,
  WebhookEvent,
  WebhookEventDetail,
} from './data-types.ts';
import { checkOrder, SandboxError } from './errors.ts';
import type { Caller } from './library-control.ts';
import type { PollResult } from './polling.ts';
import type { Account } from './sandbox-interface.ts';

type Reader = Pick<Account, 'read' | 'orders' | 'order' | 'events' | 'event'>;

const pending = (status: string): PollResult<never> => ({ kind: 'pending', status });
const impossible = (why: string): PollResult<never> => ({ kind: 'impossible', why });

const isStopped = (clock: ClockReading): boolean => clock.speed === 0;
const ofOrder = (order: number | string): string =>
  typeof order === 'number' ? `order ${order}` : `the order with external_id ${JSON.stringify(order)}`;

/** Describes what is awaited. */
export const describeWebhookWait = (event: EventName, order: number | string | undefined): string =>
  `the webhook ${event}${order === undefined ? '' : ` of ${ofOrder(order)}`}`;

/** Describes what is awaited. */
export const describeOrderWait = (order: number | string, status: OrderStatus): string =>
  `${ofOrder(order)} in ${status}`;

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
  const events = await account.events({ event, externalId: order });
  return events.filter(one => one.externalId === order);
}

/** Polls for an acknowledged event. @param isAdvancing whether this client is advancing the clock */
export async function pollForWebhook(
  account: Reader,
  event: EventName,
  order: number | string | undefined,
  isAdvancing: boolean,
): Promise<PollResult<WebhookEventDetail>> {
  // Read before the events, so that a delivery that ends between the two reads is seen as acknowledged.
  const isActive = isAdvancing || (await isDelivering(account));
  const events = await eventsOf(account, event, order);
  const acknowledged = events.find(one => one.acknowledged);
  if (acknowledged) return { kind: 'found', found: await account.event(acknowledged.eventId) };
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

function eventStatus({ eventId, state, attempts, nextAttempt }: WebhookEvent): string {
  const after = `after ${counted(attempts, 'attempt')}`;
  switch (state) {
    case 'exhausted':
      return `${eventId} was given up ${after}; account.deliveries() lists the responses of the receiver`;
    case 'dropped':
      return `${eventId} was dropped by a scenario`;
    case 'unsent':
      return `${eventId} happened while the account had no webhook destination`;
    default:
      return `${eventId} is ${eventStateName({ state, next_attempt: nextAttempt })} ${after}`;
  }
}

const clockStopped = ({ name, clock }: AccountInfo): string =>
  `the clock of account ${name} is stopped at ${clock.now}`;

async function attemptDue(account: Reader, { eventId }: WebhookEvent): Promise<string> {
  const { nextAttempt } = await account.event(eventId);
  return nextAttempt ? `attempt ${nextAttempt.number} is due at ${nextAttempt.at}: ` : '';
}

async function stepsDue(account: Reader, order: number | string | undefined): Promise<string> {
  const of = typeof order === 'string' ? { externalId: order } : {};
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
  order === undefined ? !isTerminal(one.status) : one.externalId === order;

const stepDue = ({ id, status, nextStep }: OrderDetail): string =>
  nextStep
    ? `order ${id} goes from ${status} to ${nextStep.to} at ${nextStep.at}: `
    : `order ${id} is ${status} and has no scheduled step: `;

function advanceHint(
  event: EventName,
  order: number | string | undefined,
  latest: WebhookEvent | undefined,
): string {
  if (latest) return "advance the clock, for example account.advance({ by: '1h' })";
  const which = order === undefined ? '' : `, order: ${typeof order === 'number' ? order : `'${order}'`}`;
  return `advance the clock, for example account.advance({ until: '${event}'${which} })`;
}

/** Polls for an order that has reached a status. @param isAdvancing whether this client is advancing the clock */
export async function pollForOrder(
  account: Reader,
  id: number | string,
  status: OrderStatus,
  isAdvancing: boolean,
): Promise<PollResult<OrderDetail>> {
  const isActive = isAdvancing || (await isDelivering(account));
  const known = typeof id === 'number' ? id : (await account.orders({ externalId: id, limit: 1 }))[0]?.id;
  if (known === undefined) return pending(`there is no order with external_id ${JSON.stringify(id)}`);
  const order = await account.order(known);
  if (order.timeline.some(step => step.status === status)) return { kind: 'found', found: order };
  const current = `order ${order.id} is ${order.status}`;
  if (isTerminal(order.status)) {
    const past = order.timeline.map(step => step.status).join(', ');
    return impossible(`${current}, a final status, and was ${past}`);
  }
  if (isActive) return pending(current);
  const info = await account.read();
  if (!isStopped(info.clock)) return pending(current);
  const fix = order.nextStep
    ? `advance the clock, for example account.advance({ until: 'order.${status}', order: ${order.id} })`
    : `move it manually: account.move(${order.id}, '${status}')`;
  return impossible(`${clockStopped(info)}, and ${stepDue(order)}${fix}`);
}

/**
 * The path of an order by its id or external_id.
 * @param call the method that errors name
 * @throws SandboxError ORDER_NOT_FOUND; INVALID_OPTION for what is neither, such as undefined, which would match any order
 */
export async function orderPathOf(
  call: string,
  account: Account,
  { path }: Caller,
  id: number | string,
): Promise<{ account: string; order: number }> {
  checkOrder(call, 'id', id ?? null);
  if (typeof id === 'number') return { ...path, order: id };
  const [order] = await account.orders({ externalId: id, limit: 1 });
  if (order) return { ...path, order: order.id };
  const message = `account ${account.name} has no order with external_id ${JSON.stringify(id)}`;
  throw new SandboxError(message, { code: 'ORDER_NOT_FOUND' });
}
