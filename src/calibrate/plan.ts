import type { Settings } from '../domain/assumptions.ts';
import { readableAddress } from '../domain/make-address.ts';
import { priceSelection, type Selection } from '../domain/pricing.ts';

/** What to buy: the cheapest product of the settings. */
interface Cheapest {
  readonly selection: Readonly<Record<string, number>>;
  readonly priceSun: number;
}

/** A call of the plan. */
export interface PlannedCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The JSON body, or bytes that are none. */
  readonly body?: unknown;
  readonly contentType?: string;
  /** True if it is made without a key. */
  readonly isAnonymous?: boolean;
}

/** A step of the plan: calls that belong together, and the rows that they settle. */
export interface PlanStep {
  readonly title: string;
  readonly calls: readonly PlannedCall[];
  readonly settles: readonly string[];
  /** Of all its orders. */
  readonly costSun: number;
  /** How many orders it makes. */
  readonly orders: number;
}

/** Stands for an address of the user. */
export const RECIPIENT = '<your address>';
/** Valid, but nobody has the key of it, so that it is not activated on the network. */
export const INACTIVE_ADDRESS = readableAddress('TNotActivatedByAnyone');
const HEX_ADDRESS = `41${'00'.repeat(20)}`;

const post = (path: string, body: unknown): PlannedCall => ({ method: 'POST', path, body });
const get = (path: string): PlannedCall => ({ method: 'GET', path });

const smallestAmount = ({ custom_energy_min: min, custom_energy_step: step }: Settings): number =>
  Math.ceil(min / step) * step;

/** The cheapest order: a package for one of its durations, or the smallest custom amount. */
function cheapestOf(settings: Settings): Cheapest {
  const custom: Selection = { energyAmount: smallestAmount(settings) };
  const packages = settings.packages.flatMap(({ id, durationsMinutes }) =>
    durationsMinutes.map((durationMinutes): Selection => ({ packageId: id, durationMinutes })),
  );
  const offers = [custom, ...packages].flatMap(selection => {
    const offer = priceSelection(settings, selection, 'single');
    return 'priceSun' in offer ? [{ selection, priceSun: offer.priceSun }] : [];
  });
  const best = offers.reduce<(typeof offers)[number] | null>(
    (least, one) => (least && least.priceSun <= one.priceSun ? least : one),
    null,
  );
  const { packageId, energyAmount, durationMinutes } = best?.selection ?? { packageId: 1 };
  return {
    selection: {
      ...(packageId == null ? {} : { package_id: packageId }),
      ...(energyAmount == null ? {} : { energy_amount: energyAmount }),
      ...(durationMinutes == null ? {} : { duration_minutes: durationMinutes }),
    },
    priceSun: best?.priceSun ?? 0,
  };
}

const FREE = { costSun: 0, orders: 0 };
const PACKAGES_TO_TRY = [1, 2, 3, 4, 5, 6];
const DURATIONS = [5, 10, 15, 60];

/** Reads that cost nothing but requests. */
function freeReads(settings: Settings): PlanStep[] {
  const { custom_energy_min: min, custom_energy_max: max, custom_energy_step: step } = settings;
  const amounts = [Math.max(1, min - step), min, min + 1, 2 * min, max, max + step];
  return [
    {
      ...FREE,
      title: 'Quote every package for every duration',
      calls: PACKAGES_TO_TRY.flatMap(id => [
        get(`/api/v1/quote/?package_id=${id}`),
        ...DURATIONS.map(minutes => get(`/api/v1/quote/?package_id=${id}&duration_minutes=${minutes}`)),
      ]),
      settles: [
        'packages',
        'package_duration',
        'discount_percent',
        'rounding',
        'rate_limit_per_minute',
        'rate_limit_cost',
      ],
    },
    {
      ...FREE,
      title: 'Quote custom amounts around the assumed bounds',
      calls: [
        ...amounts.map(amount => get(`/api/v1/quote/?energy_amount=${amount}`)),
        get(`/api/v1/quote/?energy_amount=${min}&duration_minutes=15`),
      ],
      settles: [
        'custom_energy_enabled',
        'custom_energy_min',
        'custom_energy_max',
        'custom_energy_step',
        'custom_duration',
        'custom_quote_fields',
        'custom_prices_sun_per_energy',
      ],
    },
    {
      ...FREE,
      title: 'Estimate for your addresses, with and without USDT, and for a hexadecimal address',
      calls: [
        post('/api/v1/estimate/', { recipient_address: RECIPIENT }),
        post('/api/v1/estimate/', { recipient_address: RECIPIENT, has_usdt: false }),
        post('/api/v1/estimate/', { recipient_address: HEX_ADDRESS }),
      ],
      settles: ['estimate_amounts', 'estimate_holders', 'estimate_without_usdt', 'hex_addresses'],
    },
  ];
}

const wrongHeads = (): PlanStep => ({
  ...FREE,
  title: 'Wrong paths, methods and keys',
  calls: [
    get('/api/v1/balance'),
    get('/api/v1/nothing/'),
    { method: 'DELETE', path: '/api/v1/balance/' },
    { ...get('/api/v1/balance/'), isAnonymous: true },
  ],
  settles: ['trailing_slash', 'unknown_path', 'other_methods', 'key_errors', 'rate_headers_everywhere'],
});

const SIZES_KIB = [32, 64, 128, 256, 512];

const wrongBodies = (): PlanStep => ({
  ...FREE,
  title: 'Bodies that are not JSON, have unknown fields, another content type, or are large',
  calls: [
    { method: 'POST', path: '/api/v1/estimate/', body: '{"recipient' },
    post('/api/v1/estimate/', { recipient_address: RECIPIENT, color: 'red' }),
    { ...post('/api/v1/estimate/', { recipient_address: RECIPIENT }), contentType: 'text/plain' },
    ...SIZES_KIB.map(kib => post('/api/v1/estimate/', ' '.repeat(kib * 1_024))),
  ],
  settles: ['invalid_json', 'unknown_fields', 'content_type', 'body_limit_bytes'],
});

function wrongFields(): PlanStep {
  const order = { address: INACTIVE_ADDRESS, package_id: 1 };
  return {
    ...FREE,
    title: 'Fields that are missing or invalid, for an address that is not activated',
    calls: [
      get('/api/v1/quote/'),
      get('/api/v1/quote/?package_id=0'),
      get('/api/v1/status/'),
      get('/api/v1/status/?external_id=calibrate-unused'),
      post('/api/v1/order/', { ...order, external_id: 'not valid' }),
      post('/api/v1/order/', { ...order, external_id: 'not valid', address: 'TNotAnAddress' }),
      post('/api/v1/order/', { ...order, package_id: '1' }),
      post('/api/v1/estimate/', { recipient_address: 'TNotAnAddress' }),
      post('/api/v1/estimate/', { recipient_address: RECIPIENT, has_usdt: 'yes' }),
    ],
    settles: [
      'selector_errors',
      'package_errors',
      'status_selectors',
      'external_id_errors',
      'order_of_checks',
      'no_coercion',
      'address_errors',
      'has_usdt',
    ],
  };
}

function failingBulk(): PlanStep {
  const item = { address: INACTIVE_ADDRESS, package_id: 0 };
  const orders = ['calibrate-0', 'calibrate-00'].map(id => ({ external_id: id, ...item }));
  return {
    ...FREE,
    title: 'Bulk requests of which every item fails',
    calls: [
      post('/api/v1/orders/bulk/', { orders: [] }),
      get('/api/v1/balance/'),
      post('/api/v1/orders/bulk/', { orders }),
    ],
    settles: ['bulk_shape', 'bulk_refusal_body', 'bulk_rate_cost'],
  };
}

/** The orders: one alone, and one within a bulk request. */
function orderSteps(settings: Settings): PlanStep[] {
  const { selection, priceSun } = cheapestOf(settings);
  const order = { external_id: 'calibrate-1', address: RECIPIENT, ...selection };
  const item = {
    ...order,
    external_id: 'calibrate-2',
    ...('package_id' in selection ? {} : { duration_minutes: 60 }),
  };
  // Its duration or its address is refused, whichever the service checks first.
  const failing = {
    external_id: 'calibrate-3',
    address: INACTIVE_ADDRESS,
    energy_amount: smallestAmount(settings),
    duration_minutes: 15,
  };
  return [
    {
      title:
        'Place the cheapest order, and follow it to its end with a webhook receiver that answers 503 to the first attempts',
      calls: [post('/api/v1/order/', order), get('/api/v1/status/?external_id=calibrate-1')],
      settles: [
        'transitions',
        'lifecycle_delays',
        'order_fields',
        'time_zone',
        'event_id_suffix',
        'webhook_order',
        'webhook_form',
        'webhook_snapshot',
        'webhook_retry_delays_ms',
      ],
      costSun: priceSun,
      orders: 1,
    },
    {
      title: 'Repeat it unchanged, and for another address',
      calls: [post('/api/v1/order/', order), post('/api/v1/order/', { ...order, address: INACTIVE_ADDRESS })],
      settles: ['idempotency_scope', 'idempotency_mismatch'],
      costSun: 0,
      orders: 0,
    },
    {
      title: 'Place the cheapest order in a bulk request, with a repeat and an item that fails',
      calls: [
        post('/api/v1/orders/bulk/', {
          orders: [item, order, failing],
        }),
      ],
      settles: ['bulk_outcome', 'bulk_repeats', 'order_ids', 'custom_sixty_only'],
      costSun: priceSun,
      orders: 1,
    },
  ];
}

/**
 * The cheapest sequence of calls that settles the most rows: what is free first, then as few orders as suffice.
 * @param settled rows that are settled already; steps that settle nothing else are left out
 */
export function planOf(settings: Settings, settled: ReadonlySet<string> = new Set()): readonly PlanStep[] {
  const steps = [
    ...freeReads(settings),
    wrongHeads(),
    wrongBodies(),
    wrongFields(),
    failingBulk(),
    ...orderSteps(settings),
  ];
  return steps
    .map(step => ({ ...step, settles: step.settles.filter(row => !settled.has(row)) }))
    .filter(({ settles }) => settles.length > 0);
}
