import { useSignal } from '@preact/signals';
import { goFromHere } from '../../routes.ts';
import { readAccount } from '../../store/account.ts';
import { draftOf, setDraft } from '../../store/drafts.ts';
import type { Resource } from '../../store/resource.ts';
import { useTask } from '../../store/task.ts';
import { setActive } from './list.tsx';
import { deleteFile, readFile, type Saving, saveScenario } from './save-scenario.ts';
import type { ReadFile, ScenarioFile } from './scenario-file.ts';

/** A text that was not saved, because someone else has changed the file meanwhile. */
interface Conflict {
  /** The name of the file. */
  readonly name: string;
  readonly activate: boolean;
  /** The file as it is now; null if it was deleted. */
  readonly theirs: ScenarioFile | null;
}

/** A file that was not deleted, because someone else has saved it meanwhile. */
interface Kept {
  /** The text that the user has read. */
  readonly mine: string;
  readonly theirs: ScenarioFile;
}

interface Edited {
  readonly account: string;
  readonly name: string;
  readonly file: ScenarioFile;
  readonly resource: Resource<ScenarioFile>;
  readonly onChanged: () => Promise<void>;
}

/** A text and the file to which it is saved. */
type Saved = Pick<Saving, 'name' | 'yaml' | 'activate' | 'expected'>;

/**
 * Keeps what was typed while a text was saved as unsaved changes of that text.
 * @returns whether there is any
 */
async function keepTyped(account: string, name: string, { yaml, name: savedAs }: Saved): Promise<boolean> {
  const isTyped = (): boolean => ![undefined, yaml].includes(draftOf(account, name)?.text);
  if (!isTyped()) return false;
  const kept = savedAs === name ? await readFile(account, name) : null;
  const draft = draftOf(account, name);
  if (draft && kept?.yaml === yaml) setDraft(account, name, { ...draft, base: kept.digest });
  return isTyped();
}

/** The user's actions on the file in the editor, one at a time. */
export function useSaving({ account, name, file, resource, onChanged }: Edited) {
  const task = useTask();
  const conflict = useSignal<Conflict | null>(null);
  const kept = useSignal<Kept | null>(null);

  const save = async (saved: Saved): Promise<void> => {
    const isRunning = file.active && saved.name === name;
    const go = goFromHere();
    const outcome = await saveScenario({ account, ...saved, activate: saved.activate && !isRunning });
    if (outcome.kind === 'failed') return;
    if (outcome.kind === 'changed') {
      conflict.value = { name: saved.name, activate: saved.activate, theirs: outcome.theirs };
      return;
    }
    await Promise.all([resource.reload(), onChanged(), readAccount()]);
    if (await keepTyped(account, name, saved)) return;
    setDraft(account, name, null);
    if (saved.name !== name) go(account, 'scenarios', saved.name);
  };
  const remove = async ({ digest, text }: ReadFile): Promise<void> => {
    const go = goFromHere();
    // The stream can tell of the deletion before the server has responded: by then, there is nothing to read.
    resource.pause();
    const outcome = await deleteFile(account, file, digest);
    if (typeof outcome !== 'boolean') kept.value = { mine: text, theirs: outcome };
    if (outcome !== true) {
      // The question about it can be answered meanwhile.
      void resource.reload();
      return;
    }
    setDraft(account, name, null);
    // Only a built-in scenario of this name can be read now.
    if (!file.replaces_built_in) go(account, 'scenarios');
    await Promise.all([file.replaces_built_in ? resource.reload() : undefined, onChanged()]);
  };
  const setRunning = async (on: boolean): Promise<void> => {
    await setActive(account, name, on);
    await Promise.all([resource.reload(), onChanged()]);
  };
  return {
    isBusy: task.isBusy,
    conflict,
    kept,
    save: (saved: Saved): void => void task.run(() => save(saved)),
    remove: (read: ReadFile): void => void task.run(() => remove(read)),
    setRunning: (on: boolean): void => void task.run(() => setRunning(on)),
  };
}
