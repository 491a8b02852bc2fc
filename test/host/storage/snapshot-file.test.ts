import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  FORMAT,
  SnapshotAdapter,
  type StoredSnapshot,
  snapshotText,
} from '../../../src/host/storage/snapshot-file.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { freshFolder } from './folders.ts';

const snapshotOf = (sandbox: TestSandbox): StoredSnapshot => ({
  format: FORMAT,
  writtenBy: 'test',
  seq: 1,
  atMs: 2,
  wallMs: 3,
  account: sandbox.state,
});

async function placeOrders(sandbox: TestSandbox, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += 50) {
    const items = Array.from({ length: Math.min(50, to - first) }, (_, index) => ({
      external_id: `${first + index}-${'"\\\u2028é'.charCodeAt(index % 4)}`,
      package_id: 1,
      address: RECIPIENT,
    }));
    expect((await sandbox.api.bulk(items)).outcome).toBe('202');
  }
}

test('a snapshot has the state at the time when its writing started, despite later changes', async () => {
  await using sandbox = await startTestSandbox({ balance_trx: 10_000 });
  await sandbox.receive();
  await placeOrders(sandbox, 0, 400);
  await sandbox.advance(5_000);
  const marked = structuredClone(sandbox.state);
  let text = '';
  let pieces = 0;
  for (const piece of snapshotText(snapshotOf(sandbox))) {
    text += piece;
    pieces += 1;
    const next = 400 + pieces * 10;
    await placeOrders(sandbox, next, next + 10);
    await sandbox.advance(3_000);
    sandbox.core.runner.execute(sandbox.account, 'move', { order: pieces, to: 'review' });
    sandbox.core.runner.execute(sandbox.account, 'deposit', { amountSun: 1 });
  }
  expect(pieces).toBeGreaterThan(5);
  expect(sandbox.state.events.length).toBeGreaterThan(marked.events.length);
  const { account } = JSON.parse(text);
  for (const name of ['counters', 'inFlight']) account[name] = Object.fromEntries(account[name]);
  expect(account).toEqual(marked);
});

test('a snapshot is read as it was written, whatever its strings contain', async () => {
  await using sandbox = await startTestSandbox({ balance_trx: 10_000 });
  await placeOrders(sandbox, 0, 120);
  await sandbox.api.order({ external_id: 'sandbox:failed-with-refund:1', package_id: 1, address: RECIPIENT });
  await sandbox.settle();
  sandbox.core.runner.execute(sandbox.account, 'setWebhook', {
    url: 'http://127.0.0.1:9/?a="],\n"orders":[',
    secret: '\u2028\n"crc32":"0"\\',
  });
  const folder = await freshFolder();
  const adapter = new SnapshotAdapter(`${folder}.json`, 'test');
  expect(await adapter.read()).toBeNull();
  const written = structuredClone(sandbox.state);
  adapter.position = { seq: 7, atMs: 8, wallMs: 9 };
  await adapter.write(sandbox.state);
  const reader = new SnapshotAdapter(`${folder}.json`, 'test');
  expect(await reader.read()).toEqual(written);
  expect(reader.position).toEqual({ seq: 7, atMs: 8, wallMs: 9 });
});

test('only the owner may read the stored files', async () => {
  const data = await freshFolder();
  await using sandbox = await startTestSandbox({ data });
  await sandbox.api.order({ package_id: 1, address: RECIPIENT });
  const modes = await Promise.all(
    ['', 'demo.json', 'demo.log', 'demo.seal'].map(async name => (await stat(join(data, name))).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
});
