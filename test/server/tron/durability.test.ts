import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Chain } from '../../../src/core/chain/chain.ts';
import { MAX_ENTRIES } from '../../../src/core/chain/limits.ts';
import { addressNumber } from '../../support/addresses.ts';
import { type ChainStage, chainStage } from './chain-stage.ts';

const RECIPIENT = addressNumber(1);

/** Rents, transfers, and pays, so that each part of the chain has something to keep. */
async function trade(stage: ChainStage): Promise<string> {
  stage.setWallet(stage.sender, { usdt: 100 });
  await stage.rent(stage.sender, 131_000);
  return (await stage.transferred(RECIPIENT)).id;
}

async function look(stage: ChainStage, txid: string): Promise<unknown> {
  const { trx } = stage.tronWeb;
  return [
    await trx.getUnconfirmedTransactionInfo(txid),
    await trx.getTransaction(txid),
    await stage.resources(),
    await trx.getUnconfirmedAccount(stage.sender),
    await trx.getUnconfirmedAccount(RECIPIENT),
    await stage.usdt(RECIPIENT),
  ];
}

test('a restart with stored data changes nothing that the node shows', async () => {
  const data = await mkdtemp(join(tmpdir(), 'chain-'));
  try {
    const first = await chainStage({ data, seed: 'chain' });
    const txid = await trade(first);
    const before = await look(first, txid);
    await first.sandbox.close();
    await using second = await chainStage({ data, seed: 'chain' });
    expect(await look(second, txid)).toEqual(before);
  } finally {
    await rm(data, { recursive: true });
  }
});

test('the same seed and the same calls give the same transactions and receipts', async () => {
  const looks = [];
  for (const seed of ['one', 'one', 'two']) {
    await using stage = await chainStage({ seed });
    const txid = await trade(stage);
    looks.push(JSON.stringify(await look(stage, txid)));
  }
  expect(looks[1]).toBe(looks[0]);
  expect(looks[2]).not.toBe(looks[0]);
});

test('a reset brings back the first state, and a restore the saved one', async () => {
  await using stage = await chainStage();
  const { core } = stage.sandbox;
  const { account } = stage.account;
  const txid = await trade(stage);
  const before = await look(stage, txid);
  const saved = structuredClone(account.state);
  await stage.transfer(RECIPIENT);
  stage.condition({ price_of_energy: 500 });
  core.resetAccount(account);
  expect(await stage.post('gettransactionbyid', { value: txid })).toEqual({});
  expect(await stage.usdt(RECIPIENT)).toBe(0);
  expect(account.state.chain).toBeUndefined();
  core.runner.replaceState(account, saved, 'restored');
  expect(await look(stage, txid)).toEqual(before);
});

test('a wallet with many transactions stays bounded, and keeps its balances', async () => {
  await using stage = await chainStage();
  const { core } = stage.sandbox;
  const { account } = stage.account;
  const count = MAX_ENTRIES + 50;
  for (let done = 0; done < count; done++) {
    stage.setWallet(addressNumber(done % 7), { trx: done, usdt: 1 });
    if (done % 500 === 0) await stage.advance(60_000);
  }
  expect(account.state.transactions).toHaveLength(MAX_ENTRIES);
  const txid = await trade(stage);
  const before = await look(stage, txid);
  expect(Object.keys(stage.wallets).length).toBeLessThan(20);
  // What is derived from the stored state alone is the same.
  core.runner.replaceState(account, structuredClone(account.state), 'restored');
  expect(await look(stage, txid)).toEqual(before);
  const balances = Array.from(
    { length: 7 },
    (_, index) =>
      Chain.of(account).view('present', core.runner.nowMs(account)).read(addressNumber(index))!.trxSun,
  );
  expect(Math.max(...balances)).toBe((count - 1) * 1e6);
});
