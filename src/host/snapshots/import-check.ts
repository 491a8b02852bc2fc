import type { z } from 'zod';
import { isObject } from '../../core/domain/json.ts';
import { timeZone } from '../../core/domain/setting-checks.ts';
import { MAX_KEYS } from '../../core/engine/account.ts';
import { ownScenariosProblem, scenariosProblem } from '../../core/engine/account-scenarios.ts';
import { type Order, orderById, type SendPlan } from '../../core/engine/account-state.ts';
import { planKey } from '../../core/engine/send-plans.ts';
import { MAX_COUNTERS } from '../../core/scenario/choose-rule.ts';
import { MAX_COPIES } from '../../core/scenario/rule-effects.ts';
import { ROWS, snapshotState } from './import-schema.ts';
import type { SnapshotState } from './state-text.ts';

/*
 * Checks an imported state, which can contain anything: its shape, its sizes, and its references. It does not check
 * whether the engine could have reached the state: an account whose state contradicts itself fails alone.
 */

/** A problem in a state, with its location. */
export interface StateProblem {
  /** Such as `orders[3].steps[0].atMs`; empty for the state as a whole. */
  readonly path: string;
  /** Says what was expected, and what was found. */
  readonly message: string;
}

/** One step of a check: a problem, or null after a part without one, so that the caller can pause between steps. */
type CheckStep = StateProblem | null;
type Path = readonly PropertyKey[];
type Fields = Readonly<Record<string, unknown>>;

/** The maximum number of values in a row of a collection, and in everything outside of the collections. */
export const MAX_PART_VALUES = 25_000;
/** The maximum number of characters in the texts of such a part. */
export const MAX_PART_CHARACTERS = 1024 * 1024;
/** As in the description of the control API. */
const MAX_INACTIVE = 10_000;
/** More than any valid state has: the body of a scripted response alone can have 50 levels. */
const MAX_DEPTH = 64;
const MAX_QUOTE_LENGTH = 60;

/** Formats a path: `orders[3].steps`. */
const pathText = (path: Path): string =>
  path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');

const problem = (path: string, message: string): StateProblem => ({ path, message });

/** Formats a value for a message, shortened if it is long. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
}

/** Measures a part of a state, so that no schema has to handle a part that is too large, too deep, or has a dangerous name. */
class PartMeasure {
  #values = 0;
  #characters = 0;

  /** Why the part cannot be checked; null if it can. */
  add(value: unknown, depth = 0): string | null {
    this.#values += 1;
    if (typeof value === 'string') this.#characters += value.length;
    if (this.#values > MAX_PART_VALUES) return `expected at most ${MAX_PART_VALUES} values`;
    if (this.#characters > MAX_PART_CHARACTERS) return `expected at most ${MAX_PART_CHARACTERS} characters`;
    if (typeof value !== 'object' || value === null) return null;
    if (depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`;
    for (const key of Object.keys(value)) {
      if (key === '__proto__') return 'it has a field named __proto__';
      this.#characters += key.length;
      const wrong = this.add((value as Fields)[key], depth + 1);
      if (wrong !== null) return wrong;
    }
    return null;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** The expectation that an issue violates. A message of the schema itself takes precedence. */
function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length > 1 ? `one of ${issue.values.join(', ')}` : String(issue.values[0]);
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    case 'invalid_union':
      return 'one of its allowed forms';
    default:
      return 'another value';
  }
}

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | null)?.[step], root);

/** The first problem of a part of acceptable size. @param base the path of the part */
function shapeProblem(schema: z.ZodType, value: unknown, base: Path): CheckStep {
  if (schema.safeParse(value).success) return null;
  const issue = schema.safeParse(value, { error: expectation }).error!.issues[0]!;
  const path = pathText([...base, ...issue.path]);
  if (issue.code === 'unrecognized_keys') {
    return problem(path, `expected no field named ${issue.keys.join(', ')}`);
  }
  if (issue.code === 'custom' && issue.params?.sentence) return problem(path, issue.message);
  const expected = issue.code === 'invalid_key' ? issue.issues[0]?.message : issue.message;
  return problem(path, `expected ${expected}, found ${shown(valueAt(value, issue.path))}`);
}

function rowProblem(schema: z.ZodType, row: unknown, path: Path): CheckStep {
  const wrong = new PartMeasure().add(row);
  return wrong === null ? shapeProblem(schema, row, path) : problem(pathText(path), wrong);
}

/** The fields with empty collections, because the rows are checked one by one. */
function withoutRows(fields: Fields): Fields {
  const head: Record<string, unknown> = { ...fields };
  for (const name of Object.keys(ROWS)) {
    if (Array.isArray(head[name])) head[name] = [];
    else if (isObject(head[name])) head[name] = {};
  }
  return head;
}

/** Everything outside of the collections. */
function headProblem({ origin, ...state }: Fields): CheckStep {
  const head = { ...withoutRows(state), origin: isObject(origin) ? withoutRows(origin) : origin };
  const measure = new PartMeasure();
  for (const [name, value] of Object.entries(head)) {
    const wrong = measure.add(value);
    if (wrong !== null) return problem(name, wrong);
  }
  return shapeProblem(snapshotState, head, []);
}

function* rowSteps(fields: Fields, path: Path): Generator<CheckStep> {
  for (const [name, schema] of Object.entries(ROWS)) {
    const rows = fields[name] ?? [];
    const entries = Array.isArray(rows) ? rows.entries() : Object.entries(rows as Fields);
    for (const [key, row] of entries) yield rowProblem(schema, row, [...path, name, key]);
  }
}

/** Checks the shape: the fields of a state, their types, and the range of numbers. */
function* shapeSteps(state: Fields): Generator<CheckStep> {
  yield headProblem(state);
  yield* rowSteps(state, []);
  yield* rowSteps(state.origin as Fields, ['origin']);
}

/** Checks that nothing exceeds the limits of an account. */
function* sizeSteps(state: SnapshotState): Generator<CheckStep> {
  const { scenarios, ownScenarios = [], origin } = state;
  for (const [path, wrong] of [
    ['scenarios', scenariosProblem(scenarios)],
    ['origin.scenarios', scenariosProblem(origin.scenarios)],
    ['ownScenarios', ownScenariosProblem(ownScenarios)],
  ] as const) {
    if (wrong !== null) yield problem(path, wrong);
  }
  for (const [path, list, most] of [
    ['keys', state.keys, MAX_KEYS],
    ['origin.keys', origin.keys, MAX_KEYS],
    ['inactiveAddresses', state.inactiveAddresses, MAX_INACTIVE],
    ['counters', Object.keys(state.counters), MAX_COUNTERS],
    // A step and a refund of each order; an attempt of each event and its copies.
    ['agenda', state.agenda, 2 * state.orders.length + (1 + MAX_COPIES) * state.events.length],
  ] as const) {
    if (list.length > most) yield problem(path, `expected at most ${most}, found ${list.length}`);
  }
}

/** Checks that everything to which an order, event, delivery or task refers exists, and refers back where it must. */
class References {
  readonly #state: SnapshotState;
  readonly #timeZones = new Set<string>();

  constructor(state: SnapshotState) {
    this.#state = state;
  }

  *steps(): Generator<CheckStep> {
    const { orders, events, inFlight, held, agenda } = this.#state;
    for (const [index, order] of orders.entries()) yield this.#order(order, index);
    for (const [index, event] of events.entries()) {
      const at = `events[${index}]`;
      if (orderById(this.#state, event.orderId)?.steps[event.step]?.event !== index)
        yield problem(at, `step ${event.step} of order ${event.orderId} does not refer to this event`);
      const foreign = event.attempts.findIndex(({ plan }) => plan.event !== index);
      yield foreign < 0 ? null : problem(`${at}.attempts[${foreign}].plan.event`, `expected ${index}`);
    }
    for (const [key, plan] of Object.entries(inFlight)) {
      const wrong = this.#plan(plan, `inFlight.${key}`);
      yield wrong ?? (key === planKey(plan) ? null : problem(`inFlight.${key}`, `expected ${planKey(plan)}`));
    }
    for (const [index, { plans }] of held.entries())
      for (const [place, plan] of plans.entries()) yield this.#plan(plan, `held[${index}].plans[${place}]`);
    for (const [index, task] of agenda.entries()) {
      const at = `agenda[${index}]`;
      if (task.kind === 'send') yield this.#plan(task.plan, `${at}.plan`);
      else if (task.kind === 'retry') yield this.#plan(task, at);
      else
        yield orderById(this.#state, task.order)
          ? null
          : problem(`${at}.order`, `there is no order ${task.order}`);
    }
  }

  #plan({ event }: Pick<SendPlan, 'event'>, at: string): CheckStep {
    return this.#state.events[event] ? null : problem(`${at}.event`, `there is no event ${event}`);
  }

  #order({ id, lifecycle, scenario, position, timeZone: zone, steps }: Order, index: number): CheckStep {
    const { firstOrderId, events, lifecycles, picked } = this.#state;
    const at = `orders[${index}]`;
    if (id !== firstOrderId + index)
      return problem(`${at}.id`, `expected ${firstOrderId + index}, found ${id}`);
    if (lifecycle >= lifecycles.length)
      return problem(`${at}.lifecycle`, `there is no lifecycle with index ${lifecycle}`);
    if (scenario >= picked.length)
      return problem(`${at}.scenario`, `there is no scenario with index ${scenario} in picked`);
    if (position > (lifecycles[lifecycle]?.steps.length ?? -1))
      return problem(`${at}.position`, `lifecycle ${lifecycle} has no position ${position}`);
    const wrong = this.#timeZones.has(zone) ? null : timeZone.problem(zone);
    if (wrong !== null) return problem(`${at}.timeZone`, wrong);
    this.#timeZones.add(zone);
    const other = steps.findIndex(
      ({ event }, step) => events[event]?.orderId !== id || events[event].step !== step,
    );
    return other < 0
      ? null
      : problem(`${at}.steps[${other}].event`, `event ${steps[other]!.event} does not belong to this step`);
  }
}

/**
 * Checks a state in short steps: its shape, then its sizes, then its references.
 * @returns the first problem, or null
 */
export function* checkSteps(state: Fields): Generator<undefined, StateProblem | null> {
  for (const steps of [
    shapeSteps(state),
    sizeSteps(state as unknown as SnapshotState),
    new References(state as unknown as SnapshotState).steps(),
  ]) {
    for (const found of steps) {
      if (found) return found;
      yield;
    }
  }
  return null;
}
