import { api, CallError } from '../../api.ts';
import { attempt, showToast } from '../../store/toasts.ts';
import { NEW, NEW_FILE, type ScenarioFile } from './scenario-file.ts';

/** Reads the file of a scenario. @throws CallError, UnreachableError */
export const readFile = (account: string, name: string, signal?: AbortSignal): Promise<ScenarioFile> =>
  name === NEW
    ? Promise.resolve(NEW_FILE)
    : api.get('/_sandbox/accounts/{account}/scenarios/{name}/file', { path: { account, name }, signal });

/** A text to save. */
export interface Saving {
  readonly account: string;
  readonly name: string;
  readonly yaml: string;
  readonly activate: boolean;
  /** The digest of the file that the text replaces, null for none; undefined for whatever file there is. */
  readonly expected: string | null | undefined;
}

/** The result of saving. `theirs` is the file as someone else has saved it; null if it was deleted. */
type Saved =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'changed'; readonly theirs: ScenarioFile | null };

/** The file as it is now; null if it does not exist. */
async function readTheirs(account: string, name: string): Promise<ScenarioFile | null> {
  try {
    return await readFile(account, name);
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}

async function send({ account, name, yaml, activate, expected }: Saving): Promise<Saved> {
  const body = { yaml, ...(expected === undefined ? {} : { expected_digest: expected }) };
  try {
    if (activate) await api.post('/_sandbox/accounts/{account}/scenarios', { path: { account }, body });
    else {
      const path = { account, name };
      await api.put('/_sandbox/accounts/{account}/scenarios/{name}/file', { path, body });
    }
    showToast(`${name} is ${activate ? 'active' : 'saved'}.`);
    return { kind: 'saved' };
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'SCENARIO_CHANGED') throw error;
    return { kind: 'changed', theirs: await readTheirs(account, name) };
  }
}

/** Saves a file, and activates it on request. A toast says that it failed. */
export async function saveScenario(saving: Saving): Promise<Saved> {
  const outcome: { saved: Saved } = { saved: { kind: 'failed' } };
  await attempt(async () => {
    outcome.saved = await send(saving);
  });
  return outcome.saved;
}

/**
 * Deletes a file of the account, if it still has this digest.
 * @returns whether that succeeded; otherwise the file as someone else has saved it
 */
export async function deleteFile(
  account: string,
  { name, replaces_built_in }: ScenarioFile,
  expected: string | null,
): Promise<boolean | ScenarioFile> {
  const query = expected === null ? {} : { expected_digest: expected };
  const outcome: { theirs: ScenarioFile | null } = { theirs: null };
  const isDone = await attempt(async () => {
    try {
      const path = { account, name };
      await api.delete('/_sandbox/accounts/{account}/scenarios/{name}/file', { path, query });
      showToast(replaces_built_in ? `The built-in ${name} is back.` : `${name} is deleted.`);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'SCENARIO_CHANGED') throw error;
      outcome.theirs = await readFile(account, name);
    }
  });
  return outcome.theirs ?? isDone;
}
