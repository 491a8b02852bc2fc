import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRun } from '../../../src/judge/run-folder.ts';
import type { Trace } from '../../../src/judge/suite-trace.ts';
import { temporaryFolder } from '../../cli/support.ts';
import { ChainStage } from '../../server/tron/chain-stage.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled } from '../../support/control-api.ts';

const ORDER = { external_id: 'inv-1', package_id: 1, address: RECIPIENT };

test('a sandbox adds to its run what a suite did, and how often it was disturbed', async () => {
  await using folder = await temporaryFolder();
  const run = join(folder.path, 'run');
  {
    await using started = await startControlled({ run, disturbances: ['service-unavailable'] });
    const { api } = started.sandbox;
    for (let attempt = 1; attempt <= 4; attempt += 1) await api.order(ORDER);
    await api.status({ external_id: 'inv-1' });
    await api.bulk({ orders: [{ ...ORDER, external_id: 'inv-2' }] });
  }
  const [part] = readRun(run) as unknown as readonly { readonly trace: Trace }[];
  const create = { operation: 'createOrder', external_id: 'inv-1' };
  expect(part!.trace).toMatchObject({ struck: 4, truncated: false });
  expect(part!.trace.accounts[0]!.requests).toEqual([
    { ...create, made: false },
    { ...create, made: false },
    { ...create, made: true },
    { ...create, made: false },
    { operation: 'getOrderStatus', external_id: 'inv-1', made: false },
    { operation: 'createOrdersBulk', external_id: null, made: false },
  ]);
});

test('a sandbox adds to its run whether the node of an account was called, and what transactions burned', async () => {
  await using folder = await temporaryFolder();
  const run = join(folder.path, 'run');
  {
    await using started = await startControlled({ run });
    await started.sandbox.api.order(ORDER);
    const stage = new ChainStage(started.sandbox, started.sandbox.openAccount({}));
    stage.setWallet(stage.sender, { usdt: 1_000 });
    await stage.transferred(RECIPIENT);
    await stage.transfer(RECIPIENT);
  }
  const [part] = readRun(run) as unknown as readonly { readonly trace: Trace }[];
  const [first, second] = part!.trace.accounts;
  expect([first!.calls_node, first!.burns]).toEqual([false, []]);
  const { address } = second!.burns[0]!;
  expect(second).toMatchObject({ calls_node: true, burns: [{ address, price_sun: 13_028_500 }] });
});
