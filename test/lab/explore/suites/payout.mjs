// The test suite of a wallet that rents Energy and pays out USDT. The naive wallet transfers when the service says that the
// order is delegated, takes the broadcast for success, and has a fixed fee_limit. The sound one looks at the chain before and
// after the transfer, and sends the same transaction again until it is in a block. Both suites pass.
import assert from 'node:assert/strict';
import { connectSandbox } from 'energy-rental-sandbox/client';
import { TronWeb } from 'tronweb';

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const NEEDED = 64_285;
const isSound = process.argv[2] === 'sound';

const sandbox = await connectSandbox(process.env.ENERGY_SANDBOX_URL);
const account = await sandbox.createAccount({ name: 'payouts', clock: 'manual' });
const { base_url, api_key, node_url } = account;
const tronWeb = new TronWeb({ fullHost: node_url, privateKey: '11'.repeat(32) });
const sender = tronWeb.defaultAddress.base58;
await account.wallets.set(sender, { balance_usdt: 100 });
await account.wallets.set(RECIPIENT, { balance_usdt: 1 });

/** Goes on to the next block until something is true, for two minutes of the account's clock. */
async function until(isTrue) {
  for (let block = 0; block < 40; block += 1) {
    if (await isTrue()) return;
    await account.advance({ by: '3s' });
  }
  throw new Error('it took too long');
}

async function hasEnergy() {
  const { EnergyLimit = 0, EnergyUsed = 0 } = await tronWeb.trx.getAccountResources(sender);
  return EnergyLimit - EnergyUsed >= NEEDED;
}

async function feeLimit() {
  if (!isSound) return 10_000_000;
  const { value } = (await tronWeb.trx.getChainParameters()).find(({ key }) => key === 'getEnergyFee');
  return NEEDED * value;
}

async function transfer() {
  const options = { feeLimit: await feeLimit() };
  const parameters = [
    { type: 'address', value: RECIPIENT },
    { type: 'uint256', value: 5_000_000 },
  ];
  const call = 'transfer(address,uint256)';
  const { transactionBuilder } = tronWeb;
  const { transaction } = await transactionBuilder.triggerSmartContract(USDT, call, options, parameters);
  return tronWeb.trx.sign(transaction);
}

async function pay(signed) {
  const { result } = await tronWeb.trx.sendRawTransaction(signed);
  if (!isSound) return assert.equal(result, true);
  let info = {};
  await until(async () => {
    info = await tronWeb.trx.getUnconfirmedTransactionInfo(signed.txID);
    if (info.receipt === undefined) await tronWeb.trx.sendRawTransaction(signed);
    return info.receipt !== undefined;
  });
  assert.equal(info.receipt.result, 'SUCCESS');
}

const response = await fetch(`${base_url}/api/v1/order/`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ external_id: 'payout-1', energy_amount: 65_000, address: sender }),
});
assert.equal(response.status, 202);
await account.advance({ until: 'order.delegated' });
if (isSound) await until(hasEnergy);
await pay(await transfer());
await account.advance({ by: '3s' });
await sandbox.close();
