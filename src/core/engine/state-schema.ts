import { z } from 'zod';
import { isRecipient } from '../domain/address.ts';
import { checkAssumption, MAX_ATTEMPTS, type Settings } from '../domain/assumptions.ts';
import { EVENT_STATES } from '../domain/event-states.ts';
import { isIpRange } from '../domain/ip.ts';
import { isObject } from '../domain/json.ts';
import { SCOPES } from '../domain/operations.ts';
import { EVENT_NAMES, ORDER_STATUSES } from '../domain/order.ts';
import { isExternalId } from '../domain/seeded-values.ts';
import { LATEST_INSTANT_MS, MAX_CLOCK_SPEED } from '../domain/time.ts';
import { CORRUPTIONS, MAX_COPIES } from '../scenario/rule-effects.ts';
import { chainCondition, chainEffect, lifecycleSchema, storedScenario } from '../scenario/scenario-schema.ts';

/*
 * The single description of an account's state: account-state.ts derives the types from it, an import checks a snapshot
 * against it, and stored-defaults.ts takes the defaults of fields from it that older versions did not write. Only what reads
 * a stored or imported state loads this file. Instants are milliseconds since 1970 on the account's clock;
 * money is in sun. The ranges of the numbers keep dates writable and sums exact.
 */

const YEAR_MS = 366 * 86_400_000;
/** Work can be due later than the last instant, but then it never runs. */
const LATEST_DUE_MS = LATEST_INSTANT_MS + 100 * YEAR_MS;
/** Far below 2^53, so that numbers that are incremented stay exact. */
const MAX_COUNT = 2 ** 50;

const instant = z.int().min(0).max(LATEST_INSTANT_MS);
const count = z.int().min(0).max(MAX_COUNT);
const index = count;
const indexOrNone = z.int().min(-1);
const eventName = z.string().refine(name => (EVENT_NAMES as readonly string[]).includes(name), {
  error: 'an event such as order.delegated',
});
const recipient = z.string().refine(isRecipient, { error: 'a TRON address' });

/** Settings of the register of assumptions, each with a valid value. A missing one has the default. */
const settings = z
  .custom<Settings>(isObject, { error: 'an object with settings', abort: true })
  .superRefine((value: unknown, context) => {
    for (const [name, setting] of Object.entries(value as object)) {
      const message = checkAssumption(name, setting);
      if (message) context.addIssue({ code: 'custom', path: [name], message, params: { sentence: true } });
    }
  });

/** See ClockState. */
const clock = z.strictObject({
  mode: z.enum(['real', 'scaled', 'manual']),
  speed: z.number().min(0).max(MAX_CLOCK_SPEED),
  hostMs: z.number(),
  virtualMs: instant,
});

/** An API key. The key itself is shown once; only its digest is stored (specification: Authentication). */
const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** SHA-256 of the key, hexadecimal. */
  digest: z.string().regex(/^[0-9a-f]{64}$/, { error: 'a SHA-256 digest' }),
  /** The last four characters, so that people can distinguish keys. */
  hint: z.string(),
  scopes: z.array(z.enum(SCOPES)).readonly(),
  ipAllow: z
    .array(z.string().refine(isIpRange, { error: 'an IP address or a CIDR range' }))
    .max(1_000)
    .readonly(),
  /** Null: the account's default. */
  ratePerMinute: z.int().min(1).max(1_000_000_000).nullable(),
  expiresAtMs: instant.nullable(),
  revoked: z.boolean(),
  window: z.strictObject({ startMs: z.number(), used: count }),
});

const ledgerEntry = z.strictObject({
  atMs: instant,
  kind: z.enum(['opening', 'debit', 'refund', 'deposit', 'adjustment']),
  /** Negative for a debit. */
  amountSun: z.int(),
  balanceSun: z.int(),
  orderId: index.nullable(),
});

/** One event in an order's timeline: it enters a state, or something else is announced while it stays in one. */
const orderStep = z.strictObject({
  status: z.enum(ORDER_STATUSES),
  /** The event's type, if it announces something other than the state. */
  announces: z.enum(EVENT_NAMES).exactOptional(),
  atMs: instant,
  /** Index into the events of the account. */
  event: index,
  /** The cause of the step: the location of a scenario rule, `api`, `dashboard`, or `by hand`. */
  cause: z.string(),
});

const order = z.strictObject({
  id: index,
  externalId: z.string().refine(isExternalId, { error: 'an external_id' }).nullable(),
  address: recipient,
  packageId: index.nullable(),
  energyAmount: count,
  durationMinutes: z.int().min(1).max(999_999),
  priceSun: z.int().min(0),
  /** The name of the key that created it. */
  key: z.string(),
  /** The time zone of its timestamps: the account's when the order was created. */
  timeZone: z.string(),
  /** Index into the lifecycles of the account. */
  lifecycle: indexOrNone,
  /** Index into the picked scenarios of the account, or -1 if no scenario was picked for it. */
  scenario: indexOrNone,
  /** The number of lifecycle steps taken; -1 without a lifecycle, or once the order was moved to a state outside it. */
  position: indexOrNone,
  /** `atOnce`: together with the step to failed, so the event of that step already shows it. Null: not refunded. */
  refund: z.strictObject({ atMs: instant, atOnce: z.boolean() }).readonly().nullable(),
  steps: z.array(orderStep.readonly()).min(1).max(EVENT_NAMES.length).readonly(),
});

const planHead = {
  /** Index into the events of the account. */
  event: index,
  corrupt: z.enum(CORRUPTIONS).nullable(),
  /** The location of the scenario rule that applied to it, or null. */
  source: z.string().nullable(),
  /** The name of an earlier event of the same order, which is sent again once this one is acknowledged. */
  replay: eventName.nullable(),
  /** True: the response to the API request waits until this delivery is complete. */
  beforeResponse: z.boolean(),
};
const number = z.int().min(1).max(MAX_ATTEMPTS);

/** A delivery of an event, as decided before it is made. */
const sendPlan = z.discriminatedUnion('kind', [
  /** An attempt of the retry schedule, numbered from 1. Only its outcome determines whether there is a retry. */
  z.strictObject({ ...planHead, kind: z.literal('attempt'), number }),
  /** An additional copy of an attempt, which a scenario asks for. Copies are numbered from 2. */
  z.strictObject({
    ...planHead,
    kind: z.literal('copy'),
    number,
    copy: z.int().min(2).max(MAX_COPIES),
    /** True: the attempt itself is sent only after all such copies. */
    ahead: z.literal(true).exactOptional(),
  }),
  /** A delivery outside the retry schedule, manual or as a replay, numbered from 1. */
  z.strictObject({
    ...planHead,
    kind: z.literal('resend'),
    ordinal: count,
    /** True: the dashboard asked for it, so that it says nothing about the integration. */
    byDashboard: z.literal(true).exactOptional(),
  }),
]);

/** The outcome of a delivery, as measured by the sender. `durationMs` is real time. */
const outcome = z.strictObject({
  kind: z.enum(['acknowledged', 'refused', 'redirected', 'timeout', 'unreachable']),
  status: z.int().min(100).max(999).nullable(),
  headers: z.record(z.string(), z.string()).readonly(),
  /** The beginning of the response body. */
  body: z.string(),
  error: z.string().nullable(),
  durationMs: count,
});

/** A delivery that was made, and its outcome. Its bytes are a function of the event and the plan. */
export const attemptRecord = z.strictObject({
  plan: sendPlan.readonly(),
  atMs: instant,
  url: z.string(),
  outcome: outcome.readonly(),
});

const webhookEvent = z.strictObject({
  orderId: index,
  /** Index into the order's steps. */
  step: index,
  /** EventEpoch.id of the account when the event occurred; the event's id is derived from it. */
  epoch: z.string().regex(/^[0-9a-f]{10}$/, { error: 'the id of an epoch' }),
  /** Written only by changeEventState. */
  state: z.enum(EVENT_STATES),
  attempts: z.array(attemptRecord.readonly()).readonly(),
});

const pause = z.int().min(0).max(YEAR_MS);

/** An attempt and its copies, which wait for another event of the same order. */
const heldPlan = z.strictObject({
  /** The name of that event, such as `order.delegated`. */
  until: eventName,
  plans: z.array(sendPlan.readonly()).min(1).max(MAX_COPIES).readonly(),
  /** The delay before the attempt and the one between copies, on the account's clock. */
  pace: z.strictObject({ afterMs: pause, apartMs: pause }).readonly(),
});

const at = { dueMs: z.int().min(0).max(LATEST_DUE_MS), seq: count };

/** Scheduled work. If it no longer applies when it is due, it does nothing. */
const task = z.discriminatedUnion('kind', [
  z.strictObject({ ...at, kind: z.literal('step'), order: index, step: index }),
  z.strictObject({ ...at, kind: z.literal('refund'), order: index }),
  z.strictObject({ ...at, kind: z.literal('send'), plan: sendPlan.readonly() }),
  z.strictObject({ ...at, kind: z.literal('retry'), event: index, number }),
]);

const sun = z.int().min(0);
const hex = z.string().regex(/^([0-9a-f]{2})*$/, { error: 'lowercase hexadecimal digits' });
const txid = hex.length(64);

/** The use of a resource, as of a block, and the window over which it recovers, in thousandths of a block. */
const usage = z.strictObject({ used: count, block: count, window: count });

/** What an address has on the chain at an instant, before the transactions that are stored. */
const wallet = z.strictObject({
  trxSun: sun,
  /** In millionths of a USDT. */
  usdt: sun,
  energy: usage.readonly(),
  bandwidth: usage.readonly(),
  /** The instant of these values, and the number of the account's events by then: later rentals are not part of them. */
  atMs: instant,
  event: count,
  /** True: a transaction activated it. */
  activated: z.literal(true).exactOptional(),
});

/** Entries are numbered from 1. One takes effect at an instant, after those of the account's events before `event`. */
const entry = { number: count, atMs: instant, event: count };

/** The field raw_data of a transaction, as the node writes it: addresses and bytes are hexadecimal. */
const rawData = z.strictObject({
  contract: z
    .array(
      z.strictObject({
        parameter: z.strictObject({
          value: z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])).readonly(),
          type_url: z.string(),
        }),
        type: z.string(),
        Permission_id: z.int().exactOptional(),
      }),
    )
    .length(1)
    .readonly(),
  ref_block_bytes: hex.exactOptional(),
  ref_block_hash: hex.exactOptional(),
  expiration: z.int().exactOptional(),
  fee_limit: z.int().exactOptional(),
  timestamp: z.int().exactOptional(),
  data: hex.exactOptional(),
});

/** A transaction that the node has accepted. */
const sentTransaction = z.strictObject({
  ...entry,
  kind: z.literal('sent'),
  txid,
  sentMs: instant,
  from: recipient,
  /** The recipient; for a call of USDT that is no transfer, the sender. */
  to: recipient,
  /** `usdt`: amounts above the largest exact integer count as that one. `other`: a call that USDT rejects. */
  action: z.enum(['trx', 'usdt', 'other']),
  amount: sun,
  /** True: the recipient was not active when it was sent. */
  activates: z.literal(true).exactOptional(),
  sunPerEnergy: z.int().min(1),
  /** The size of the signed transaction in bytes, without its result. */
  bytes: count,
  raw: rawData.readonly(),
  signature: z.array(hex).readonly(),
});

/** Balances that were set from outside. */
const setBalances = z.strictObject({
  ...entry,
  kind: z.literal('set'),
  address: recipient,
  trxSun: sun.exactOptional(),
  usdt: sun.exactOptional(),
});

/** The schemas of the rows of the collections, which can have many rows. */
export const ROWS = {
  keys: apiKey,
  inactiveAddresses: recipient,
  ledger: ledgerEntry.readonly(),
  scenarios: storedScenario,
  /** A scenario of the account, with the text of its file. */
  ownScenarios: z.strictObject({ text: z.string(), scenario: storedScenario }).readonly(),
  lifecycles: z
    .strictObject({
      /** The id of the rule that defines it. */
      rule: z.string(),
      /** The location of that rule. */
      source: z.string(),
      steps: lifecycleSchema.readonly(),
      /** How the chain differs from what the service says. */
      chain: chainEffect.readonly().exactOptional(),
    })
    .readonly(),
  picked: storedScenario,
  orders: order,
  events: webhookEvent,
  held: heldPlan.readonly(),
  agenda: task.readonly(),
  counters: z.strictObject({ matched: count, applied: count, drawn: count }),
  inFlight: sendPlan.readonly(),
  transactions: z.discriminatedUnion('kind', [sentTransaction, setBalances]).readonly(),
  wallets: wallet.readonly(),
};

/** The schema of a whole state, without the epoch. */
export const stateSchema = z.strictObject({
  format: z.literal(2),
  name: z.string(),
  seed: z.string().max(1_000),
  settings,
  clock: clock.readonly(),
  /** The latest instant at which a command was executed. Time never goes back before it. */
  nowMs: instant,
  balanceSun: z.int(),
  ledger: z.array(ROWS.ledger),
  keys: z.array(ROWS.keys),
  webhook: z.strictObject({ url: z.string().nullable(), secret: z.string() }).readonly(),
  inactiveAddresses: z.array(ROWS.inactiveAddresses).readonly(),
  /** The active scenarios, in order of precedence. */
  scenarios: z.array(ROWS.scenarios).readonly(),
  /**
   * The account's own scenarios, active or not, sorted by name. If one is active, `scenarios` contains the same. Absent
   * if there are none.
   */
  ownScenarios: z.array(ROWS.ownScenarios).readonly().exactOptional(),
  counters: z.record(z.string(), ROWS.counters),
  /** The lifecycles of the orders, each stored once. */
  lifecycles: z.array(ROWS.lifecycles),
  /** The scenarios that requests picked for their own orders, each stored once. */
  picked: z.array(ROWS.picked),
  /** The id of the first order in `orders`; without orders, it has no meaning. */
  firstOrderId: z.int().min(1).max(MAX_COUNT),
  /** The order with id `firstOrderId + n` is at index n. */
  orders: z.array(ROWS.orders),
  /** Orders and plans refer to events by their index. */
  events: z.array(ROWS.events),
  /** Plans that are being sent, by planKey. After a crash they are sent again. */
  inFlight: z.record(z.string(), ROWS.inFlight),
  held: z.array(ROWS.held),
  /** The work that is scheduled: a heap ordered by (dueMs, seq). */
  agenda: z.array(ROWS.agenda),
  nextTaskSeq: count,
  /** The condition of the TRON node. Absent: up, with the default price. */
  chain: chainCondition.readonly().exactOptional(),
  /** The latest entries of the chain, in the order in which they were accepted. Absent until there is one. */
  transactions: z.array(ROWS.transactions).exactOptional(),
  /** The wallets, by address, that the entries concern, as they were before these. Absent until there is one. */
  wallets: z.record(recipient, ROWS.wallets).exactOptional(),
  /** The scenario rule, in words, that last changed each part of the account. Absent until a rule does. */
  scripted: z.record(z.string(), z.string()).exactOptional(),
  /** The values with which the account was opened, which a reset restores. Only a change of a key changes them. */
  origin: z
    .strictObject({
      balanceSun: z.int(),
      settings,
      clock: clock.readonly(),
      scenarios: z.array(ROWS.scenarios).readonly(),
      /** The keys as they were created, with later manual revocations applied. */
      keys: z.array(ROWS.keys),
      /** The time without use after which the account is removed, in the host's time. Absent: the server's default. */
      idleMs: z.int().min(1).optional(),
    })
    .readonly(),
});

export type StateFields = z.output<typeof stateSchema>;
