import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '../../contract/control-v1.generated.ts';
import type { Account } from '../../core/engine/account.ts';
import {
  activeWith,
  ownScenario,
  ownScenariosProblem,
  ownScenariosWith,
  scenarioFor,
  scenariosProblem,
} from '../../core/engine/account-scenarios.ts';
import type { OwnScenario } from '../../core/engine/account-state.ts';
import { usesOf } from '../../core/scenario/choose-rule.ts';
import type { Loaded } from '../../core/scenario/parse-scenario.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { runInSlices } from '../../host/node/concurrency.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import type { SandboxCore } from '../../host/sandbox-core.ts';
import { builtInText, rememberedText } from '../../host/scenarios/read-scenarios.ts';
import type { ControlParts, DataOf, Handlers } from './control-call.ts';
import { ControlError, invalid } from './control-error.ts';

/**
 * The scenario with a name. An account's own scenario takes precedence over the library's.
 * @throws ControlError SCENARIO_NOT_FOUND with the nearest name
 */
export function scenarioNamed(
  core: SandboxCore,
  name: string,
  path: string,
  account: Account | null = null,
): Scenario {
  const scenario = account ? scenarioFor(account.state, core.library, name) : core.library.get(name);
  if (scenario) return scenario;
  throw new ControlError('SCENARIO_NOT_FOUND', core.library.explainUnknown(name), path);
}

const shownScenario = (scenario: Scenario): Schemas['Scenario'] => ({
  name: scenario.name,
  summary: scenario.summary,
  magic_address: scenario.magic_address ?? null,
  requests: scenario.requests.length,
  orders: scenario.orders.length,
  webhooks: scenario.webhooks.length,
});

const withRules = (scenario: Scenario) => ({
  ...shownScenario(scenario),
  rules: scenario as unknown as Record<string, never>,
});

function withUses(shown: Schemas['Scenario'], scenario: Scenario, { state }: Account): Schemas['Scenario'] {
  const { applied, isUsedUp } = usesOf(scenario, state.counters);
  return { ...shown, times: scenario.times ?? null, applied, used_up: isUsedUp };
}

const shownActive = (
  core: SandboxCore,
  account: Account,
  show = shownScenario,
): DataOf<'getActiveScenarios'> => ({
  active: account.state.scenarios.map(scenario => withUses(show(scenario), scenario, account)),
  own: (account.state.ownScenarios ?? []).map(({ scenario }) => show(scenario)),
  library: core.library.all().map(show),
});

/** The file name that problem messages use for a scenario's YAML. */
const fileNameOf = (yaml: string): string =>
  `${/^name:\s*["']?([\w.-]+)/m.exec(yaml)?.[1] ?? 'scenario'}.yaml`;

/** The parser module is loaded on first use. */
async function parseInput(
  { yaml, scenario }: Schemas['ScenarioInput'],
  clock: HostClock,
  fileName = fileNameOf(yaml ?? ''),
): Promise<Loaded> {
  const { scenarioJsonSteps, scenarioYamlSteps } = await import('../../core/scenario/parse-scenario.ts');
  const steps = yaml === undefined ? scenarioJsonSteps(scenario) : scenarioYamlSteps(yaml, fileName);
  return runInSlices(clock, steps);
}

function checkOneOf(body: Schemas['ScenarioInput'], fields: readonly string[]): void {
  const given = (['name', 'yaml', 'scenario'] as const).filter(field => body[field] !== undefined);
  if (given.length === 1 && fields.includes(given[0]!)) return;
  throw invalid('body', `give exactly one of ${fields.join(', ')}, not ${given.join(' and ') || 'nothing'}`);
}

async function readOwn(
  { clock }: Pick<ControlParts, 'clock'>,
  body: Schemas['ScenarioInput'],
  fileName?: string,
): Promise<OwnScenario> {
  const field = body.yaml === undefined ? 'scenario' : 'yaml';
  const loaded = await parseInput(body, clock, fileName);
  if ('scenario' in loaded) {
    const { scenarioText } = await import('../../core/scenario/parse-scenario.ts');
    return { scenario: loaded.scenario, text: body.yaml ?? scenarioText(body.scenario) };
  }
  const { problems } = loaded;
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const message = `${first?.where}: ${first?.message}${more}`;
  throw new ControlError('SCENARIO_INVALID', message, `body.${field}`, { problems });
}

/** @throws ControlError if the body has the digest of a file to replace, but the call replaces none */
function refuseExpectation(body: Schemas['ScenarioInput'], why: string): void {
  if (body.expected_digest !== undefined) throw invalid('body.expected_digest', `${why}; leave it out`);
}

function activate(
  core: SandboxCore,
  account: Account,
  scenarios: readonly Scenario[],
): DataOf<'setScenarios'> {
  checkActiveScenarios(scenarios, 'body');
  core.runner.execute(account, 'setScenarios', { scenarios });
  return shownActive(core, account);
}

/** The text of a scenario of the library; null if the server does not have it, or if an older version is active. */
async function libraryText(
  { library }: SandboxCore,
  { times: _, ...scenario }: Scenario,
): Promise<string | null> {
  const listed = library.get(scenario.name);
  if (!listed || !isDeepStrictEqual(listed, scenario)) return null;
  // The texts of the built-in scenarios are not read at the start.
  return rememberedText(listed) ?? builtInText(listed.name);
}

/** The digest by which callers recognize the text of a file: SHA-256 of its UTF-8, in hexadecimal. */
const digestOf = (text: string | null): string | null => (text === null ? null : hash('sha256', text, 'hex'));

/** @throws ControlError LIMIT_REACHED if an account cannot have this many active scenarios or rules */
export function checkActiveScenarios(scenarios: readonly Scenario[], path: string): void {
  const problem = scenariosProblem(scenarios);
  if (problem !== null) throw new ControlError('LIMIT_REACHED', problem, path);
}

/** Compares the digest that a caller expects with the digest of the file that was found; null stands for no file. */
function checkUnchanged(
  name: string,
  expected: string | null,
  found: string | null,
  intent: 'replace' | 'delete',
): void {
  if (found === expected) return;
  const byOthers = `was ${expected === null ? 'created' : 'changed'} by someone else`;
  throw new ControlError(
    'SCENARIO_CHANGED',
    `the file of ${name} ${found === null ? 'was deleted' : byOthers} meanwhile; read it again, or leave out the expected digest to ${intent} it whatever it is`,
    intent === 'replace' ? 'body.expected_digest' : 'query.expected_digest',
  );
}

/** @param expected the digest of the file to replace; null if there must be none, undefined if any may be replaced */
async function storeOwn(
  core: SandboxCore,
  account: Account,
  own: OwnScenario,
  activate: boolean,
  expected: string | null | undefined,
): Promise<void> {
  const { name } = own.scenario;
  const replaced = account.state.scenarios.find(one => one.name === name) ?? core.library.get(name);
  // The text is read here, because nothing may happen between the comparison and the command.
  const shipped = replaced && expected !== undefined ? await libraryText(core, replaced) : null;
  core.runner.checkExists(account);
  // A reset may have replaced the state.
  const { state } = account;
  if (expected !== undefined) {
    checkUnchanged(name, expected, digestOf(ownScenario(state, name)?.text ?? shipped), 'replace');
  }
  checkActiveScenarios(activeWith(state, own.scenario, activate), 'body');
  const problem = ownScenariosProblem(ownScenariosWith(state, own));
  if (problem !== null) throw new ControlError('LIMIT_REACHED', problem, 'body');
  core.runner.execute(account, 'keepScenario', { ...own, activate });
}

/** The file of the active scenario with a name, or else of any scenario with this name. */
async function shownFile(
  core: SandboxCore,
  account: Account,
  name: string,
): Promise<Schemas['ScenarioFile']> {
  const { state } = account;
  const own = ownScenario(state, name);
  const active = state.scenarios.find(one => one.name === name);
  const scenario = active ?? scenarioNamed(core, name, 'params.name', account);
  const yaml = own ? own.text : await libraryText(core, scenario);
  return {
    ...shownScenario(scenario),
    yaml,
    digest: digestOf(yaml),
    own: own !== undefined,
    active: active !== undefined,
    replaces_built_in: own !== undefined && core.library.get(name) !== undefined,
  };
}

export const scenarioCalls = {
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
    checkOneOf(body, ['name', 'yaml', 'scenario']);
    if (body.name !== undefined) {
      refuseExpectation(body, 'activating by name replaces no file');
      const { times } = body;
      const named = scenarioNamed(core, body.name, 'body.name', account);
      const scenario = times === undefined ? named : { ...named, times };
      return activate(core, account, activeWith(account.state, scenario, true));
    }
    if (body.times !== undefined) throw invalid('body.times', 'only for activating by name; leave it out');
    const own = await readOwn(call, body);
    await storeOwn(core, account, own, true, body.expected_digest);
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
    const yaml = await libraryText(core, scenario);
    return { ...shownScenario(scenario), yaml, rules: withRules(scenario).rules };
  },
  checkScenario: async ({ body, clock }) => {
    checkOneOf(body, ['yaml', 'scenario']);
    refuseExpectation(body, 'a check replaces no file');
    const loaded = await parseInput(body, clock);
    if ('problems' in loaded) {
      return { valid: false, problems: [...loaded.problems], warnings: [], scenario: null };
    }
    const { scenario, warnings } = loaded;
    return { valid: true, problems: [], warnings: [...warnings], scenario: shownScenario(scenario) };
  },
  getScenarioFile: ({ core, account, path }) => shownFile(core, account, path.name),
  putScenarioFile: async call => {
    const { core, account, path, body } = call;
    const own = await readOwn(call, { yaml: body.yaml }, `${path.name}.yaml`);
    await storeOwn(core, account, own, false, body.expected_digest);
    return shownFile(core, account, path.name);
  },
  deleteScenarioFile: ({ core, account, path: { name }, query: { expected_digest: expected } }) => {
    const { state } = account;
    const own = ownScenario(state, name);
    if (!own) {
      const known = (state.ownScenarios ?? []).map(one => one.scenario.name).join(', ') || 'none';
      const message = `the account has no scenario file ${JSON.stringify(name)} of its own; its files are: ${known}`;
      throw new ControlError('SCENARIO_NOT_FOUND', message, 'params.name');
    }
    if (expected !== undefined) checkUnchanged(name, expected, digestOf(own.text), 'delete');
    const replacement = core.library.get(name);
    if (replacement) {
      checkActiveScenarios(
        state.scenarios.map(one => (one.name === name ? replacement : one)),
        'params.name',
      );
    }
    core.runner.execute(account, 'forgetScenario', { name });
    return shownActive(core, account);
  },
} satisfies Partial<Handlers>;
