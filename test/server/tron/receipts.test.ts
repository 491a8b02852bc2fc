import { expect, test } from 'vitest';
import { addressNumber } from '../../support/addresses.ts';
import { type ChainStage, chainStage, FIVE_USDT } from './chain-stage.ts';
import { MAINNET_RECEIPTS } from './mainnet-receipts.ts';

const HOLDER = addressNumber(1);
const NEW_HOLDER = addressNumber(2);
const SUCCESS = '0'.repeat(64);

async function withUsdt(stage: ChainStage, trx = 100): Promise<void> {
  stage.setWallet(stage.sender, { trx, usdt: 1_000 });
  stage.setWallet(HOLDER, { usdt: 1 });
  await stage.advance(3_000);
}

test('a transfer with rented Energy has the receipt that mainnet gives, field by field', async () => {
  await using stage = await chainStage();
  await withUsdt(stage);
  await stage.rent(stage.sender, 131_000);
  await stage.rent(stage.sender, 65_000);
  const toNew = await stage.transferred(NEW_HOLDER);
  expect(toNew.receipt).toEqual(MAINNET_RECEIPTS.toNewHolder);
  expect([toNew.contractResult, toNew.fee, toNew.result]).toEqual([[SUCCESS], undefined, undefined]);
  expect(toNew.log![0]!.topics).toHaveLength(3);
  // 345 of the 600 free bytes are used, and a transaction never pays for a part of its bytes.
  const toHolder = await stage.transferred(HOLDER);
  expect(toHolder.receipt).toEqual(MAINNET_RECEIPTS.toHolderWithoutBandwidth);
  expect(toHolder.fee).toBe(345_000);
  await stage.advance(86_400_000);
  await stage.rent(stage.sender);
  expect((await stage.transferred(HOLDER)).receipt).toEqual(MAINNET_RECEIPTS.toHolder);
});

test('without Energy, fee_limit caps a transfer, and all of it is burned', async () => {
  await using stage = await chainStage();
  await withUsdt(stage);
  stage.condition({ price_of_energy: 210 });
  const info = await stage.transferred(NEW_HOLDER, FIVE_USDT, 16.50012);
  expect(info.receipt).toEqual(MAINNET_RECEIPTS.outOfEnergy);
  expect(info).toMatchObject({ result: 'FAILED', fee: 16_500_120, contractResult: [''] });
  const reason = Buffer.from(String(info.resMessage), 'hex').toString();
  expect(reason).toContain("Not enough energy for 'SSTORE' operation executing: curInvokeEnergyLimit[78572]");
  expect(await stage.tronWeb.trx.getUnconfirmedBalance(stage.sender)).toBe(100_000_000 - 16_500_120);
  expect(await stage.usdt(stage.sender)).toBe(1_000_000_000);
});

test('fee_limit caps the whole Energy of a transfer, rented or not', async () => {
  await using stage = await chainStage();
  await withUsdt(stage);
  await stage.rent(stage.sender);
  // 1 TRX pays for 10,000 Energy, so the 65,000 that were rented cannot all be used.
  const info = await stage.transferred(HOLDER, FIVE_USDT, 1);
  expect(info.receipt).toMatchObject({
    result: 'OUT_OF_ENERGY',
    energy_usage: 10_000,
    energy_usage_total: 10_000,
  });
  expect(info.receipt.energy_fee).toBeUndefined();
});

test('the balance of the sender caps a transfer as fee_limit does', async () => {
  await using stage = await chainStage();
  await withUsdt(stage, 3);
  const info = await stage.transferred(HOLDER);
  expect(info.receipt).toMatchObject({
    result: 'OUT_OF_ENERGY',
    energy_fee: 3_000_000,
    energy_usage_total: 30_000,
  });
  expect(await stage.tronWeb.trx.getUnconfirmedBalance(stage.sender)).toBe(0);
});

test('a short rental is used up first, and the rest is burned', async () => {
  await using stage = await chainStage();
  await withUsdt(stage);
  await stage.rent(stage.sender, 32_000);
  const info = await stage.transferred(HOLDER);
  expect(info.receipt).toMatchObject({
    energy_usage: 32_000,
    energy_fee: (64_285 - 32_000) * 100,
    energy_usage_total: 64_285,
    result: 'SUCCESS',
  });
});

test('more USDT than the sender has reverts, and only what ran is charged', async () => {
  await using stage = await chainStage();
  await withUsdt(stage);
  const info = await stage.transferred(HOLDER, 5_000_000_000);
  expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } });
  expect(info.receipt.energy_usage_total).toBeLessThan(20_000);
  expect(await stage.usdt(HOLDER)).toBe(1_000_000);
});

test('a transfer of TRX has no result of a contract, and one to an inactive address activates it', async () => {
  await using stage = await chainStage();
  await withUsdt(stage);
  stage.sandbox.core.runner.execute(stage.account.account, 'change', { inactive_addresses: [NEW_HOLDER] });
  expect(await stage.tronWeb.trx.getAccount(NEW_HOLDER)).toEqual({});
  const refused = await stage.account.api.order({ package_id: 1, address: NEW_HOLDER });
  expect(refused.error).toBe('ADDRESS_NOT_ACTIVE');

  const sent = await stage.send(
    await stage.tronWeb.transactionBuilder.sendTrx(NEW_HOLDER, 2_000_000, stage.sender),
  );
  await stage.advance(3_000);
  const info = await stage.tronWeb.trx.getUnconfirmedTransactionInfo(sent.txid!);
  expect(info.fee).toBe(1_100_000);
  expect(info.receipt).toEqual({ net_fee: 100_000 });
  expect(await stage.tronWeb.trx.getUnconfirmedBalance(NEW_HOLDER)).toBe(2_000_000);
  const accepted = await stage.account.api.order({ package_id: 1, address: NEW_HOLDER });
  expect(accepted.status).toBe(202);
  await stage.advance(12_000);
  expect((await stage.resources(NEW_HOLDER)).EnergyLimit).toBe(65_000);
});

test('when two rentals of an address overlap, the end of the first takes Energy from the second', async () => {
  await using stage = await chainStage();
  await withUsdt(stage);
  const a = await stage.rent(stage.sender);
  await stage.transferred(HOLDER);
  const { data } = await stage.account.api.order({ energy_amount: 65_000, address: stage.sender });
  const b = (data as { order_id: number }).order_id;
  for (const to of ['delegating', 'delegated'] as const) stage.move(b, to);
  expect((await stage.resources()).EnergyLimit).toBe(130_000);
  await stage.advance(6_000);
  stage.move(a, 'undelegating');
  const { EnergyLimit, EnergyUsed } = await stage.resources();
  expect([EnergyLimit, EnergyLimit! - EnergyUsed!]).toEqual([65_000, 32_860]);
  const info = await stage.transferred(HOLDER);
  expect(info.receipt).toMatchObject({ result: 'SUCCESS', energy_fee: 3_142_300 });
});
