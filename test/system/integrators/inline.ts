import { formatProblem, parseScenarioYaml } from '../../../src/core/scenario/parse-scenario.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';

/** A scenario written in a test, without its name and summary. Line numbers start at the name. */
export function inline(rules: string, name = 'written-here'): Scenario {
  const text = `name: ${name}\nsummary: Finds clients in a test.\n${rules}`;
  const loaded = parseScenarioYaml(text, `${name}.yaml`);
  if ('problems' in loaded) throw new Error(loaded.problems.map(formatProblem).join('\n'));
  return loaded.scenario;
}
