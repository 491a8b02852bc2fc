import type { z } from 'zod';
import { MAX_ENTRIES, MAX_WALLETS } from '../../core/chain/limits.ts';
import { isObject } from '../../core/domain/json.ts';
import { timeZone } from '../../core/domain/setting-checks.ts';
import { MAX_KEYS } from '../../core/engine/account.ts';
import { ownScenariosProblem, scenariosProblem } from '../../core/engine/account-scenarios.ts';
import { type Order, orderById } from '../../core/engine/account-state.ts';
import { planKey } from '../../core/engine/send-plans.ts';
import { ROWS, stateSchema } from '../../core/engine/state-schema.ts';
import { MAX_COUNTERS } from '../../core/scenario/choose-rule.ts';
import { describe, expectation, pathText, valueAt } from '../../core/scenario/problem-messages.ts';
import { MAX_COPIES } from '../../core/scenario/rule-effects.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/read-webhook.ts';
import { readDestination } from '../node/webhook-destination.ts';
import type { SnapshotState } from './state-text.ts';

/*
 * Checks an imported state, which can contain anything: its shape, its sizes, and its references. It does not check
 * whether the engine could have reached the state: an account whose state contradicts itself fails alone.
 */

export interface StateProblem {
  /** Such as `orders[3].steps[0].atMs`; empty for the state as a whole. */
  readonly path: string;
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

const problem = (path: string, message: string): StateProblem => ({ path, message });

/** Measures a part of a state, so that no schema has to handle a part that is too large, or has a dangerous name. */
class PartMeasure {
  #values = 0;
  #characters = 0;

  /** Why the part cannot be checked; null if it can. */
  add(value: unknown): string | null {
    this.#values += 1;
    if (typeof value === 'string') this.#characters += value.length;
    if (this.#values > MAX_PART_VALUES) return `expected at most ${MAX_PART_VALUES} values`;
    if (this.#characters > MAX_PART_CHARACTERS) return `expected at most ${MAX_PART_CHARACTERS} characters`;
    if (typeof value !== 'object' || value === null) return null;
    for (const key of Object.keys(value)) {
      if (key === '__proto__') return 'it has a field named __proto__';
      this.#characters += key.length;
      const wrong = this.add((value as Fields)[key]);
      if (wrong !== null) return wrong;
    }
    return null;
  }
}

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
  const found = describe(valueAt(value, issue.path));
  return problem(path, `expected ${expected || 'one of its allowed forms'}, found ${found}`);
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

function headProblem({ origin, ...state }: Fields): CheckStep {
  const head = { ...withoutRows(state), origin: isObject(origin) ? withoutRows(origin) : origin };
  const measure = new PartMeasure();
  for (const [name, value] of Object.entries(head)) {
    const wrong = measure.add(value);
    if (wrong !== null) return problem(name, wrong);
  }
  return shapeProblem(stateSchema, head, []);
}

function* rowSteps(fields: Fields, path: Path): Generator<CheckStep> {
  for (const [name, schema] of Object.entries(ROWS)) {
    const rows = fields[name] ?? [];
    const entries = Array.isArray(rows) ? rows.entries() : Object.entries(rows as Fields);
    for (const [key, row] of entries) yield rowProblem(schema, row, [...path, name, key]);
  }
}

function* shapeSteps(state: Fields): Generator<CheckStep> {
  yield headProblem(state);
  yield* rowSteps(state, []);
  yield* rowSteps(state.origin as Fields, ['origin']);
}

function urlProblem({ url }: SnapshotState['webhook']): string | null {
  if (url === null || url === BUILT_IN_RECEIVER) return null;
  const destination = readDestination(url);
  return 'problem' in destination ? destination.problem : null;
}

function* limitSteps(state: SnapshotState): Generator<CheckStep> {
  const { scenarios, ownScenarios = [], origin } = state;
  for (const [path, wrong] of [
    ['webhook.url', urlProblem(state.webhook)],
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
    ['transactions', state.transactions ?? [], MAX_ENTRIES],
    ['wallets', Object.keys(state.wallets ?? {}), MAX_WALLETS],
    // A step and a refund of each order; an attempt of each event and its copies.
    ['agenda', state.agenda, 2 * state.orders.length + (1 + MAX_COPIES) * state.events.length],
  ] as const) {
    if (list.length > most) yield problem(path, `expected at most ${most}, found ${list.length}`);
  }
}

function orderProblem(state: SnapshotState, order: Order, index: number): CheckStep {
  const { firstOrderId, events, lifecycles, picked } = state;
  const { id, lifecycle, scenario, position, steps } = order;
  const foreign = steps.findIndex(
    ({ event }, step) => events[event]?.orderId !== id || events[event].step !== step,
  );
  for (const [isWrong, field, message] of [
    [id !== firstOrderId + index, 'id', `expected ${firstOrderId + index}, found ${id}`],
    [lifecycle >= lifecycles.length, 'lifecycle', `there is no lifecycle with index ${lifecycle}`],
    [scenario >= picked.length, 'scenario', `there is no scenario with index ${scenario} in picked`],
    [
      position > (lifecycles[lifecycle]?.steps.length ?? -1),
      'position',
      `lifecycle ${lifecycle} has no position ${position}`,
    ],
    [foreign >= 0, `steps[${foreign}].event`, `event ${steps[foreign]?.event} does not belong to this step`],
  ] as const) {
    if (isWrong) return problem(`orders[${index}].${field}`, message);
  }
  return null;
}

function* referenceSteps(state: SnapshotState): Generator<CheckStep> {
  const { orders, events, inFlight, held, agenda } = state;
  const needEvent = (event: number, at: string): CheckStep =>
    events[event] ? null : problem(`${at}.event`, `there is no event ${event}`);
  const timeZones = new Set<string>();
  for (const [index, order] of orders.entries()) {
    yield orderProblem(state, order, index);
    if (timeZones.has(order.timeZone)) continue;
    const wrong = timeZone.problem(order.timeZone);
    if (wrong !== null) yield problem(`orders[${index}].timeZone`, wrong);
    timeZones.add(order.timeZone);
  }
  for (const [index, event] of events.entries()) {
    const at = `events[${index}]`;
    if (orderById(state, event.orderId)?.steps[event.step]?.event !== index)
      yield problem(at, `step ${event.step} of order ${event.orderId} does not refer to this event`);
    const foreign = event.attempts.findIndex(({ plan }) => plan.event !== index);
    yield foreign < 0 ? null : problem(`${at}.attempts[${foreign}].plan.event`, `expected ${index}`);
  }
  for (const [key, plan] of Object.entries(inFlight)) {
    yield needEvent(plan.event, `inFlight.${key}`);
    if (key !== planKey(plan)) yield problem(`inFlight.${key}`, `expected ${planKey(plan)}`);
  }
  for (const [index, { plans }] of held.entries())
    for (const [place, { event }] of plans.entries())
      yield needEvent(event, `held[${index}].plans[${place}]`);
  for (const [index, task] of agenda.entries()) {
    const at = `agenda[${index}]`;
    if (task.kind === 'send') yield needEvent(task.plan.event, `${at}.plan`);
    else if (task.kind === 'retry') yield needEvent(task.event, at);
    else if (orderById(state, task.order)) yield null;
    else yield problem(`${at}.order`, `there is no order ${task.order}`);
  }
}

/** Checks a state in short steps. @returns the first problem, or null */
export function* checkSteps(state: Fields): Generator<undefined, StateProblem | null> {
  for (const steps of [
    shapeSteps(state),
    limitSteps(state as unknown as SnapshotState),
    referenceSteps(state as unknown as SnapshotState),
  ]) {
    for (const found of steps) {
      if (found) return found;
      yield;
    }
  }
  return null;
}
