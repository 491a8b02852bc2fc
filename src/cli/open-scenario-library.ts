import { loadBuiltInScenarios } from '../scenario/scenario-files.ts';
import { ScenarioLibrary } from '../scenario/scenario-library.ts';

/** The built-in scenarios and, if a folder is given, those in it. @throws ScenarioFileError, ScenarioClash */
export async function openLibrary(folder?: string): Promise<ScenarioLibrary> {
  const library = new ScenarioLibrary(await loadBuiltInScenarios());
  if (folder !== undefined) {
    const { readScenarioDirectory } = await import('../scenario/scenario-files.ts');
    for (const scenario of await readScenarioDirectory(folder)) library.add(scenario);
  }
  return library;
}
