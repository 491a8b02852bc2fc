import {
  chooseFrom,
  countUse,
  type Facts,
  forgetCounts,
  type Point,
  type RuleAt,
} from '../scenario/choose-rule.ts';
import type { Scenario } from '../scenario/scenario-schema.ts';
import { applyChange } from './account-change.ts';
import type { AccountState, OwnScenario } from './account-state.ts';
import type { CommandContext, ScenarioSource } from './command-context.ts';

export const MAX_ACTIVE_SCENARIOS = 50;
/** The maximum number of rules of all active scenarios of an account together. */
export const MAX_ACTIVE_RULES = 600;

export const MAX_OWN_SCENARIOS = 200;

/** Why these cannot be an account's own scenarios, or null. */
export function ownScenariosProblem(own: readonly OwnScenario[]): string | null {
  if (own.length <= MAX_OWN_SCENARIOS) return null;
  return `an account can keep at most ${MAX_OWN_SCENARIOS} scenarios of its own; delete one first, with DELETE on its file or on the dashboard`;
}

/** Why these scenarios cannot all be active in an account, or null. */
export function scenariosProblem(scenarios: readonly Scenario[]): string | null {
  if (scenarios.length > MAX_ACTIVE_SCENARIOS) {
    return `an account can have at most ${MAX_ACTIVE_SCENARIOS} active scenarios; this would be ${scenarios.length}`;
  }
  const rules = scenarios.reduce(
    (sum, { requests, orders, webhooks }) => sum + requests.length + orders.length + webhooks.length,
    0,
  );
  if (rules <= MAX_ACTIVE_RULES) return null;
  return `the active scenarios of an account can have at most ${MAX_ACTIVE_RULES} rules together; these have ${rules}`;
}

type Owner = Pick<AccountState, 'ownScenarios'>;

export const ownScenario = ({ ownScenarios }: Owner, name: string): OwnScenario | undefined =>
  ownScenarios?.find(one => one.scenario.name === name);

/** The scenario with a name: the account's own one, otherwise the library's. */
export const scenarioFor = (
  state: Owner,
  library: Pick<ScenarioSource, 'get'>,
  name: string,
): Scenario | undefined => ownScenario(state, name)?.scenario ?? library.get(name);

export function scenarioForAddress(
  state: Owner,
  library: Pick<ScenarioSource, 'byMagicAddress'>,
  address: string,
): Scenario | undefined {
  const own = state.ownScenarios?.find(one => one.scenario.magic_address === address);
  if (own) return own.scenario;
  const found = library.byMagicAddress(address);
  return found && (ownScenario(state, found.name)?.scenario ?? found);
}

/** The scenario whose rules always apply last. */
const DEFAULT_SCENARIO = 'happy-path';

/** The scenarios to evaluate, in order of precedence: the picked one, the active ones, disturbances, the default. */
export function applicableScenarios(
  { account, library }: CommandContext,
  picked: Scenario | null,
): readonly Scenario[] {
  const active = account.state.scenarios;
  const { disturbances } = library;
  const fallback = library.get(DEFAULT_SCENARIO);
  if (!picked && active.length === 0 && disturbances.length === 0) return fallback ? [fallback] : [];
  return [...(picked ? [picked] : []), ...active, ...disturbances, ...(fallback ? [fallback] : [])];
}

/**
 * The first rule that applies, or null. How often the rules of active scenarios applied is counted. A change of a counter
 * counts as a change of the state.
 */
export function chooseRule<P extends Point>(
  { account, draw, markChanged }: CommandContext,
  scenarios: readonly Scenario[],
  point: P,
  facts: Facts,
): RuleAt<P> | null {
  const { counters, scenarios: active } = account.state;
  const rule = chooseFrom(scenarios, point, facts, counters, draw, markChanged);
  if (rule && active.some(({ name }) => rule.id.startsWith(`${name}/`))) {
    countUse(rule, counters, markChanged);
  }
  return rule;
}

/** The own scenarios of an account with one more, or with one replaced, sorted by name. */
export function ownScenariosWith({ ownScenarios = [] }: Owner, own: OwnScenario): OwnScenario[] {
  const { name } = own.scenario;
  const others = ownScenarios.filter(one => one.scenario.name !== name);
  return [...others, own].sort((a, b) => (a.scenario.name < b.scenario.name ? -1 : 1));
}

/** The active scenarios after one is saved: put in front to activate it, otherwise replaced where it is active. */
export const activeWith = (
  { scenarios }: Pick<AccountState, 'scenarios'>,
  saved: Scenario,
  activate: boolean,
): Scenario[] =>
  activate
    ? [saved, ...scenarios.filter(({ name }) => name !== saved.name)]
    : scenarios.map(one => (one.name === saved.name ? saved : one));

/** Compares the content, because after a restore an account has copies of its scenarios. */
export const isSameScenario = (one: Scenario, other: Scenario): boolean =>
  one === other || (one.name === other.name && JSON.stringify(one) === JSON.stringify(other));

/**
 * Activates scenarios in this order. The counters of a new one start at 0, and its `given` is applied. A scenario that is
 * activated for a number of times is new each time.
 */
export function setScenarios(context: CommandContext, scenarios: readonly Scenario[]): void {
  const { state } = context.account;
  const before = state.scenarios;
  state.scenarios = scenarios;
  for (const scenario of scenarios) {
    const isAgain = scenario.times !== undefined && !before.includes(scenario);
    if (!isAgain && before.some(one => isSameScenario(one, scenario))) continue;
    forgetCounts(state.counters, scenario.name);
    if (scenario.given) applyChange(context, scenario.given, null, `scripted by ${scenario.name}/given`);
  }
  context.accountChanged('scenarios');
}

/** Stores a scenario of the account with its text. If it is active, its new version applies from now on. */
export function keepScenario(context: CommandContext, own: OwnScenario, activate: boolean): void {
  const { state } = context.account;
  state.ownScenarios = ownScenariosWith(state, own);
  setScenarios(context, activeWith(state, own.scenario, activate));
}

/** Removes an own scenario. If it is active, the library's scenario of its name replaces it, if there is one. */
export function forgetScenario(context: CommandContext, name: string): void {
  const { state } = context.account;
  const left = (state.ownScenarios ?? []).filter(({ scenario }) => scenario.name !== name);
  if (left.length > 0) state.ownScenarios = left;
  else delete state.ownScenarios;
  const replacement = context.library.get(name);
  setScenarios(
    context,
    state.scenarios.flatMap(one => (one.name === name ? (replacement ?? []) : one)),
  );
}
