import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { PROGRAM } from './built-program.ts';
import { cli, temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'a-file'), '');
  for (const end of ['', '.yaml', '.json']) {
    await mkdir(join(folder.path, `a-folder${end}`));
    await symlink(`loop${end}`, join(folder.path, `loop${end}`));
    execFileSync('mkfifo', [join(folder.path, `pipe${end}`)]);
  }
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Paths that cannot be used, by the reason. Their ends make them reports of a format, and files of scenarios. */
const PATHS = {
  missing: (end: string) => `missing/file${end}`,
  'a folder': (end: string) => `a-folder${end}`,
  'below a file': (end: string) => `a-file/file${end}`,
  'a link to itself': (end: string) => `loop${end}`,
  'a pipe': (end: string) => `pipe${end}`,
  'a name that is too long': (end: string) => `${'x'.repeat(300)}${end}`,
} as const;
type Why = keyof typeof PATHS;
const FILES = Object.keys(PATHS) as Why[];
/** A report may be written to a pipe. */
const WRITTEN = FILES.filter(why => why !== 'a pipe');
const FOLDERS = FILES.filter(why => why !== 'a folder');
/** A folder that does not exist is created. */
const NEW_FOLDERS = FOLDERS.filter(why => why !== 'missing');

interface Place {
  readonly words: readonly string[];
  /** What the message begins with: the flag, or the path where it has none. */
  readonly begins: string;
  readonly end?: '.yaml' | '.json';
  readonly whys?: readonly Why[];
}

const RECORD = ['record', '--target', 'https://api.example.com'];
const PLACES: readonly Place[] = [
  { words: ['start', '--config', 'PATH'], begins: 'config: PATH' },
  { words: ['start', '--scenario', 'PATH'], begins: 'PATH', end: '.yaml' },
  { words: ['start', '--disturbance', 'PATH'], begins: 'PATH', end: '.yaml' },
  { words: ['start', '--scenarios', 'PATH'], begins: 'PATH', whys: FOLDERS },
  { words: ['start', '--data', 'PATH'], begins: 'PATH', whys: NEW_FOLDERS },
  { words: ['start', '--run', 'PATH'], begins: 'run folder PATH', whys: NEW_FOLDERS },
  { words: ['start', '--openapi', 'PATH'], begins: 'openapi: PATH' },
  { words: ['start', '--admin-token-file', 'PATH'], begins: '--admin-token-file: PATH' },
  { words: ['start', '--tls-cert', 'PATH', '--tls-key', 'PATH'], begins: 'tls-cert: PATH' },
  { words: ['start', '--port', '0', '--tls-ca-file', 'PATH'], begins: 'tls-ca-file: PATH', whys: WRITTEN },
  { words: ['findings', '--merge', 'PATH'], begins: '--merge: run folder PATH', whys: FOLDERS },
  { words: ['coverage', '--merge', 'PATH'], begins: '--merge: run folder PATH', whys: FOLDERS },
  { words: ['findings', '--out', 'PATH'], begins: '--out: PATH', end: '.json', whys: WRITTEN },
  {
    words: ['exec', '--findings', '--out', 'PATH', '--', 'true'],
    begins: '--out: PATH',
    end: '.json',
    whys: WRITTEN,
  },
  {
    words: ['audit', 'http://127.0.0.1:9/', '--out', 'PATH'],
    begins: '--out: PATH',
    end: '.json',
    whys: WRITTEN,
  },
  { words: ['calibrate', 'PATH'], begins: 'PATH', end: '.json' },
  { words: ['calibrate', 'RECORDING', '--config', 'PATH'], begins: 'config: PATH' },
  { words: ['calibrate', 'RECORDING', '--out', 'PATH'], begins: '--out: PATH', end: '.yaml', whys: WRITTEN },
  {
    words: ['calibrate', 'RECORDING', '--observed', 'PATH'],
    begins: '--observed: PATH',
    end: '.yaml',
    whys: WRITTEN,
  },
  {
    words: ['calibrate', 'RECORDING', '--report', 'PATH'],
    begins: '--report: PATH',
    end: '.json',
    whys: WRITTEN,
  },
  { words: [...RECORD, '--out', 'PATH'], begins: '--out: PATH', end: '.json', whys: WRITTEN },
  {
    words: [...RECORD, '--out', 'RECORDING', '--report', 'PATH'],
    begins: '--report: PATH',
    end: '.json',
    whys: WRITTEN,
  },
  { words: ['explore', '--out', 'PATH', '--', 'true'], begins: '--out: ', whys: NEW_FOLDERS },
  { words: ['scenario', 'check', 'PATH'], begins: 'PATH', end: '.yaml' },
  { words: ['scenario', 'show', 'PATH'], begins: 'PATH', end: '.yaml' },
  { words: ['scenario', 'use', 'PATH'], begins: 'PATH', end: '.yaml' },
  { words: ['scenario', 'list', '--scenarios', 'PATH'], begins: 'PATH', whys: FOLDERS },
  { words: ['snapshot', 'import', 'PATH'], begins: 'PATH', end: '.json' },
  { words: ['verify-signature', '--secret', 's', '--signature', 'sha256=0', 'PATH'], begins: 'PATH' },
];

describe.for(PLACES)('$words', ({ words, begins, end = '', whys = FILES }) => {
  test.for(whys)('says that its path cannot be used, and how to fix it: %s', async why => {
    const path = join(folder.path, PATHS[why](end));
    const recording = join(folder.path, 'a.har');
    const filled = words.map(word => word.replace('PATH', path).replace('RECORDING', recording));
    const { code, err } = await cli(filled);
    expect(code).toBeGreaterThan(0);
    expect(err.startsWith(`energy-sandbox: ${begins.replace('PATH', path)}`), err).toBe(true);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    // No message of Node.js, such as "ENOENT: no such file or directory, open '…'".
    expect(err).not.toMatch(/\bE[A-Z]{3,}: |please report it/);
    expect(err).toMatch(/; [a-z]/);
  });
});

test.runIf(existsSync('/proc/self'))(
  'explore notices at once that no folder can be created in --out',
  async () => {
    const { code, err } = await cli(['explore', '--out', '/proc/sandbox', '--', 'true']);
    expect(err).toBe(
      'energy-sandbox: --out: /proc/sandbox is not writable: the file system takes no folders there; name another folder, or change its permissions\n',
    );
    expect(code).toBe(2);
  },
);

test.for([['exec', '--findings'], ['explore']])(
  '%j says that there is no folder for temporary files',
  async words => {
    const env = childEnvironment({ TMPDIR: '/nowhere' });
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words, '--', 'true'], { env });
    expect(String(stderr)).toContain(
      'folder for temporary files /nowhere: no such file or folder; set TMPDIR to a folder that can be written',
    );
    expect(status).toBe(2);
  },
);
