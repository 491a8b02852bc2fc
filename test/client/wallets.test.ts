import { TronWeb } from 'tronweb';
import { expect, test } from 'vitest';
import { addressNumber } from '../support/addresses.ts';
import { order, remoteSandbox } from './sandboxes.ts';

const KEY = '11'.repeat(32);
const RECIPIENT = addressNumber(1);

test('a test rents, looks at the wallet, transfers, and waits until the transaction is confirmed', async () => {
  await using sandbox = await remoteSandbox();
  await using account = await sandbox.createAccount({ clock: 'manual' });
  const headers = { 'TRON-PRO-API-KEY': account.api_key };
  const tronWeb = new TronWeb({ fullHost: account.node_url, headers, privateKey: KEY });
  const address = String(tronWeb.defaultAddress.base58);
  expect(await account.wallets.set(address, { balance_trx: 5, balance_usdt: 20 })).toMatchObject({
    address,
    active: true,
    balance_trx: 5,
    balance_usdt: 20,
    energy: { limit: 0, used: 0, left: 0 },
    bandwidth: { limit: 600, used: 0, left: 600 },
    delegations: [],
  });
  await order(account, { external_id: 'one', package_id: 2, address });
  await account.advance({ until: 'order.delegated' });
  const { delegations, energy } = await account.wallets.get(address);
  expect(energy.left).toBe(131_000);
  expect(delegations).toMatchObject([{ external_id: 'one', energy: 131_000, reclaimed_at: null }]);

  const sent = await tronWeb.trx.sendTrx(RECIPIENT, 1_000_000);
  const { txid } = sent as unknown as { txid: string };
  await account.advance({ until: 'tx.confirmed', txid });
  expect(await tronWeb.trx.getTransactionInfo(txid)).toMatchObject({ id: txid });
  expect((await account.wallets.get(address)).balance_trx).toBe(4);
  await expect(account.advance({ until: 'tx.confirmed', txid: '0'.repeat(64) })).rejects.toThrow(
    'the node has accepted no transaction',
  );
});

test('the condition of the node is changed with the account', async () => {
  await using sandbox = await remoteSandbox();
  await using account = await sandbox.createAccount({ clock: 'manual' });
  const { chain } = await account.change({ chain: { node: 'limited', price_of_energy: 210 } });
  expect(chain).toEqual({ node: 'limited', price_of_energy: 210, lost_broadcasts: 0 });
  const headers = { 'TRON-PRO-API-KEY': account.api_key };
  expect((await fetch(`${account.node_url}/wallet/getnowblock`, { headers })).status).toBe(429);
  await account.reset();
  expect((await account.read()).chain.node).toBe('up');
});

test('a wallet that cannot be set says why', async () => {
  await using sandbox = await remoteSandbox();
  await using account = await sandbox.createAccount({ clock: 'manual' });
  await account.change({ inactive_addresses: [RECIPIENT] });
  await expect(account.wallets.set(RECIPIENT, { balance_trx: 1 })).rejects.toThrow(
    'is not activated; send TRX to it',
  );
  await expect(account.wallets.get('T'.repeat(34))).rejects.toThrow('address must be a TRON address');
  await expect(account.wallets.set(addressNumber(2), {})).rejects.toThrow();
  expect(await account.wallets.get(RECIPIENT)).toMatchObject({ active: false, balance_trx: 0 });
});
