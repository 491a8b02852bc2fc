import WalletManagerTron from '@tetherto/wdk-wallet-tron';
import { expect, test } from 'vitest';
import { USDT_CONTRACT } from '../../../src/core/chain/network.ts';
import { addressNumber } from '../../support/addresses.ts';
import { chainStage } from './chain-stage.ts';

const RECIPIENT = addressNumber(1);
/** The phrase of BIP-39's first test vector. */
const PHRASE = `${'abandon '.repeat(11)}about`;

test('the wallet of WDK reads balances, quotes, transfers with rented Energy, and reads the receipt', async () => {
  await using stage = await chainStage();
  const manager = new WalletManagerTron(PHRASE, { provider: stage.nodeUrl });
  const account = await manager.getAccount(0);
  const address = await account.getAddress();
  stage.setWallet(address, { trx: 50, usdt: 20 });
  stage.setWallet(RECIPIENT, { usdt: 1 });
  expect([await account.getBalance(), await account.getTokenBalance(USDT_CONTRACT)]).toEqual([
    50_000_000n,
    20_000_000n,
  ]);
  const transfer = { token: USDT_CONTRACT, recipient: RECIPIENT, amount: 5_000_000 };
  expect((await account.quoteTransfer(transfer)).fee).toBe(6_428_500n);
  await stage.rent(address);
  expect((await account.quoteTransfer(transfer)).fee).toBe(0n);
  const { hash } = await account.transfer(transfer);
  expect(await account.getTransactionReceipt(hash)).toBeNull();
  await stage.advance(57_000);
  const receipt = await account.getTransactionReceipt(hash);
  expect(receipt!.receipt).toMatchObject({ energy_usage: 64_285, net_usage: 345, result: 'SUCCESS' });
  const sent = await account.sendTransaction({ to: RECIPIENT, value: 1_000_000 });
  await stage.advance(3_000);
  expect((await stage.tronWeb.trx.getUnconfirmedTransactionInfo(sent.hash)).id).toBe(sent.hash);
});
