import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ScenarioLibrary } from '../scenario/scenario-library.ts';
import type { Scenario } from '../scenario/scenario-types.ts';
import { LIBRARY_FILE, LIBRARY_PREFIX } from './account-paths.ts';
import { removeFiles, replaceFile } from './durable-files.ts';
import { corrupt, storageError } from './storage-errors.ts';

/** A library as it was when a log was begun, with the digest by which the log names it. */
export interface KeptLibrary {
  readonly digest: string;
  readonly text: string;
}

/** A library as it is written; the same scenarios have the same digest. */
export function keptLibrary(library: ScenarioLibrary): KeptLibrary {
  const text = JSON.stringify(library.all());
  return { text, digest: hash('sha256', text, 'hex').slice(0, 16) };
}

const pathOf = (folder: string, digest: string): string => join(folder, `${LIBRARY_PREFIX}${digest}.json`);

/** Writes a library beside the logs that name it. */
export const writeLibrary = (folder: string, { digest, text }: KeptLibrary): Promise<void> =>
  replaceFile(pathOf(folder, digest), [text]);

/**
 * Reads the library that a log names.
 * @throws StorageError where it is missing or damaged
 */
export async function readLibrary(folder: string, digest: string): Promise<ScenarioLibrary> {
  const path = pathOf(folder, digest);
  const text = await readFile(path, 'utf8').catch(error => {
    throw storageError('read the scenarios that a log was written with', path, error);
  });
  if (hash('sha256', text, 'hex').slice(0, 16) !== digest) {
    throw corrupt(path, 'the file is damaged (its checksum is wrong)', 'Restore it from a backup.');
  }
  return new ScenarioLibrary(JSON.parse(text) as Scenario[]);
}

/** Removes the libraries that no log names any more. */
export async function removeOtherLibraries(folder: string, digest: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => LIBRARY_FILE.test(name));
  const others = names.map(name => join(folder, name)).filter(path => path !== pathOf(folder, digest));
  if (others.length > 0) await removeFiles(folder, others);
}
