import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ScenarioLibrary } from '../scenario/scenario-library.ts';
import type { Scenario } from '../scenario/scenario-schema.ts';
import { LIBRARY_FILE, LIBRARY_PREFIX } from './account-paths.ts';
import { removeFiles, replaceFile } from './durable-files.ts';
import { corrupt, storageError } from './storage-errors.ts';

/** A serialized library, with the digest that identifies it in logs. */
export interface SerializedLibrary {
  readonly digest: string;
  readonly text: string;
}

/** Serializes a library. The same scenarios give the same digest. */
export function serializeLibrary(library: ScenarioLibrary): SerializedLibrary {
  const text = JSON.stringify(library.all());
  return { text, digest: hash('sha256', text, 'hex').slice(0, 16) };
}

const pathOf = (folder: string, digest: string): string => join(folder, `${LIBRARY_PREFIX}${digest}.json`);

/** Writes a library next to the logs that refer to it. */
export const writeLibrary = (folder: string, { digest, text }: SerializedLibrary): Promise<void> =>
  replaceFile(pathOf(folder, digest), [text]);

/**
 * Reads the library that a log refers to.
 * @throws StorageError if it is missing or damaged
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

/** Removes all libraries except the one with this digest. */
export async function removeOtherLibraries(folder: string, digest: string): Promise<void> {
  const names = (await readdir(folder)).filter(name => LIBRARY_FILE.test(name));
  const others = names.map(name => join(folder, name)).filter(path => path !== pathOf(folder, digest));
  if (others.length > 0) await removeFiles(folder, others);
}
