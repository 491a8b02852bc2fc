import { describe, expect, test } from 'vitest';
import { addressNumber } from '../../support/addresses.ts';
import { type ChainStage, chainStage } from './chain-stage.ts';

const RECIPIENT = addressNumber(1);

function activate(stage: ChainStage, name: string): void {
  const { core, account } = { core: stage.sandbox.core, account: stage.account.account };
  core.runner.execute(account, 'setScenarios', { scenarios: [core.library.get(name)!] });
}

const energyOf = async (stage: ChainStage): Promise<number | undefined> =>
  (await stage.resources()).EnergyLimit;

describe('a scenario lets the chain differ from what the service says about an order', () => {
  test('energy-late: the order is delegated a minute before the Energy is there', async () => {
    await using stage = await chainStage();
    activate(stage, 'energy-late');
    const id = await stage.rent(stage.sender);
    expect((await stage.account.api.status({ id })).data).toMatchObject({ status: 'delegated' });
    await stage.advance(59_999);
    expect(await energyOf(stage)).toBeUndefined();
    await stage.advance(1);
    expect(await energyOf(stage)).toBe(65_000);
    await stage.advance(3_600_000);
    expect(await energyOf(stage)).toBeUndefined();
  });

  test('energy-short: less is delegated than was ordered', async () => {
    await using stage = await chainStage();
    activate(stage, 'energy-short');
    await stage.rent(stage.sender);
    expect(await energyOf(stage)).toBe(32_000);
  });

  test('reclaimed-early: the Energy is gone while the order is still delegated', async () => {
    await using stage = await chainStage();
    activate(stage, 'reclaimed-early');
    const id = await stage.rent(stage.sender);
    expect(await energyOf(stage)).toBe(65_000);
    await stage.advance(120_000);
    expect(await energyOf(stage)).toBeUndefined();
    expect((await stage.account.api.status({ id })).data).toMatchObject({ status: 'delegated' });
  });

  test('an order that is undelegated before its Energy came never has any', async () => {
    await using stage = await chainStage();
    activate(stage, 'energy-late');
    const id = await stage.rent(stage.sender);
    stage.move(id, 'undelegating');
    await stage.advance(120_000);
    expect(await energyOf(stage)).toBeUndefined();
  });
});

describe('a scenario changes the condition of the node', () => {
  const balance = (stage: ChainStage) => stage.tronWeb.trx.getUnconfirmedBalance(stage.sender);

  test('node-down resets connections, and up ends it', async () => {
    await using stage = await chainStage();
    activate(stage, 'node-down');
    await expect(balance(stage)).rejects.toThrow(/ECONNRESET|socket hang up/);
    stage.condition({ node: 'up' });
    expect(await balance(stage)).toBe(100_000_000);
  });

  test('node-hangs never responds', async () => {
    await using stage = await chainStage();
    activate(stage, 'node-hangs');
    const answer = fetch(`${stage.nodeUrl}/wallet/getnowblock`, { signal: AbortSignal.timeout(300) });
    await expect(answer).rejects.toThrow(/timeout/);
  });

  test('node-limited answers 429', async () => {
    await using stage = await chainStage();
    activate(stage, 'node-limited');
    const answer = await fetch(`${stage.nodeUrl}/wallet/getnowblock`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5']);
  });

  test('node-lagging shows the state of 45 seconds ago, while the network goes on', async () => {
    await using stage = await chainStage();
    await stage.advance(60_000);
    activate(stage, 'node-lagging');
    const sent = await stage.send(
      await stage.tronWeb.transactionBuilder.sendTrx(RECIPIENT, 1_000_000, stage.sender),
    );
    expect(sent).toMatchObject({ result: true });
    await stage.advance(42_000);
    expect(await balance(stage)).toBe(100_000_000);
    stage.condition({ node: 'up' });
    expect(await balance(stage)).toBe(99_000_000);
    stage.condition({ node: 'lagging' });
    await stage.advance(6_000);
    expect(await balance(stage)).toBe(99_000_000);
  });

  test('energy-price-doubles applies to transactions from then on', async () => {
    await using stage = await chainStage();
    stage.setWallet(stage.sender, { usdt: 100 });
    stage.setWallet(RECIPIENT, { usdt: 1 });
    const before = await stage.transferred(RECIPIENT);
    activate(stage, 'energy-price-doubles');
    const after = await stage.transferred(RECIPIENT);
    expect([before.receipt.energy_fee, after.receipt.energy_fee]).toEqual([6_428_500, 12_857_000]);
    const again = await stage.tronWeb.trx.getUnconfirmedTransactionInfo(before.id);
    expect(again.receipt.energy_fee).toBe(6_428_500);
    expect(await stage.tronWeb.trx.getEnergyPrices()).toMatch(/,\d+:200$/);
  });

  test('broadcast-lost: the node accepts, no block comes, and the same transaction can be sent again', async () => {
    await using stage = await chainStage();
    activate(stage, 'broadcast-lost');
    const transaction = await stage.tronWeb.transactionBuilder.sendTrx(RECIPIENT, 1_000_000, stage.sender);
    const { txid } = (await stage.send(transaction)) as unknown as { txid: string };
    await stage.advance(6_000);
    expect(await stage.post('gettransactionbyid', { value: txid })).toEqual({});
    expect(await stage.send(transaction)).toMatchObject({ result: true });
    await stage.advance(3_000);
    expect((await stage.tronWeb.trx.getUnconfirmedTransactionInfo(txid)).id).toBe(txid);
  });
});
