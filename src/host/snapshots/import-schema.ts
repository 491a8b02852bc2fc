import { z } from 'zod';
import { isRecipient } from '../../core/domain/address.ts';
import { checkAssumption, MAX_ATTEMPTS, type Settings } from '../../core/domain/assumptions.ts';
import { isIpRange } from '../../core/domain/ip.ts';
import { SCOPES } from '../../core/domain/operations.ts';
import { EVENT_NAMES, ORDER_STATUSES } from '../../core/domain/order.ts';
import { isExternalId } from '../../core/domain/seeded-values.ts';
import { LATEST_INSTANT_MS, MAX_CLOCK_SPEED } from '../../core/domain/time.ts';
import { EVENT_TRANSITIONS, type EventState } from '../../core/engine/account-state.ts';
import { CORRUPTIONS, MAX_COPIES } from '../../core/scenario/rule-effects.ts';
import { lifecycleSchema, storedScenario } from '../../core/scenario/scenario-schema.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/receiving.ts';
import { readDestination } from '../webhook-destination.ts';
import type { SnapshotState } from './state-text.ts';

/*
 * The shape of the state in an imported snapshot: its fields, their types, and the range of numbers. Beyond these ranges,
 * dates cannot be written and sums are not exact.
 */

const YEAR_MS = 366 * 86_400_000;
/** Work can be due later than the last instant, but then it never runs. */
const LATEST_DUE_MS = LATEST_INSTANT_MS + 100 * YEAR_MS;

const instant = z.int().min(0).max(LATEST_INSTANT_MS);
const due = z.int().min(0).max(LATEST_DUE_MS);
/** Far below 2^53, so that numbers that are incremented stay exact. */
const count = z
  .int()
  .min(0)
  .max(2 ** 50);
const index = count;
const indexOrNone = z.int().min(-1);
const eventName = z.string().refine(name => (EVENT_NAMES as readonly string[]).includes(name), {
  error: 'an event such as order.delegated',
});
const recipient = z.string().refine(isRecipient, { error: 'a TRON address' });

/** Settings of the register of assumptions, each with a valid value. */
const settings = z.custom<Settings>().superRefine((value: unknown, context) => {
  for (const [name, setting] of Object.entries(value as object)) {
    const message = checkAssumption(name, setting);
    if (message) context.addIssue({ code: 'custom', path: [name], message, params: { sentence: true } });
  }
});

const clock = z.strictObject({
  mode: z.enum(['real', 'scaled', 'manual']),
  speed: z.number().min(0).max(MAX_CLOCK_SPEED),
  hostMs: z.number(),
  virtualMs: instant,
});

const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  digest: z.string().regex(/^[0-9a-f]{64}$/, { error: 'a SHA-256 digest' }),
  hint: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  ipAllow: z.array(z.string().refine(isIpRange, { error: 'an IP address or a CIDR range' })).max(1_000),
  ratePerMinute: z.int().min(1).max(1_000_000_000).nullable(),
  expiresAtMs: instant.nullable(),
  revoked: z.boolean(),
  window: z.strictObject({ startMs: z.number(), used: count }),
});

const url = z.string().superRefine((value, context) => {
  const destination = readDestination(value);
  if (value !== BUILT_IN_RECEIVER && 'problem' in destination)
    context.addIssue({ code: 'custom', message: destination.problem, params: { sentence: true } });
});

const ledgerEntry = z.strictObject({
  atMs: instant,
  kind: z.enum(['opening', 'debit', 'refund', 'deposit', 'adjustment']),
  amountSun: z.int(),
  balanceSun: z.int(),
  orderId: index.nullable(),
});

const order = z.strictObject({
  id: index,
  externalId: z.string().refine(isExternalId, { error: 'an external_id' }).nullable(),
  address: recipient,
  packageId: index.nullable(),
  energyAmount: count,
  durationMinutes: z.int().min(1).max(999_999),
  priceSun: z.int().min(0),
  key: z.string(),
  timeZone: z.string(),
  lifecycle: indexOrNone,
  scenario: indexOrNone,
  position: indexOrNone,
  refund: z.strictObject({ atMs: instant, atOnce: z.boolean() }).nullable(),
  steps: z
    .array(
      z.strictObject({
        status: z.enum(ORDER_STATUSES),
        announces: z.enum(EVENT_NAMES).exactOptional(),
        atMs: instant,
        event: index,
        cause: z.string(),
      }),
    )
    .min(1)
    .max(EVENT_NAMES.length),
});

const delivery = {
  event: index,
  corrupt: z.enum(CORRUPTIONS).nullable(),
  source: z.string().nullable(),
  replay: eventName.nullable(),
  beforeResponse: z.boolean(),
};
const number = z.int().min(1).max(MAX_ATTEMPTS);
const sendPlan = z.discriminatedUnion('kind', [
  z.strictObject({ ...delivery, kind: z.literal('attempt'), number }),
  z.strictObject({
    ...delivery,
    kind: z.literal('copy'),
    number,
    copy: z.int().min(2).max(MAX_COPIES),
    ahead: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    ...delivery,
    kind: z.literal('resend'),
    ordinal: count,
    byDashboard: z.literal(true).exactOptional(),
  }),
]);

const outcome = z.strictObject({
  kind: z.enum(['acknowledged', 'refused', 'redirected', 'timeout', 'unreachable']),
  status: z.int().min(100).max(999).nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  error: z.string().nullable(),
  durationMs: count,
});

const webhookEvent = z.strictObject({
  orderId: index,
  step: index,
  epoch: z.string().regex(/^[0-9a-f]{10}$/, { error: 'the id of an epoch' }),
  state: z.enum(Object.keys(EVENT_TRANSITIONS) as EventState[]),
  attempts: z.array(z.strictObject({ plan: sendPlan, atMs: instant, url: z.string(), outcome })),
});

const pause = z.int().min(0).max(YEAR_MS);
const heldPlan = z.strictObject({
  until: eventName,
  plans: z.array(sendPlan).min(1).max(MAX_COPIES),
  pace: z.strictObject({ afterMs: pause, apartMs: pause }),
});

const at = { dueMs: due, seq: count };
const task = z.discriminatedUnion('kind', [
  z.strictObject({ ...at, kind: z.literal('step'), order: index, step: index }),
  z.strictObject({ ...at, kind: z.literal('refund'), order: index }),
  z.strictObject({ ...at, kind: z.literal('send'), plan: sendPlan }),
  z.strictObject({ ...at, kind: z.literal('retry'), event: index, number }),
]);

/** The schemas of the rows of the collections, which can have many rows. */
export const ROWS = {
  keys: apiKey,
  inactiveAddresses: recipient,
  ledger: ledgerEntry,
  scenarios: storedScenario,
  ownScenarios: z.strictObject({ text: z.string(), scenario: storedScenario }),
  lifecycles: z.strictObject({ rule: z.string(), source: z.string(), steps: lifecycleSchema }),
  picked: storedScenario,
  orders: order,
  events: webhookEvent,
  held: heldPlan,
  agenda: task,
  counters: z.strictObject({ matched: count, applied: count, drawn: count }),
  inFlight: sendPlan,
};

/** A type without readonly modifiers, which the types of schemas do not have. */
type Writable<T> = T extends readonly (infer Item)[]
  ? Writable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Writable<T[Key]> }
    : T;
type IsSame<First, Second> =
  (<T>() => T extends First ? 1 : 2) extends <T>() => T extends Second ? 1 : 2 ? true : false;

/** Accepts only a schema that has exactly the fields and field types of a type. Any other does not compile. */
const schemaOf =
  <State>() =>
  <Schema extends z.ZodType>(
    schema: IsSame<Writable<z.output<Schema>>, Writable<State>> extends true ? Schema : never,
  ): Schema =>
    schema;

/** The schema of a whole state. */
export const snapshotState = schemaOf<SnapshotState>()(
  z.strictObject({
    format: z.literal(2),
    name: z.string(),
    seed: z.string().max(1_000),
    settings,
    clock,
    nowMs: instant,
    balanceSun: z.int(),
    ledger: z.array(ROWS.ledger),
    keys: z.array(ROWS.keys),
    webhook: z.strictObject({ url: url.nullable(), secret: z.string() }),
    inactiveAddresses: z.array(ROWS.inactiveAddresses),
    scenarios: z.array(ROWS.scenarios),
    ownScenarios: z.array(ROWS.ownScenarios).exactOptional(),
    counters: z.record(z.string(), ROWS.counters),
    lifecycles: z.array(ROWS.lifecycles),
    picked: z.array(ROWS.picked),
    firstOrderId: z
      .int()
      .min(1)
      .max(2 ** 50),
    orders: z.array(ROWS.orders),
    events: z.array(ROWS.events),
    inFlight: z.record(z.string(), ROWS.inFlight),
    held: z.array(ROWS.held),
    agenda: z.array(ROWS.agenda),
    nextTaskSeq: count,
    scripted: z.record(z.string(), z.string()).exactOptional(),
    origin: z.strictObject({
      balanceSun: z.int(),
      settings,
      clock,
      scenarios: z.array(ROWS.scenarios),
      keys: z.array(ROWS.keys),
      idleMs: z.int().min(1).optional(),
    }),
  }),
);
