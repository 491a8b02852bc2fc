import { formatProblem, parseScenarioYaml } from '../../../src/core/scenario/parse-scenario.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';

/** Parses the text of a scenario file. @throws Error with all problems */
export function readScenarioText(text: string): Scenario {
  const name = /^name: (.+)$/m.exec(text)?.[1] ?? 'unnamed';
  const loaded = parseScenarioYaml(text, `${name}.yaml`);
  if ('problems' in loaded && loaded.problems.length > 0)
    throw new Error(loaded.problems.map(formatProblem).join('\n'));
  return (loaded as { readonly scenario: Scenario }).scenario;
}
