import { mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renameFile } from '../../../src/host/node/files.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'files-'));

describe('on Windows, where another program can have a file open,', () => {
  /** Renames once the file was refused a number of times. */
  async function renamed(refusals: number, code: string, platform: NodeJS.Platform = 'win32') {
    const folder = await newFolder();
    await writeFile(join(folder, 'new'), 'new');
    await writeFile(join(folder, 'old'), 'old');
    let attempts = 0;
    const move = async (from: string, to: string): Promise<void> => {
      attempts += 1;
      if (attempts <= refusals) throw Object.assign(new Error('in use'), { code });
      await rename(from, to);
    };
    const wait = async (): Promise<void> => undefined;
    const problem = await renameFile(join(folder, 'new'), join(folder, 'old'), {
      platform,
      move,
      wait,
    }).catch(error => error.code);
    return { attempts, problem, content: await readFile(join(folder, 'old'), 'utf8') };
  }

  test.each(['EPERM', 'EACCES', 'EBUSY'])('a rename that fails with %s is tried again', async code => {
    expect(await renamed(3, code)).toEqual({ attempts: 4, problem: undefined, content: 'new' });
  });

  test('a rename fails if the file is never free, or for another reason', async () => {
    expect(await renamed(100, 'EPERM')).toEqual({ attempts: 10, problem: 'EPERM', content: 'old' });
    expect(await renamed(1, 'ENOSPC')).toEqual({ attempts: 1, problem: 'ENOSPC', content: 'old' });
    expect(await renamed(1, 'EPERM', 'linux')).toEqual({ attempts: 1, problem: 'EPERM', content: 'old' });
  });
});
