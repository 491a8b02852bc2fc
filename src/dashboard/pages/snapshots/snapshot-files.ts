import { snapshotNameOf } from './snapshot-name.ts';

/** Lets the browser save data as a JSON file. */
export function saveFile(name: string, data: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has read the data by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

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
