import type { components } from '../../contract/control-v1.generated.ts';
import type { Account } from '../../engine/account.ts';
import { ownScenario } from '../../engine/own-scenarios.ts';
import type { Core } from '../../runtime/core.ts';
import type { Handlers } from './call-types.ts';
import { ControlError } from './control-errors.ts';
import { checkActiveScenarios, checkUnchanged, digestOf, keepOwn, libraryText } from './kept-scenarios.ts';
import { readOwn, scenarioNamed, shownActive, shownScenario } from './scenario-calls.ts';

type ScenarioFile = components['schemas']['ScenarioFile'];

/** The file of a scenario that is active, or that its name stands for. @throws ControlError SCENARIO_NOT_FOUND */
async function shownFile(core: Core, account: Account, name: string): Promise<ScenarioFile> {
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

/** Calls about the scenario files of an account. */
export const scenarioFileCalls: Pick<Handlers, 'getScenarioFile' | 'putScenarioFile' | 'deleteScenarioFile'> =
  {
    getScenarioFile: ({ core, account, path }) => shownFile(core, account, path.name),
    putScenarioFile: async call => {
      const { core, account, path, body } = call;
      const own = await readOwn(call, { yaml: body.yaml }, `${path.name}.yaml`);
      await keepOwn(core, account, own, { activate: false, expected: body.expected_digest });
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
  };
