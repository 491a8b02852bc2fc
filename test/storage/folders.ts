import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AccountState } from '../../src/engine/account-state.ts';

/** A path for a data folder that does not exist yet; what is there at the test's end is removed. */
export async function freshFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'energy-data-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'data');
}

/** What the disk holds at this moment, as a process would find it that starts after the present one vanished. */
export async function asAfterCrash(folder: string): Promise<string> {
  const copy = await freshFolder();
  await cp(folder, copy, { recursive: true, filter: path => !path.endsWith('/lock') });
  return copy;
}

/** Names and contents of all files of a folder. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const entries = names.map(async name => [name, await readFile(join(folder, name), 'latin1')] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** A state without what is not kept: readings of the old process's clock, and request windows. */
export function keptPart(state: AccountState) {
  const { clock, keys, ...rest } = structuredClone(state);
  const { mode, speed } = clock;
  return { ...rest, clock: { mode, speed }, keys: keys.map(({ window, ...key }) => key) };
}
