import type { HostClock } from '../../clock/host-clock.ts';
import { runInSlices } from '../../clock/slices.ts';
import type { components } from '../../contract/control-v1.generated.ts';
import type { Account } from '../../engine/account.ts';
import type { OwnScenario } from '../../engine/account-state.ts';
import { activeWith, scenarioFor } from '../../engine/own-scenarios.ts';
import type { Core } from '../../runtime/core.ts';
import type { Loaded } from '../../scenario/parse-scenario.ts';
import type { Scenario } from '../../scenario/scenario-schema.ts';
import type { ControlParts, DataOf, Handlers } from './call-types.ts';
import { ControlError, invalid } from './control-errors.ts';
import { builtInYaml, checkActiveScenarios, keepOwn } from './kept-scenarios.ts';

type Schemas = components['schemas'];

/**
 * The scenario that a name stands for: in an account, its own one before that of the library.
 * @throws ControlError SCENARIO_NOT_FOUND with the nearest name
 */
export function scenarioNamed(
  core: Core,
  name: string,
  path: string,
  account: Account | null = null,
): Scenario {
  const scenario = account ? scenarioFor(account.state, core.library, name) : core.library.get(name);
  if (scenario) return scenario;
  throw new ControlError('SCENARIO_NOT_FOUND', core.library.explainUnknown(name), path);
}

export const shownScenario = (scenario: Scenario): Schemas['Scenario'] => ({
  name: scenario.name,
  summary: scenario.summary,
  magic_address: scenario.magic_address ?? null,
  requests: scenario.requests.length,
  orders: scenario.orders.length,
  webhooks: scenario.webhooks.length,
});

const withRules = (scenario: Scenario): Schemas['Scenario'] => ({
  ...shownScenario(scenario),
  rules: scenario as unknown as Record<string, never>,
});

/** The scenarios of an account. @param show `withRules` includes the rules */
export const shownActive = (
  core: Core,
  { state }: Account,
  show = shownScenario,
): DataOf<'getActiveScenarios'> => ({
  active: state.scenarios.map(show),
  own: (state.ownScenarios ?? []).map(({ scenario }) => show(scenario)),
  library: core.library.all().map(show),
});

/** A file name for a scenario's YAML, from its `name`, for use in problem messages. */
const fileNameOf = (yaml: string): string =>
  `${/^name:\s*["']?([\w.-]+)/m.exec(yaml)?.[1] ?? 'scenario'}.yaml`;

/** A scenario that was given as JSON, as the text of a file. */
async function yamlOf(scenario: unknown): Promise<string> {
  const { scenarioText } = await import('../../scenario/parse-scenario.ts');
  return scenarioText(scenario);
}

/** Parses a scenario from a request. The parser module is loaded on first use. */
async function parseInput(
  { yaml, scenario }: Schemas['ScenarioInput'],
  clock: HostClock,
  fileName = fileNameOf(yaml ?? ''),
): Promise<Loaded> {
  const { scenarioJsonSteps, scenarioYamlSteps } = await import('../../scenario/parse-scenario.ts');
  const steps = yaml === undefined ? scenarioJsonSteps(scenario) : scenarioYamlSteps(yaml, fileName);
  return runInSlices(clock, steps);
}

/** The field that the body gives. @throws ControlError unless it gives exactly one of the allowed fields */
function onlyOf(body: Schemas['ScenarioInput'], fields: readonly (keyof Schemas['ScenarioInput'])[]): string {
  const given = (['name', 'yaml', 'scenario'] as const).filter(field => body[field] !== undefined);
  const [only] = given;
  if (given.length === 1 && only && fields.includes(only)) return only;
  throw invalid('body', `give exactly one of ${fields.join(', ')}, not ${given.join(' and ') || 'nothing'}`);
}

/** Reads a scenario of the caller, with the text to keep. @throws ControlError SCENARIO_INVALID */
export async function readOwn(
  { clock }: Pick<ControlParts, 'clock'>,
  body: Schemas['ScenarioInput'],
  fileName?: string,
): Promise<OwnScenario> {
  const field = body.yaml === undefined ? 'scenario' : 'yaml';
  const loaded = await parseInput(body, clock, fileName);
  if ('scenario' in loaded) {
    const { scenario } = loaded;
    return { scenario, text: body.yaml ?? (await yamlOf(body.scenario)) };
  }
  const { problems } = loaded;
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const message = `${first?.where}: ${first?.message}${more}`;
  throw new ControlError('SCENARIO_INVALID', message, `body.${field}`, { problems });
}

/** @throws ControlError if the body expects a file where none is replaced */
function refuseExpectation(body: Schemas['ScenarioInput'], why: string): void {
  if (body.expected_digest !== undefined) throw invalid('body.expected_digest', `${why}; leave it out`);
}

function activate(core: Core, account: Account, scenarios: readonly Scenario[]): DataOf<'setScenarios'> {
  checkActiveScenarios(scenarios, 'body');
  core.runner.execute(account, 'setScenarios', { scenarios });
  return shownActive(core, account);
}

/** Calls about the scenarios of an account and of the library. */
export const scenarioCalls: Pick<
  Handlers,
  | 'getActiveScenarios'
  | 'setScenarios'
  | 'addScenario'
  | 'removeScenario'
  | 'listScenarios'
  | 'getScenario'
  | 'checkScenario'
> = {
  getActiveScenarios: ({ core, account, query }) =>
    shownActive(core, account, query.rules ? withRules : shownScenario),
  setScenarios: ({ core, account, body }) => {
    const active = account.state.scenarios;
    const scenarios = body.names.map(
      (name, index) =>
        active.find(one => one.name === name) ?? scenarioNamed(core, name, `body.names[${index}]`, account),
    );
    return activate(core, account, [...new Set(scenarios)]);
  },
  addScenario: async call => {
    const { core, account, body } = call;
    onlyOf(body, ['name', 'yaml', 'scenario']);
    if (body.name !== undefined) {
      refuseExpectation(body, 'activating by name replaces no file');
      const scenario = scenarioNamed(core, body.name, 'body.name', account);
      return activate(core, account, activeWith(account.state, scenario, true));
    }
    const own = await readOwn(call, body);
    await keepOwn(core, account, own, { activate: true, expected: body.expected_digest });
    return shownActive(core, account);
  },
  removeScenario: ({ core, account, path }) => {
    const { scenarios } = account.state;
    const others = scenarios.filter(one => one.name !== path.name);
    if (others.length < scenarios.length) return activate(core, account, others);
    const known = scenarios.map(one => one.name).join(', ') || 'none';
    const message = `${JSON.stringify(path.name)} is not active; the active scenarios are: ${known}`;
    throw new ControlError('SCENARIO_NOT_FOUND', message, 'params.name');
  },
  listScenarios: ({ core }) => ({ items: core.library.all().map(shownScenario), next: null }),
  getScenario: async ({ core, path }) => {
    const scenario = scenarioNamed(core, path.name, 'params.name');
    const yaml = await builtInYaml(scenario);
    return { ...shownScenario(scenario), yaml, rules: scenario as unknown as Record<string, never> };
  },
  checkScenario: async ({ body, clock }) => {
    onlyOf(body, ['yaml', 'scenario']);
    refuseExpectation(body, 'a check replaces no file');
    const loaded = await parseInput(body, clock);
    if ('problems' in loaded) {
      return { valid: false, problems: [...loaded.problems], warnings: [], scenario: null };
    }
    const { scenario, warnings } = loaded;
    return { valid: true, problems: [], warnings: [...warnings], scenario: shownScenario(scenario) };
  },
};
