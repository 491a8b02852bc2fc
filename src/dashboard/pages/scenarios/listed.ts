import type { components } from '../../../contract/control-v1.generated.ts';
import { counted } from '../../format.ts';

type Schemas = components['schemas'];
export type Scenario = Schemas['Scenario'];

/** The default scenario. The built-in one cannot be deactivated. */
export const DEFAULT_SCENARIO = 'happy-path';

/** The subject of a scenario. A scenario that only changes the account is about the resulting responses. */
export type Group = 'responses' | 'lifecycles' | 'webhooks';

export const GROUP_NAMES: Readonly<Record<Group, string>> = {
  responses: 'Responses',
  lifecycles: 'Lifecycles',
  webhooks: 'Webhooks',
};
export const GROUPS = Object.keys(GROUP_NAMES) as Group[];

/** The group of a scenario, from the numbers of its rules. */
export function groupOf({
  requests,
  orders,
  webhooks,
}: Pick<Scenario, 'requests' | 'orders' | 'webhooks'>): Group {
  if (requests === 0 && orders > 0) return 'lifecycles';
  return requests === 0 && webhooks > 0 ? 'webhooks' : 'responses';
}

/** A scenario as an account sees it. */
export interface ListedScenario {
  readonly scenario: Scenario;
  readonly isOwn: boolean;
  /** The account's file is used in the place of one of the library. */
  readonly replaces: boolean;
  readonly isActive: boolean;
}

/** The scenarios that an account can use, by name: its own ones in the place of those of the library. */
export function listedScenarios({ active, own, library }: Schemas['ActiveScenarios']): ListedScenario[] {
  const named = (list: readonly Scenario[], name: string) => list.find(one => one.name === name);
  const names = new Set([...own, ...library, ...active].map(({ name }) => name));
  return [...names].sort().map(name => ({
    // An active scenario may differ from that of the library after an upgrade; what is running is shown.
    scenario: (named(active, name) ?? named(own, name) ?? named(library, name))!,
    isOwn: named(own, name) !== undefined,
    replaces: named(own, name) !== undefined && named(library, name) !== undefined,
    isActive: named(active, name) !== undefined,
  }));
}

/** How often an active scenario applied, and how often it may: `Applied once; each rule may apply 3 times.` */
export function usesText({ applied = 0, times, used_up }: Scenario): string {
  const done = applied === 1 ? 'once' : counted(applied, 'time');
  if (used_up) return `Used up: it applied ${done}, and does nothing any more.`;
  return `Applied ${done}${times ? `; each rule may apply ${counted(times, 'time')}` : ''}.`;
}
