import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../../engine/account.ts';
import { ownScenariosProblem, scenariosProblem } from '../../engine/account-limits.ts';
import type { OwnScenario } from '../../engine/account-state.ts';
import { activeWith, ownScenario, ownScenariosWith } from '../../engine/own-scenarios.ts';
import type { Core } from '../../runtime/core.ts';
import { builtInText, rememberedText } from '../../scenario/scenario-files.ts';
import type { Scenario } from '../../scenario/scenario-schema.ts';
import { ControlError } from './control-errors.ts';

/** The YAML of a built-in scenario; null for any other, even one with the name of a built-in scenario. */
export async function builtInYaml(scenario: Scenario): Promise<string | null> {
  const text = await builtInText(scenario.name);
  if (text === null) return null;
  const { parseScenarioYaml } = await import('../../scenario/parse-scenario.ts');
  const loaded = parseScenarioYaml(text, `scenarios/${scenario.name}.yaml`);
  const isSame = 'scenario' in loaded && JSON.stringify(loaded.scenario) === JSON.stringify(scenario);
  return isSame ? text : null;
}

/** The text of a scenario of the library; null if the server does not have it, or if an older version of it is active. */
export async function libraryText({ library }: Core, scenario: Scenario): Promise<string | null> {
  const listed = library.get(scenario.name);
  const text = listed && isDeepStrictEqual(listed, scenario) ? rememberedText(listed) : null;
  return text ?? builtInYaml(scenario);
}

/** The digest by which callers recognize the text of a file: SHA-256 of its UTF-8, in hexadecimal. */
export const digestOf = (text: string | null): string | null =>
  text === null ? null : hash('sha256', text, 'hex');

/** @throws ControlError LIMIT_REACHED if an account cannot have so many active scenarios or rules */
export function checkActiveScenarios(scenarios: readonly Scenario[], path: string): void {
  const problem = scenariosProblem(scenarios);
  if (problem !== null) throw new ControlError('LIMIT_REACHED', problem, path);
}

/** What a caller does with a file that it has read, and where it says which one that was. */
const INTENTS = {
  replace: 'body.expected_digest',
  delete: 'query.expected_digest',
} as const;

/**
 * Compares the digest of a file with that of the file that a caller has read; null for none.
 * @throws ControlError SCENARIO_CHANGED if they differ
 */
export function checkUnchanged(
  name: string,
  expected: string | null,
  found: string | null,
  intent: keyof typeof INTENTS,
): void {
  if (found === expected) return;
  const what =
    found === null
      ? 'was deleted'
      : expected === null
        ? 'was created by someone else'
        : 'was changed by someone else';
  throw new ControlError(
    'SCENARIO_CHANGED',
    `the file of ${name} ${what} meanwhile; read it again, or leave out the expected digest to ${intent} it whatever it is`,
    INTENTS[intent],
  );
}

/** How a scenario is kept. */
interface Keeping {
  readonly activate: boolean;
  /** The digest of the file that it replaces, null for none; undefined for whatever file there is. */
  readonly expected: string | null | undefined;
}

/**
 * Keeps a scenario of an account, and activates it on request.
 * @throws ControlError LIMIT_REACHED, SCENARIO_CHANGED
 */
export async function keepOwn(
  core: Core,
  account: Account,
  own: OwnScenario,
  { activate, expected }: Keeping,
): Promise<void> {
  const { name } = own.scenario;
  const replaced = account.state.scenarios.find(one => one.name === name) ?? core.library.get(name);
  // Read now, because nothing may happen between the comparison and the command.
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
