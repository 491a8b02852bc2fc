import { copyFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLOSED_LINE, sealText } from '../../../src/host/storage/log-file.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { asAfterCrash, contentsOf, crashedFolder, freshFolder, startOn } from './folders.ts';

/** A folder after a crash whose log has an entry for each of three orders, with its lines and their numbers. */
async function crashedLog(): Promise<{ data: string; seqs: number[]; lines: string[] }> {
  const data = await crashedFolder();
  const lines = (await contentsOf(data))['demo.log']!.trimEnd().split('\n');
  const seqs = lines.slice(1).map(line => JSON.parse(line.slice(9))[0] as number);
  return { data, seqs, lines };
}

const logOf = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('');

type Damage = (data: string, lines: readonly string[]) => Promise<unknown>;

const LOSSES: readonly [what: string, firstLost: 0 | 1 | 2, damage: Damage][] = [
  [
    'cut off between two lines',
    1,
    (data, lines) => writeFile(join(data, 'demo.log'), logOf(lines.slice(0, 2))),
  ],
  ['cut off within a line', 2, (data, lines) => writeFile(join(data, 'demo.log'), logOf(lines).slice(0, -9))],
  ['emptied', 0, data => truncate(join(data, 'demo.log'))],
  ['removed', 0, data => rm(join(data, 'demo.log'))],
];

test.each(LOSSES)(
  'a log that was %s is noticed, and what is missing is named',
  async (_what, firstLost, damage) => {
    const { data, seqs, lines } = await crashedLog();
    await damage(data, lines);
    const before = await contentsOf(data);
    const { refusal } = await startOn(data);
    const [first, last] = [seqs[firstLost], seqs.at(-1)];
    const [missing, acknowledged, without] =
      first === last
        ? [`entry ${last} is missing`, 'it was acknowledged', 'without it.']
        : [`entries ${first} to ${last} are missing`, 'they were acknowledged', 'without them.'];
    const seal = join(data, 'demo.seal');
    expect(refusal).toContain(`demo.log: ${missing}: according to ${seal}, ${acknowledged}, but `);
    const end = first === 1 ? 'before the first entry' : `at entry ${first! - 1}`;
    expect(refusal).toContain(`${join(data, 'demo.json')} and its log end ${end}`);
    expect(refusal).toContain(
      `Restore the account's files from a backup, or remove ${seal} to continue ${without}`,
    );
    expect(await contentsOf(data)).toEqual(before);
  },
);

test('a log that lost its end is used as is once the seal is removed', async () => {
  const { data, lines } = await crashedLog();
  await writeFile(join(data, 'demo.log'), logOf(lines.slice(0, 3)));
  await rm(join(data, 'demo.seal'));
  const { orders, remarks } = await startOn(data);
  expect(orders).toEqual(['a', 'b']);
  expect(remarks).toEqual([
    expect.stringMatching(/demo\.seal: the file is missing, so it is unknown whether/),
  ]);
});

test('orders after an incomplete log do not repeat the event ids of the lost orders', async () => {
  const { data, lines } = await crashedLog();
  const eventIds = async (): Promise<string[]> => {
    await using sandbox = await startTestSandbox({ data });
    const account = sandbox.core.accounts.get('demo')!;
    await sandbox.api.order({ external_id: 'd', package_id: 1, address: RECIPIENT });
    return account.state.events.map(event => `${event.orderId} ${event.epoch}`);
  };
  await writeFile(join(data, 'demo.log'), logOf(lines.slice(0, 2)));
  await rm(join(data, 'demo.seal'));
  const [first, second] = await eventIds();
  expect(first!.split(' ')[0]).toBe('1');
  expect(second!.split(' ')[0]).toBe('2');
  expect(second!.split(' ')[1]).not.toBe(first!.split(' ')[1]);
});

test('a damaged seal is reported, and its account is used', async () => {
  const data = await crashedFolder();
  await writeFile(join(data, 'demo.seal'), '0000000000000099 00000000\n');
  const { orders, remarks } = await startOn(data);
  expect(orders).toEqual(['a', 'b', 'c']);
  expect(remarks).toEqual([
    expect.stringMatching(/demo\.seal: the file is damaged, so it is unknown whether/),
  ]);
});

test('a seal whose account has no other files is detected', async () => {
  const data = await crashedFolder();
  await rm(join(data, 'demo.log'));
  await rm(join(data, 'demo.json'));
  const { refusal } = await startOn(data);
  expect(refusal).toMatch(/demo\.json: the file is missing, and so is its log, but its seal exists/);
  expect(refusal).toContain(`move ${join(data, 'demo.seal')} away to continue without the account`);
});

/** Replaces the seal of the last acknowledged entry. */
const writeSeal = (data: string, seq: number): Promise<void> =>
  writeFile(join(data, 'demo.seal'), sealText(seq));

/** The files that a crash can leave behind at each step, and the orders that exist then. No acknowledged order is lost. */
const CRASHES: readonly [
  step: string,
  orders: string[],
  leave: (data: string, lines: readonly string[]) => unknown,
][] = [
  [
    'the seal was created',
    [],
    async data => {
      await rm(join(data, 'demo.log'));
      await writeFile(join(data, 'demo.seal'), '');
    },
  ],
  [
    'the seal was written for the first time',
    [],
    async data => {
      await rm(join(data, 'demo.log'));
      await writeSeal(data, 0);
    },
  ],
  [
    'the log was created',
    [],
    async data => {
      await truncate(join(data, 'demo.log'));
      await writeSeal(data, 0);
    },
  ],
  [
    "the log's header was written in part",
    [],
    async (data, [header = '']) => {
      await writeFile(join(data, 'demo.log'), header.slice(0, 20));
      await writeSeal(data, 0);
    },
  ],
  [
    'an entry was written and not acknowledged',
    ['a', 'b', 'c'],
    async (data, lines) => {
      await writeSeal(data, JSON.parse(lines[2]!.slice(9))[0]);
    },
  ],
  [
    'an entry was written in part',
    ['a', 'b', 'c'],
    async (data, lines) => {
      await writeFile(join(data, 'demo.log'), logOf(lines) + lines[1]!.slice(0, 30));
    },
  ],
];

test.each(CRASHES)('a crash after %s is not taken for a loss', async (_step, orders, leave) => {
  const { data, lines } = await crashedLog();
  await leave(data, lines);
  const started = await startOn(data);
  expect(started.refusal).toBeNull();
  expect(started.remarks.filter(remark => !/the last line is incomplete/.test(remark))).toEqual([]);
  expect(started.orders).toEqual(orders);
  expect((await startOn(data)).orders).toEqual(orders);
});

test.each([['demo.log', 'demo.seal'], ['demo.seal']])(
  'a crash between a new snapshot and the removal of %s is not taken for a loss',
  async (...left) => {
    const data = await crashedFolder();
    const saved = await asAfterCrash(data);
    expect((await startOn(data)).refusal).toBeNull();
    for (const name of left) await copyFile(join(saved, name), join(data, name));
    const started = await startOn(data);
    expect(started).toEqual({ refusal: null, remarks: [], orders: ['a', 'b', 'c'] });
    expect(Object.keys(await contentsOf(data)).filter(name => name.startsWith('demo'))).toEqual([
      'demo.json',
    ]);
  },
);

test('a closed account leaves no seal against which a new account with its name would be checked', async () => {
  const data = await freshFolder();
  const sandbox = await startTestSandbox({ data });
  for (const round of [1, 2, 3]) {
    const shop = sandbox.openAccount({ name: 'shop' });
    await sandbox.core.runner.settled();
    for (let count = 0; count < 5 - round; count++) {
      expect((await shop.api.order({ package_id: 1, address: RECIPIENT })).outcome).toBe('202');
    }
    if (round === 3) break;
    sandbox.core.accounts.close(shop.account);
    await sandbox.core.runner.settled();
    expect(Object.keys(await contentsOf(data)).filter(name => name.startsWith('shop'))).toEqual([]);
  }
  await using next = await startTestSandbox({ data: await asAfterCrash(data) });
  await sandbox.close();
  expect(next.core.accounts.get('shop')!.state.orders.length).toBe(2);
});

test('a crash during the removal of a closed account leaves no account, and the next start succeeds', async () => {
  const data = await freshFolder();
  const sandbox = await startTestSandbox({ data });
  const shop = sandbox.openAccount({ name: 'shop' });
  await sandbox.core.runner.settled();
  await shop.api.order({ package_id: 1, address: RECIPIENT });
  const before = await contentsOf(data);
  await sandbox.close();
  const files: [string, string][] = [
    ['shop.seal', before['shop.seal']!],
    ['shop.json', before['shop.json']!],
    ['shop.log', before['shop.log']! + CLOSED_LINE],
  ];
  for (let removed = 0; removed <= files.length; removed++) {
    for (const [name] of files) await rm(join(data, name), { force: true });
    for (const [name, text] of files.slice(removed)) await writeFile(join(data, name), text, 'latin1');
    expect((await startOn(data)).refusal).toBeNull();
    expect(Object.keys(await contentsOf(data)).filter(name => name.startsWith('shop'))).toEqual([]);
  }
});

test('a reset is acknowledged with a snapshot alone, without a seal', async () => {
  const data = await freshFolder();
  await using sandbox = await startTestSandbox({ data });
  for (const id of ['a', 'b', 'c']) {
    await sandbox.api.order({ external_id: id, package_id: 1, address: RECIPIENT });
  }
  await sandbox.core.resetAccount(sandbox.account);
  await sandbox.core.runner.settled();
  expect(Object.keys(await contentsOf(data)).filter(name => name.startsWith('demo'))).toEqual(['demo.json']);
  await sandbox.api.order({ external_id: 'd', package_id: 1, address: RECIPIENT });
  expect(await startOn(await asAfterCrash(data))).toEqual({ refusal: null, remarks: [], orders: ['d'] });
});
