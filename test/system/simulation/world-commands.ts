import { toTrx } from '../../../src/core/domain/money.ts';
import type { SimCommand } from './commands.ts';
import type { World } from './world.ts';
import { fieldsOf, request } from './world-requests.ts';

type Checks = {
  readonly [Do in SimCommand['do']]: (world: World, command: Extract<SimCommand, { do: Do }>) => void;
};
export type Handler = (world: World, command: SimCommand) => void;

const placeIn = <T>(list: readonly T[], pick: number): T | undefined => list[Math.floor(pick * list.length)];

/** One handler per command. A command whose object does not exist does nothing. */
export const HANDLERS: Checks = {
  order: request,
  bulk: request,
  read: request,
  quote: request,
  estimate: request,
  'read-balance': request,
  place: (world, { order, header, key, afterMs }) => {
    const keyId = world.keyId(key);
    const picked = world.scenario(header);
    world.execute('placeOrder', { fields: fieldsOf(order), kind: 'single', keyId, picked }, afterMs);
  },
  charge: (world, { key, cost }) => world.charge(key, cost),
  elapse: (world, { byMs }) => {
    world.execute('elapse', {}, byMs);
  },
  'elapse-to-due': world => {
    const dueMs = world.account.agenda.nextDueMs();
    if (dueMs !== null) world.execute('elapse', {}, dueMs - world.account.state.nowMs);
  },
  answer: (world, { pick, kind, afterMs }) => {
    const plan = placeIn(world.underWay(), pick);
    if (plan) world.answer(plan, kind, afterMs);
  },
  'answer-all': (world, { kind }) => {
    for (const plan of world.underWay()) world.answer(plan, kind);
  },
  'answer-late': (world, { pick, kind }) => {
    const plan = placeIn(world.past, pick);
    if (plan && !world.isUnderWay(plan)) world.answer(plan, kind);
  },
  move: (world, { pick, to, refundAfterMs }) => {
    const { length } = world.account.state.orders;
    const later = refundAfterMs === undefined ? {} : { refundAfterMs };
    // One beyond the last: an order that does not exist.
    world.execute('move', { order: 1 + Math.floor(pick * (length + 1)), to, ...later });
  },
  refund: (world, { pick }) => {
    const { length } = world.account.state.orders;
    world.execute('refund', { order: 1 + Math.floor(pick * (length + 1)) });
  },
  resend: (world, { pick, corrupt }) => {
    const { length } = world.account.state.events;
    world.execute('resend', { event: Math.floor(pick * (length + 1)), corrupt });
  },
  deposit: (world, { amountSun }) => {
    world.execute('deposit', { amountSun });
  },
  balance: (world, { balanceSun }) => {
    world.execute('change', { balance_trx: toTrx(balanceSun) });
  },
  discount: (world, { percent }) => {
    world.execute('change', { discount_percent: percent });
  },
  inactive: (world, { addresses }) => {
    world.execute('change', { inactive_addresses: [...addresses] });
  },
  settings: (world, { assumptions }) => {
    world.execute('change', { assumptions });
  },
  price: (world, { packageId, durationMinutes, priceSun }) => {
    const price_trx = priceSun === null ? null : toTrx(priceSun);
    const price = { package_id: packageId, duration_minutes: durationMinutes, price_trx };
    world.execute('change', { prices: [price] });
  },
  scenarios: (world, { names }) => {
    world.execute('setScenarios', { scenarios: names.flatMap(name => world.scenario(name) ?? []) });
  },
  webhook: (world, { url }) => {
    world.execute('setWebhook', { url, secret: world.account.state.webhook.secret });
  },
  clock: (world, { speed }) => {
    const mode = speed === 0 ? 'manual' : speed === 1 ? 'real' : 'scaled';
    world.execute('setClock', { clock: { mode, speed, hostMs: 0, virtualMs: world.account.state.nowMs } });
  },
  'add-key': world => world.addKey(),
  'revoke-key': (world, { key }) => {
    world.execute('revokeKey', { id: world.keyId(key) });
  },
  snapshot: world => {
    world.snapshot = world.json();
  },
  restore: world => {
    if (world.snapshot !== null) world.goOnFrom(world.snapshot);
  },
  reset: world => world.reset(),
  delete: world => world.deleteAndCreate(),
  restart: world => world.goOnFrom(world.json()),
};
