import type { components } from '../../../contract/control-v1.generated.ts';
import { GROUPS, type Group, groupOf } from './picture.ts';

type Schemas = components['schemas'];

/** A scenario as an account sees it. */
export interface ListedScenario {
  readonly scenario: Schemas['Scenario'];
  /** The account keeps the file. */
  readonly isOwn: boolean;
  /** The account's file is used in the place of one of the library. */
  readonly replaces: boolean;
  readonly isActive: boolean;
}

/** The scenarios that an account can use, by name: its own ones in the place of those of the library. */
export function listedScenarios({ active, own, library }: Schemas['ActiveScenarios']): ListedScenario[] {
  const isIn = (list: readonly Schemas['Scenario'][], name: string): boolean =>
    list.some(one => one.name === name);
  const others = [...library, ...active].filter(({ name }, index, all) => {
    return !isIn(own, name) && all.findIndex(one => one.name === name) === index;
  });
  return [...own, ...others]
    .map(scenario => ({
      // An active scenario may differ from that of the library after an upgrade; what is running is shown.
      scenario: active.find(({ name }) => name === scenario.name) ?? scenario,
      isOwn: own.includes(scenario),
      replaces: own.includes(scenario) && isIn(library, scenario.name),
      isActive: isIn(active, scenario.name),
    }))
    .sort((a, b) => (a.scenario.name < b.scenario.name ? -1 : 1));
}

/** The scenarios that contain a text in their name or summary. */
export const matching = (scenarios: readonly ListedScenario[], text: string): ListedScenario[] => {
  const wanted = text.trim().toLowerCase();
  return scenarios.filter(({ scenario: { name, summary } }) =>
    `${name} ${summary}`.toLowerCase().includes(wanted),
  );
};

/** The scenarios by what they are about. Groups without any are left out. */
export const grouped = (
  scenarios: readonly ListedScenario[],
): (readonly [Group, readonly ListedScenario[]])[] =>
  GROUPS.map(
    group => [group, scenarios.filter(({ scenario }) => groupOf(scenario) === group)] as const,
  ).filter(([, members]) => members.length > 0);
