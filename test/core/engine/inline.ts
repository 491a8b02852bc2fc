import { parseScenarioJson } from '../../../src/core/scenario/parse-scenario.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';

/** A scenario from the fields of a file, without its name and summary. */
export function scenario(fields: object, name = 'inline'): Scenario {
  const loaded = parseScenarioJson({ name, summary: 'For a test.', ...fields });
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return loaded.scenario;
}
