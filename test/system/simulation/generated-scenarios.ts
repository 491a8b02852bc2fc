import { OPERATION_IDS } from '../../../src/core/domain/operations.ts';
import { type OrderStatus, TRANSITIONS } from '../../../src/core/domain/order.ts';
import { CORRUPTIONS, TRANSPORT_FAULTS } from '../../../src/core/scenario/rule-effects.ts';
import { type Scenario, scenarioSchema } from '../../../src/core/scenario/scenario-schema.ts';
import { Random } from './random.ts';

/** How many generated scenarios there are: g0, g1 and so on. */
export const GENERATED_SCENARIOS = 400;

const EVENTS = [
  'order.processing',
  'order.delegating',
  'order.delegated',
  'order.undelegating',
  'order.completed',
  'order.review',
  'order.failed',
];
const DELAYS = ['0s', '1ms', '1s', '3s', '9s', '1m', '10m'];

/** The fields in a third of all cases, otherwise nothing. */
const perhaps = (random: Random, fields: () => object): object => (random.chance(0.33) ? fields() : {});

const count = (random: Random): unknown =>
  random.chance(0.5) ? 1 + random.below(3) : { min: 1 + random.below(2), every: 1 + random.below(3) };

const counted = (random: Random): object => ({
  ...perhaps(random, () => ({ times: 1 + random.below(3) })),
  ...perhaps(random, () => ({ per: random.pick(['account', 'order', 'external_id']) })),
});

const subject = (random: Random): object => ({
  ...perhaps(random, () => ({ external_id: random.pick(['e1*', 'e2?', '*', 'sandbox:*']) })),
  ...perhaps(random, () => ({ package_id: random.pick([1, 2, { min: 2 }]) })),
  ...perhaps(random, () => ({ nth: count(random) })),
  ...perhaps(random, () => ({ probability: random.pick([0, 0.3, 0.7, 1]) })),
});

function lifecycle(random: Random): object[] {
  const steps: object[] = [];
  let from: OrderStatus = 'processing';
  const length = random.below(9);
  while (steps.length < length && TRANSITIONS[from].length > 0) {
    const to: OrderStatus = random.pick(TRANSITIONS[from]);
    const refund = to === 'failed' && random.chance(0.6) ? { refund: { after: random.pick(DELAYS) } } : {};
    steps.push({ after: random.chance(0.2) ? 'rental' : random.pick(DELAYS), to, ...refund });
    from = to;
  }
  return steps;
}

const change = (random: Random): object =>
  random.pick([
    { balance_trx: random.below(50) },
    { discount_percent: random.pick([0, 12.5, 33.33, 100]) },
    { inactive_packages: [1 + random.below(5)] },
    { prices: [{ package_id: 1, duration_minutes: 60, price_trx: random.pick([null, 0.000001, 3.5]) }] },
    { key: { scopes: ['quote'] } },
    { assumptions: { custom_energy_enabled: false } },
  ]);

const reply = (random: Random): object =>
  random.pick([
    { status: 503, error: 'SERVICE_UNAVAILABLE' },
    { status: 402, error: 'INSUFFICIENT_BALANCE' },
    { error: 'RATE_LIMITED', after: '2s' },
    { status: 599, body: 'oops' },
    { after: random.pick(['1s', '4s']) },
    { headers: { 'X-Extra': 'yes' } },
  ]);

const requestRule = (random: Random): object => ({
  match: {
    ...perhaps(random, () => ({ operation: random.pick(OPERATION_IDS) })),
    ...subject(random),
    ...(random.chance(0.15) ? { repeat: random.chance(0.5) } : {}),
    ...(random.chance(0.1) ? { item: random.pick([1, 2, { every: 2 }]) } : {}),
  },
  ...counted(random),
  ...random.pick([
    { reply: reply(random), commit: random.chance(0.5) },
    { reply: reply(random), commit: random.chance(0.5) },
    { fault: random.pick(TRANSPORT_FAULTS), commit: random.chance(0.5) },
    { fault: random.pick(TRANSPORT_FAULTS), reply: reply(random), commit: true },
    { set: change(random) },
    { set: change(random), reply: reply(random), commit: random.chance(0.5) },
  ]),
});

const orderRule = (random: Random): object => ({
  match: subject(random),
  ...counted(random),
  lifecycle: lifecycle(random),
});

function deliver(random: Random, own: string | undefined): object {
  const others = EVENTS.filter(event => event !== own);
  return random.pick([
    { drop: true },
    { after: random.pick(DELAYS) },
    { copies: 1 + random.below(4) },
    { copies: 2 + random.below(2), apart: random.pick(DELAYS) },
    { hold_until: random.pick(others) },
    { hold_until: random.pick(others), copies: 2 },
    { after: random.pick(DELAYS), copies: 2 },
    { replay: random.pick(others) },
    { replay: random.pick(others), copies: 2 },
    { before_response: true },
  ]);
}

function webhookRule(random: Random): object {
  const event = random.chance(0.7) ? random.pick(EVENTS) : undefined;
  const delivery = deliver(random, event);
  const isDrop = 'drop' in delivery;
  return {
    match: {
      ...(event === undefined ? {} : { event }),
      ...perhaps(random, () => ({ attempt: count(random) })),
      ...subject(random),
    },
    ...counted(random),
    deliver: delivery,
    ...(isDrop ? {} : perhaps(random, () => ({ corrupt: random.pick(CORRUPTIONS) }))),
  };
}

const rules = (random: Random, most: number, make: (random: Random) => object): object[] =>
  Array.from({ length: random.below(most + 1) }, () => make(random));

const made = new Map<number, Scenario>();

/**
 * The nth generated scenario, checked with the same schema as a file. Its rules may be impossible: a file with them is
 * refused, but a snapshot can contain them.
 */
export function generatedScenario(ordinal: number): Scenario {
  const known = made.get(ordinal);
  if (known) return known;
  const random = new Random(0x5ce0 + ordinal);
  const parsed = scenarioSchema.safeParse({
    name: `g${ordinal}`,
    summary: 'Generated.',
    ...perhaps(random, () => ({ given: change(random) })),
    requests: random.chance(0.4) ? rules(random, 2, requestRule) : [],
    orders: rules(random, 2, orderRule),
    webhooks: rules(random, 3, webhookRule),
  });
  if (!parsed.success) throw new Error(`generated scenario ${ordinal}: ${parsed.error.message}`);
  made.set(ordinal, parsed.data);
  return parsed.data;
}
