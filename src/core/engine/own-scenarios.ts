import type { Scenario } from '../scenario/scenario-schema.ts';
import type { AccountState, OwnScenario } from './account-state.ts';
import { setScenarios } from './apply-account-change.ts';
import type { CommandContext, ScenarioSource } from './command-context.ts';

type Owner = Pick<AccountState, 'ownScenarios'>;

/** The account's own scenario of a name, with its text. */
export const ownScenario = ({ ownScenarios }: Owner, name: string): OwnScenario | undefined =>
  ownScenarios?.find(one => one.scenario.name === name);

/** The scenario that a name stands for in an account: its own one, otherwise that of the library. */
export const scenarioFor = (
  state: Owner,
  library: Pick<ScenarioSource, 'get'>,
  name: string,
): Scenario | undefined => ownScenario(state, name)?.scenario ?? library.get(name);

/** The scenario that a magic address stands for in an account. */
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

/** The own scenarios of an account once it has this one, sorted by name. */
export function ownScenariosWith({ ownScenarios = [] }: Owner, own: OwnScenario): OwnScenario[] {
  const { name } = own.scenario;
  const others = ownScenarios.filter(one => one.scenario.name !== name);
  return [...others, own].sort((a, b) => (a.scenario.name < b.scenario.name ? -1 : 1));
}

/** The active scenarios of an account once a scenario is saved: activated in front, or replaced where it is active. */
export const activeWith = (
  { scenarios }: Pick<AccountState, 'scenarios'>,
  saved: Scenario,
  activate: boolean,
): Scenario[] =>
  activate
    ? [saved, ...scenarios.filter(({ name }) => name !== saved.name)]
    : scenarios.map(one => (one.name === saved.name ? saved : one));

/** Keeps a scenario of the account with its text. If it is active, it runs from now on. */
export function keepScenario(context: CommandContext, own: OwnScenario, activate: boolean): void {
  const { state } = context.account;
  state.ownScenarios = ownScenariosWith(state, own);
  setScenarios(context, activeWith(state, own.scenario, activate));
}

/** Removes an own scenario. If it is active, the library's scenario of its name takes its place, if there is one. */
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
