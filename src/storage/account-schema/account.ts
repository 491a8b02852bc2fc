import { z } from 'zod';
import { ASSUMPTION_NAMES, checkAssumption, type Settings } from '../../domain/assumptions.ts';
import { SCOPES } from '../../domain/operations.ts';
import type { AccountState } from '../../engine/account-state.ts';
import { storedScenario } from '../../scenario/scenario-schema.ts';
import { heldPlan, sendPlan, task, webhookEvent } from './deliveries.ts';
import { ledgerEntry, lifecycle, order } from './orders.ts';

/*
 * The shape of an account's stored state: its fields and their types. Changing it changes the format (see
 * format-migration.ts): raise FORMAT and convert the states that older versions wrote.
 */

/** All settings of the register of assumptions, each with a valid value. */
const settings = z.custom<Settings>().superRefine((value: unknown, context) => {
  const addProblem = (message: string, path: string[] = []): void =>
    context.addIssue({ code: 'custom', path, message, params: { sentence: true } });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    addProblem('expected an object');
    return;
  }
  const missing = ASSUMPTION_NAMES.find(name => !Object.hasOwn(value, name));
  if (missing !== undefined) addProblem('the setting is missing', [missing]);
  for (const [name, setting] of Object.entries(value)) {
    const problem = checkAssumption(name, setting);
    if (problem) addProblem(problem, [name]);
  }
});

const clock = z.strictObject({
  mode: z.enum(['real', 'scaled', 'manual']),
  speed: z.number(),
  hostMs: z.number(),
  virtualMs: z.int(),
});

const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  digest: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  ipAllow: z.array(z.string()),
  ratePerMinute: z.int().nullable(),
  expiresAtMs: z.int().nullable(),
  revoked: z.boolean(),
  window: z.strictObject({ startMs: z.number(), used: z.int() }),
});

const count = z.strictObject({ matched: z.int(), applied: z.int(), drawn: z.int() });

const ownScenario = z.strictObject({ text: z.string(), scenario: storedScenario });

/** The schema of one row of each collection that grows with an account's use. */
export const ROWS = {
  ledger: ledgerEntry,
  orders: order,
  events: webhookEvent,
  held: heldPlan,
  agenda: task,
  ownScenarios: ownScenario,
};
export const KEYED_ROWS = { counters: count, inFlight: sendPlan };

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

/** The state in a snapshot of the control API. It does not include the epoch, which stays with the account. */
export const snapshotState = z.strictObject({
  format: z.literal(2),
  name: z.string(),
  seed: z.string(),
  settings,
  clock,
  nowMs: z.int(),
  balanceSun: z.int(),
  ledger: z.array(ROWS.ledger),
  keys: z.array(apiKey),
  webhook: z.strictObject({ url: z.string().nullable(), secret: z.string() }),
  inactiveAddresses: z.array(z.string()),
  scenarios: z.array(storedScenario),
  ownScenarios: z.array(ROWS.ownScenarios).exactOptional(),
  counters: z.record(z.string(), KEYED_ROWS.counters),
  lifecycles: z.array(lifecycle),
  picked: z.array(storedScenario),
  firstOrderId: z.int(),
  orders: z.array(ROWS.orders),
  events: z.array(ROWS.events),
  inFlight: z.record(z.string(), KEYED_ROWS.inFlight),
  held: z.array(ROWS.held),
  agenda: z.array(ROWS.agenda),
  nextTaskSeq: z.int(),
  scripted: z.record(z.string(), z.string()).exactOptional(),
  origin: z.strictObject({
    balanceSun: z.int(),
    settings,
    clock,
    scenarios: z.array(storedScenario),
    keys: z.array(apiKey),
  }),
});

/** The complete state of an account, as stored in a data folder. */
export const accountState = schemaOf<AccountState>()(
  z.strictObject({
    ...snapshotState.shape,
    epoch: z.strictObject({ root: z.string(), generation: z.int(), id: z.string() }),
  }),
);
