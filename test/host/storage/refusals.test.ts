import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { startSandbox } from '../../../src/server/start-sandbox.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { startControlled } from '../../support/control-api.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { contentsOf, crashedFolder, freshFolder, startOn } from './folders.ts';

/** A folder after a clean stop: one account without a log. */
async function stoppedFolder(): Promise<string> {
  const data = await freshFolder();
  const sandbox = await startTestSandbox({ data });
  await sandbox.api.order({ external_id: 'a', package_id: 1, address: RECIPIENT });
  await sandbox.close();
  return data;
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'latin1')), 'latin1');
}

/** A log line with different content and a matching checksum. */
const forged = (line: string, change: (text: string) => string): string => {
  const text = change(line.slice(9));
  return `${crc32(text).toString(16).padStart(8, '0')} ${text}`;
};

const onLine = (number: number, change: (line: string) => string) => (text: string) =>
  text
    .split('\n')
    .map((line, index) => (index === number - 1 ? change(line) : line))
    .join('\n');

const DAMAGES: readonly [string, string, (text: string) => string, RegExp][] = [
  [
    'a changed digit in a snapshot',
    'demo.json',
    text => text.replace('"balanceSun":1', '"balanceSun":2'),
    /demo\.json:\d+: the file is damaged \(its checksum is wrong\)/,
  ],
  [
    'a truncated snapshot',
    'demo.json',
    text => text.slice(0, text.length / 2),
    /demo\.json(:\d+)?: the file is damaged/,
  ],
  ['an empty snapshot', 'demo.json', () => '', /demo\.json: the file is damaged \(its end is missing\)/],
  [
    'something else in place of a snapshot',
    'demo.json',
    () => 'hello\n',
    /demo\.json:1: the file is damaged/,
  ],
  [
    'a changed letter within a log',
    'demo.log',
    onLine(2, line => line.replace('"handle"', '"hendle"')),
    /demo\.log:2: the line is damaged \(its checksum is wrong\).* head -n 1 .*demo\.log/,
  ],
  [
    'a changed complete last line',
    'demo.log',
    text => `${text.slice(0, -4)}?${text.slice(-3)}`,
    /demo\.log:4: the line is damaged/,
  ],
  [
    'a line removed from a log',
    'demo.log',
    text => text.split('\n').toSpliced(1, 1).join('\n'),
    /demo\.log:2: entry \d+ is missing; this line is entry \d+/,
  ],
  [
    'a log whose replay has a different outcome',
    'demo.log',
    onLine(2, line =>
      forged(line, text =>
        text.replace('"package_id":1', '"package_id":2').replace('"packageId":1', '"packageId":2'),
      ),
    ),
    /demo\.log:2: the replay of handle had a different outcome .* The log was written by version/,
  ],
  [
    'a log of another account',
    'demo.log',
    onLine(1, line => forged(line, text => text.replace('"demo"', '"shop"'))),
    /demo\.log: the log belongs to account shop/,
  ],
  [
    'a log of another format',
    'demo.log',
    onLine(1, line =>
      forged(line, text =>
        text.replace('"format":2', '"format":7').replace(/"writtenBy":"[^"]*"/, '"writtenBy":"9.0.0"'),
      ),
    ),
    /demo\.log: the file has format 7, written by version 9\.0\.0, but this version reads format 2/,
  ],
];

for (const [what, file, damage, refusal] of DAMAGES) {
  test(`${what} is refused with its file and a fix, and nothing is overwritten`, async () => {
    const data = await crashedFolder();
    await edit(join(data, file), damage);
    const before = await contentsOf(data);
    expect((await startOn(data)).refusal).toMatch(refusal);
    expect(await contentsOf(data)).toEqual(before);
  });
}

test.each([1, 3])('a snapshot of format %i is refused with the version that wrote it', async format => {
  const data = await stoppedFolder();
  const path = join(data, 'demo.json');
  await edit(path, text => {
    const body = text.slice(0, text.lastIndexOf('"crc32"')).replace('"format":2', `"format":${format}`);
    return `${body}"crc32":"${crc32(Buffer.from(body, 'latin1')).toString(16).padStart(8, '0')}"}\n`;
  });
  const before = await contentsOf(data);
  expect((await startOn(data)).refusal).toContain(
    `demo.json: the file has format ${format}, written by version`,
  );
  expect(await contentsOf(data)).toEqual(before);
});

test('a log without its snapshot is refused, and not treated as a closed account', async () => {
  const data = await crashedFolder();
  await rm(join(data, 'demo.json'));
  const before = await contentsOf(data);
  expect((await startOn(data)).refusal).toMatch(/demo\.json: the file is missing, but its log exists/);
  expect(await contentsOf(data)).toEqual(before);
});

test('a copy of a snapshot in the folder is refused with the account and its file, and nothing is overwritten', async () => {
  const data = await stoppedFolder();
  await copyFile(join(data, 'demo.json'), join(data, 'demo-copy.json'));
  const before = await contentsOf(data);
  expect((await startOn(data)).refusal).toBe(
    `${join(data, 'demo-copy.json')}: the file contains account demo, which belongs in ${join(data, 'demo.json')}; nothing was changed. If it is a copy, move it out of the folder.`,
  );
  expect(await contentsOf(data)).toEqual(before);
});

test('missing scenarios that a log was written with are reported', async () => {
  const data = await crashedFolder();
  const names = Object.keys(await contentsOf(data));
  await rm(join(data, names.find(name => name.startsWith('.scenarios-'))!));
  expect((await startOn(data)).refusal).toMatch(/\.scenarios-[0-9a-f]+\.json: cannot read the scenarios/);
});

test('an incomplete last line is ignored and reported', async () => {
  const data = await crashedFolder();
  const log = join(data, 'demo.log');
  await edit(log, text => text + text.trimEnd().split('\n').at(-1)!.slice(0, -20));
  const remarks: string[] = [];
  await using sandbox = await startTestSandbox({ data, on_remark: text => remarks.push(text) });
  expect(remarks).toEqual([
    expect.stringMatching(/demo\.log:5: the last line is incomplete and was never acknowledged/),
  ]);
  expect(sandbox.state.orders.map(order => order.externalId)).toEqual(['a', 'b', 'c']);
});

test('files of a write that a crash interrupted are removed', async () => {
  const data = await crashedFolder();
  await writeFile(join(data, 'demo.json.tmp'), '{"format":1,"half');
  await using sandbox = await startTestSandbox({ data });
  expect(sandbox.state.orders.length).toBe(3);
  expect(Object.keys(await contentsOf(data))).not.toContain('demo.json.tmp');
});

test('a crash between a new snapshot and the removal of its log does not repeat any command', async () => {
  const data = await crashedFolder();
  const { 'demo.log': log } = await contentsOf(data);
  const first = await startTestSandbox({ data });
  await first.close();
  await writeFile(join(data, 'demo.log'), log!, 'latin1');
  await using second = await startTestSandbox({ data, on_remark: () => undefined });
  expect(second.state.orders.length).toBe(3);
});

test('the files of a closed account that a crash left over are removed', async () => {
  const data = await crashedFolder();
  const closed = `${crc32('"closed"').toString(16).padStart(8, '0')} "closed"\n`;
  await edit(join(data, 'demo.log'), text => text + closed);
  await rm(join(data, 'demo.json'));
  await using sandbox = await startTestSandbox({ data });
  expect(sandbox.state.orders).toEqual([]);
});

test('a file in place of the folder is refused', async () => {
  const data = await freshFolder();
  await writeFile(data, 'not a folder');
  expect((await startOn(data)).refusal).toContain(`${data}: cannot create the folder`);
});

test('a start that fails because the port is in use unlocks the folder', async () => {
  const data = await freshFolder();
  await using other = await startTestSandbox();
  await expect(startSandbox({ data, port: other.port })).rejects.toThrow(/port: \d+ .* is in use/);
  expect((await startOn(data)).refusal).toBeNull();
});

test('other files in the folder are not touched', async () => {
  const data = await freshFolder();
  await mkdir(data);
  await writeFile(join(data, 'notes.txt'), 'mine');
  expect((await startOn(data)).refusal).toBeNull();
  expect((await contentsOf(data))['notes.txt']).toBe('mine');
});

test.runIf(existsSync('/proc/self'))(
  'a folder in a file system that cannot hold new folders is refused',
  async () => {
    expect((await startOn('/proc/sandbox/data')).refusal).toBe(
      '/proc/sandbox/data: cannot create the folder: the file system takes no folders there; choose another folder with --data (ENOTSUP)',
    );
  },
);

test.each(['demo.json', 'demo.log', 'demo.seal'])(
  'a pipe in place of %s is refused at once',
  { timeout: 10_000 },
  async name => {
    const data = await crashedFolder();
    await rm(join(data, name));
    execFileSync('mkfifo', [join(data, name)], { env: childEnvironment() });
    await expect(startSandbox({ data })).rejects.toThrow(
      `${name}: cannot read the file: it is a pipe, a socket or a device; name a regular file (ENOTREG)`,
    );
  },
);

test('JSON files of other programs are left alone, and no account replaces them', async () => {
  const data = await stoppedFolder();
  const other = '{\n  "name": "shop"\n}\n';
  await writeFile(join(data, 'package.json'), other);
  await writeFile(join(data, 'list.json'), '[1]');
  const remarks: string[] = [];
  await using started = await startControlled({ data, on_remark: text => remarks.push(text) });
  const { sandbox, control } = started;
  expect(remarks).toEqual(
    expect.arrayContaining([
      `${join(data, 'list.json')}: this program has not written the file; it is left alone`,
      `${join(data, 'package.json')}: this program has not written the file; it is left alone`,
    ]),
  );
  expect(sandbox.core.accounts.list().map(({ state }) => state.name)).toEqual(['demo']);
  const refused = await control.raw('POST', '/_sandbox/accounts', { body: { name: 'package' } });
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({ message: expect.stringContaining('move it away and restart') });
  expect(await readFile(join(data, 'package.json'), 'utf8')).toBe(other);
});
