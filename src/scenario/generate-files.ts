import { prepareLibrary } from './built-in-scenarios.ts';
import { documentScenarios } from './scenario-docs.ts';
import { scenarioJsonSchema } from './scenario-schema.ts';

/**
 * The files that are generated from the schema and the scenarios, by their paths in the project.
 * @param folder where the scenario files are
 */
export async function generate(folder: string): Promise<Readonly<Record<string, string>>> {
  const schema = scenarioJsonSchema();
  return {
    'scenarios/scenario.schema.json': `${JSON.stringify(schema, null, 2)}\n`,
    'docs/scenarios.md': documentScenarios(await prepareLibrary(folder), schema),
  };
}
