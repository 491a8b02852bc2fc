import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { epochOf } from '../../../src/core/domain/seeded-values.ts';
import { Account, openingState } from '../../../src/core/engine/account.ts';
import { Engine } from '../../../src/core/engine/engine.ts';
import { NO_FIELDS } from '../../../src/core/engine/request/service-request.ts';
import { ScenarioLibrary } from '../../../src/core/scenario/scenario-library.ts';
import { loadBuiltInScenarios } from '../../../src/host/scenarios/read-scenarios.ts';
import { captureState } from '../../../src/host/snapshots/state-text.ts';
import { SnapshotAdapter } from '../../../src/host/storage/snapshot-file.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { freshFolder } from './folders.ts';

const ORDERS = 20_000;
const YEAR_MS = 365 * 24 * 3_600_000;

/** An account whose orders have all been completed. */
async function usedAccount(): Promise<Account> {
  const engine = new Engine(new ScenarioLibrary(await loadBuiltInScenarios()));
  const clock = { mode: 'manual', speed: 0, hostMs: 0, virtualMs: 0 } as const;
  const webhook = { url: null, secret: 's' };
  const opening = { name: 'large', seed: 's', epoch: epochOf('s'), balanceSun: 1e15, clock, webhook };
  const account = new Account({ data: openingState(opening) });
  for (let index = 0; index < ORDERS; index++) {
    const order = { externalId: `order-${index}`, packageId: 1, durationMinutes: 5, address: RECIPIENT };
    const fields = { ...NO_FIELDS, ...order };
    engine.execute(account, 'placeOrder', { fields, kind: 'single', keyId: 'key-1', picked: null }, index);
  }
  engine.execute(account, 'elapse', {}, YEAR_MS);
  return account;
}

interface Writing {
  readonly writtenMs: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** Writes a snapshot, and measures how long the event loop was blocked meanwhile. */
async function measuredWriting(adapter: SnapshotAdapter, account: Account): Promise<Writing> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const begunMs = performance.now();
  delay.enable();
  await adapter.write(account.state);
  delay.disable();
  const writtenMs = performance.now() - begunMs;
  return { writtenMs, p99Ms: delay.percentile(99) / 1e6, longestMs: delay.max / 1e6 };
}

test('a snapshot of a large account is written in chunks that do not delay requests', async () => {
  const account = await usedAccount();
  const begunMs = performance.now();
  captureState(account.state);
  const markMs = performance.now() - begunMs;
  const adapter = new SnapshotAdapter(`${await freshFolder()}.json`, 'test');
  // Far above the measured share, and far below the share of writing in one chunk. Other work of the machine only adds
  // to it, so more rounds follow if the first one was too long.
  const isTooLong = ({ longestMs, writtenMs }: Writing): boolean => longestMs >= writtenMs / 4;
  let written = await measuredWriting(adapter, account);
  for (let round = 1; round < 10 && isTooLong(written); round++)
    written = await measuredWriting(adapter, account);
  console.info(`${ORDERS} orders:`, JSON.stringify({ markMs, ...written }));
  expect(isTooLong(written)).toBe(false);
  expect((await adapter.read())!.orders.length).toBe(ORDERS);
});
