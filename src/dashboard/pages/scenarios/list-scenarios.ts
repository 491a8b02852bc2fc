import type { InlineScenario, RequestRuleInput } from '../../../client/data-types.ts';
import type { components } from '../../../contract/control-v1.generated.ts';
import { counted, grouped } from '../../format.ts';

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
  /** The account's file is used instead of one of the library. */
  readonly replaces: boolean;
  readonly isActive: boolean;
}

/** The scenarios that an account can use, by name. Its own ones replace the library's. */
export function listedScenarios({ active, own, library }: Schemas['ActiveScenarios']): ListedScenario[] {
  const named = (list: readonly Scenario[], name: string) => list.find(one => one.name === name);
  const names = new Set([...own, ...library, ...active].map(({ name }) => name));
  return [...names].sort().map(name => ({
    // After an upgrade, an active scenario may differ from the library's; what is running is shown.
    scenario: (named(active, name) ?? named(own, name) ?? named(library, name))!,
    isOwn: named(own, name) !== undefined,
    replaces: named(own, name) !== undefined && named(library, name) !== undefined,
    isActive: named(active, name) !== undefined,
  }));
}

/** How often an active scenario applied, and how often it may: `Applied once; each rule may apply 3 times.` */
export function usesText({ applied = 0, times, used_up }: Scenario): string {
  const done = applied === 1 ? 'once' : counted(applied, 'time');
  if (used_up) return `Used up: it applied ${done}, and no longer does anything.`;
  return `Applied ${done}${times ? `; each rule may apply ${counted(times, 'time')}` : ''}.`;
}

/** The same in few words: `applied 3 times`, `2 of 3 left`. Each rule is counted by itself. */
export function usesMark({ applied = 0, times, requests, orders, webhooks }: Scenario): string {
  const all = (times ?? 0) * (requests + orders + webhooks);
  return all === 0
    ? `applied ${counted(applied, 'time')}`
    : `${grouped(all - applied)} of ${grouped(all)} left`;
}

/** Says what one order that selects a scenario does not show: requests to which it applies, and changes of the account. */
export function limitsText(scenario: Scenario): string {
  const { given, requests = [] } = scenario.rules as unknown as InlineScenario;
  const all = (test: (rule: RequestRuleInput) => unknown): boolean =>
    requests.length > 0 && scenario.orders + scenario.webhooks === 0 && requests.every(test);
  const texts = [
    all(({ match }) => match?.item) && 'It applies to bulk requests only, not to an order of this form.',
    all(({ match }) => match?.energy_amount) && 'It applies to custom amounts only.',
    all(({ match }) => match?.package_id) && 'It applies to packages only.',
    all(({ match }) => match?.nth) && 'It counts requests, and may not apply to this one yet.',
    all(({ set }) => set?.key) && 'What it does to the API key applies from the next request on.',
    requests.some(({ set }) => set) && 'It changes the account for all later requests, until a reset.',
    given && 'It changes the account only when it is activated, not when an order selects it.',
  ];
  return texts.filter(text => text).join(' ');
}
