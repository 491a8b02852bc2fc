import { isTerminal } from '../domain/order.ts';
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
import type { Look } from './poll-until.ts';
import type { Account } from './sandbox-interface.ts';

type Reader = Pick<Account, 'read' | 'orders' | 'order' | 'events' | 'event'>;

const notYet = (standing: string): Look<never> => ({ kind: 'not-yet', standing });
const never = (why: string): Look<never> => ({ kind: 'never', why });

const isStanding = (clock: ClockReading): boolean => clock.speed === 0;
const ofOrder = (order: number | string): string =>
  typeof order === 'number' ? `order ${order}` : `the order with external_id ${JSON.stringify(order)}`;

/** What is waited for, in words. */
export const webhookWords = (event: EventName, order: number | string | undefined): string =>
  `the webhook ${event}${order === undefined ? '' : ` of ${ofOrder(order)}`}`;

export const orderWords = (order: number | string, status: OrderStatus): string =>
  `${ofOrder(order)} in ${status}`;

/** Whether a delivery is being answered right now: then something may follow even though the clock stands. */
const isDelivering = async (account: Reader): Promise<boolean> =>
  (await account.events({ state: 'sending', limit: 1 })).length > 0;

/** Events of a kind, of one order or of all, oldest first. */
async function eventsOf(
  account: Reader,
  event: EventName,
  order: number | string | undefined,
): Promise<WebhookEvent[]> {
  const events = await account.events({ event, ...(typeof order === 'number' ? { order } : {}) });
  return typeof order === 'string' ? events.filter(one => one.externalId === order) : events;
}

/** Looks for an acknowledged event. `isAdvancing`: this program is taking the clock forward at the moment. */
export async function lookForWebhook(
  account: Reader,
  event: EventName,
  order: number | string | undefined,
  isAdvancing: boolean,
): Promise<Look<WebhookEventDetail>> {
  // Asked before the events: a delivery that ends between the two is then seen as acknowledged, and not missed.
  const isMoving = isAdvancing || (await isDelivering(account));
  const events = await eventsOf(account, event, order);
  const acknowledged = events.find(one => one.acknowledged);
  if (acknowledged) return { kind: 'found', found: await account.event(acknowledged.eventId) };
  const latest = events.at(-1);
  const standing = latest ? eventStanding(latest) : 'there is no such event yet';
  if (isMoving || latest?.state === 'sending') return notYet(standing);
  const info = await account.read();
  if (info.webhook.url === null) {
    return never(
      `account ${info.name} has no webhook destination, so its events are recorded and not sent; give it one with account.webhook.set({ url })`,
    );
  }
  const hasEnded = latest !== undefined && ['exhausted', 'dropped', 'unsent'].includes(latest.state);
  if (hasEnded && (order !== undefined || isStanding(info.clock))) return never(standing);
  // A new order brings order.processing about without the clock, and somebody may be about to make one.
  if (!isStanding(info.clock) || (!latest && event === 'order.processing')) return notYet(standing);
  const due = latest ? await attemptDue(account, latest) : await stepsDue(account, order);
  return never(`${standing}, and ${clockStands(info)}; ${due}${advanceCall(event, order, latest)}`);
}

function eventStanding({ eventId, state, attempts }: WebhookEvent): string {
  switch (state) {
    case 'exhausted':
      return `${eventId} was given up after ${attempts} attempts; account.deliveries() tells what the receiver answered`;
    case 'dropped':
      return `${eventId} was dropped by a scenario`;
    case 'unsent':
      return `${eventId} came about when the account had no webhook destination`;
    default:
      return `${eventId} is ${state} after ${attempts} attempts`;
  }
}

const clockStands = ({ name, clock }: AccountInfo): string =>
  `the clock of account ${name} stands at ${clock.now}`;

async function attemptDue(account: Reader, { eventId }: WebhookEvent): Promise<string> {
  const { nextAttempt } = await account.event(eventId);
  return nextAttempt ? `attempt ${nextAttempt.number} is due at ${nextAttempt.at}: ` : '';
}

async function stepsDue(account: Reader, order: number | string | undefined): Promise<string> {
  const orders = typeof order === 'number' ? [] : await account.orders({ sort: 'newest', limit: 100 });
  const id = typeof order === 'number' ? order : orders.find(one => isMeant(one, order))?.id;
  if (id === undefined) {
    return order === undefined
      ? 'no order is under way: has the code under test made one? Once it has, '
      : 'there is no such order yet: has the code under test made it? Once it has, ';
  }
  return stepDue(await account.order(id));
}

const isMeant = (one: Order, order: string | undefined): boolean =>
  order === undefined ? !isTerminal(one.status) : one.externalId === order;

const stepDue = ({ id, status, nextStep }: OrderDetail): string =>
  nextStep
    ? `order ${id} goes from ${status} to ${nextStep.to} at ${nextStep.at}: `
    : `order ${id} is ${status} and stays so by itself: `;

function advanceCall(
  event: EventName,
  order: number | string | undefined,
  latest: WebhookEvent | undefined,
): string {
  if (latest) return "advance the clock, for example account.advance({ by: '1h' })";
  const which = typeof order === 'number' ? `, order: ${order}` : '';
  return `advance the clock, for example account.advance({ until: '${event}'${which} })`;
}

/** Looks for an order that has reached a status. `isAdvancing`: as for lookForWebhook. */
export async function lookForOrder(
  account: Reader,
  id: number | string,
  status: OrderStatus,
  isAdvancing: boolean,
): Promise<Look<OrderDetail>> {
  const isMoving = isAdvancing || (await isDelivering(account));
  const known = typeof id === 'number' ? id : (await account.orders({ externalId: id, limit: 1 }))[0]?.id;
  if (known === undefined) return notYet(`there is no order with external_id ${JSON.stringify(id)}`);
  const order = await account.order(known);
  if (order.timeline.some(step => step.status === status)) return { kind: 'found', found: order };
  const standing = `order ${order.id} is ${order.status}`;
  if (isTerminal(order.status)) {
    const past = order.timeline.map(step => step.status).join(', ');
    return never(`${standing} and was ${past}; nothing leads out of ${order.status}`);
  }
  if (isMoving) return notYet(standing);
  const info = await account.read();
  if (!isStanding(info.clock)) return notYet(standing);
  const mend = order.nextStep
    ? `advance the clock, for example account.advance({ until: 'order.${status}', order: ${order.id} })`
    : `move it by hand: account.move(${order.id}, '${status}')`;
  return never(`${clockStands(info)}, and ${stepDue(order)}${mend}`);
}
