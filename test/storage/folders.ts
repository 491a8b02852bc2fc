import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AccountState } from '../../src/engine/account-state.ts';

/** A path for a data folder that does not exist. It is removed at the end of the test. */
export async function freshFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'energy-data-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'data');
}

/** A copy of what is on disk now, as a process would find it that starts after a crash of this one. */
export async function asAfterCrash(folder: string): Promise<string> {
  const copy = await freshFolder();
  await cp(folder, copy, { recursive: true, filter: path => !path.endsWith('/lock') });
  return copy;
}

/** The names and contents of all files in a folder. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const entries = names.map(async name => [name, await readFile(join(folder, name), 'latin1')] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** A state without the parts that are not stored: clock readings of the old process, and rate limit windows. */
export function keptPart(state: AccountState) {
  const { clock, keys, ...rest } = structuredClone(state);
  const { mode, speed } = clock;
  return { ...rest, clock: { mode, speed }, keys: keys.map(({ window, ...key }) => key) };
}
