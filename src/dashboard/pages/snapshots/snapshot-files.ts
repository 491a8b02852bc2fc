import { snapshotNameOf } from './snapshot-name.ts';

/** A file that the user chose, with a name that a snapshot can have. */
export interface ChosenFile {
  readonly name: string;
  readonly content: unknown;
}

/**
 * Lets the user choose a JSON file. Null if none was chosen.
 * @throws Error if it is not JSON
 */
export async function chooseFile(): Promise<ChosenFile | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'application/json,.json';
  const file = await new Promise<File | null>(resolve => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
  if (!file) return null;
  try {
    return { name: snapshotNameOf(file.name), content: JSON.parse(await file.text()) };
  } catch {
    throw new Error(`${file.name} is not JSON. Choose a file that was downloaded from a snapshot.`);
  }
}
