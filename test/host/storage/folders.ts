import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AccountState } from '../../../src/core/engine/account-state.ts';
import { startSandbox } from '../../../src/server/start-sandbox.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

/** A path for a data folder that does not exist, in a folder for temporary files. It is removed at the end of the test. */
export async function freshFolder(within = tmpdir()): Promise<string> {
  const parent = await mkdtemp(join(within, 'energy-data-'));
  onTestFinished(() => removeFolder(parent));
  return join(parent, 'data');
}

/** A text that changes whenever any file of a folder is created, renamed, written or removed. */
async function stampOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const stamps = names.map(async name => {
    const { ino, size, mtimeNs } = await stat(join(folder, name), { bigint: true });
    return `${name} ${ino} ${size} ${mtimeNs}`;
  });
  return (await Promise.all(stamps)).join('\n');
}

/** Copies a folder. @returns false if it changed meanwhile, so that the copy may be of no single moment */
async function copied(folder: string, copy: string): Promise<boolean> {
  try {
    const before = await stampOf(folder);
    await cp(folder, copy, { recursive: true, filter: path => !path.endsWith('/lock') });
    return before === (await stampOf(folder));
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && path !== folder) return false;
    throw error;
  }
}

/** A copy of the folder as the next process would find it if this one crashed now. */
export async function asAfterCrash(folder: string): Promise<string> {
  const copy = await freshFolder();
  // Files are copied one by one, while a log may be folded in the background.
  while (!(await copied(folder, copy))) await rm(copy, { recursive: true, force: true });
  return copy;
}

/** The names and contents of all files in a folder, without the lock. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter(name => name !== 'lock').sort();
  const entries = names.map(async name => [name, await readFile(join(folder, name), 'latin1')] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** A state without the parts that each start sets: clock readings, rate limit windows, and the epoch of new events. */
export function storedPart(state: AccountState) {
  const { clock, keys, epoch, ...rest } = structuredClone(state);
  const { mode, speed } = clock;
  return { ...rest, clock: { mode, speed }, keys: keys.map(({ window, ...key }) => key) };
}

/** A folder after a crash: three orders were acknowledged, and each is an entry of the log. */
export async function crashedFolder(): Promise<string> {
  const data = await freshFolder();
  await using sandbox = await startTestSandbox({ data });
  for (const id of ['a', 'b', 'c']) {
    await sandbox.api.order({ external_id: id, package_id: 1, address: RECIPIENT });
  }
  return await asAfterCrash(data);
}

interface Start {
  /** The error of the start, or null. */
  readonly refusal: string | null;
  readonly remarks: string[];
  /** The external ids of the demo account's orders. */
  readonly orders: (string | null)[];
}

/** Starts a server on a folder and stops it. */
export async function startOn(data: string): Promise<Start> {
  const remarks: string[] = [];
  try {
    const sandbox = await startSandbox({ data, clock: 'manual', on_remark: text => remarks.push(text) });
    const { orders } = sandbox.core.accounts.get('demo')!.state;
    await sandbox.close();
    return { refusal: null, remarks, orders: orders.map(order => order.externalId) };
  } catch (error) {
    return { refusal: (error as Error).message, remarks, orders: [] };
  }
}
