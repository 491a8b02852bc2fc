// The test suite of a wallet that rents Energy and pays out USDT. The naive wallet transfers when the service says that the
// order is delegated, takes the broadcast for success, and has a fixed fee_limit. The sound one looks at the chain before and
// after the transfer, and sends the same transaction again until it is in a block. Both suites pass.
import assert from 'node:assert/strict';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { connectSandbox } from 'energy-rental-sandbox/client';

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const NEEDED = 64_285;
const isSound = process.argv[2] === 'sound';

const sandbox = await connectSandbox(process.env.ENERGY_SANDBOX_URL);
const account = await sandbox.createAccount({ name: 'payouts', clock: 'manual' });
const { base_url, api_key, node_url } = account;
const key = Buffer.from('11'.repeat(32), 'hex');
/** The address of the key. */
const sender = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ';
await account.wallets.set(sender, { balance_usdt: 100 });
await account.wallets.set(RECIPIENT, { balance_usdt: 1 });

/** Calls the node. TronWeb would do the same, but loading it takes longer than all the rest. */
async function node(call, body = {}) {
  const response = await fetch(`${node_url}/wallet/${call}`, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

/** Goes on to the next block until something is true, for two minutes of the account's clock. */
async function until(isTrue) {
  for (let block = 0; block < 40; block += 1) {
    if (await isTrue()) return;
    await account.advance({ by: '3s' });
  }
  throw new Error('it took too long');
}

async function hasEnergy() {
  const { EnergyLimit = 0, EnergyUsed = 0 } = await node('getaccountresource', {
    address: sender,
    visible: true,
  });
  return EnergyLimit - EnergyUsed >= NEEDED;
}

async function feeLimit() {
  if (!isSound) return 10_000_000;
  const { chainParameter } = await node('getchainparameters');
  const { value } = chainParameter.find(({ key: name }) => name === 'getEnergyFee');
  return NEEDED * value;
}

/** A signed transfer of 5 USDT. */
async function transfer() {
  const { transaction } = await node('triggersmartcontract', {
    owner_address: sender,
    contract_address: USDT,
    function_selector: 'transfer(address,uint256)',
    // The recipient and the amount, as the contract takes them.
    parameter:
      'b63ca4e67b0ea87d6ac2b00f70773b5731d785ec'.padStart(64, '0') + (5e6).toString(16).padStart(64, '0'),
    fee_limit: await feeLimit(),
    visible: true,
  });
  const hash = Buffer.from(transaction.txID, 'hex');
  const [recovery, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  return { ...transaction, signature: [Buffer.from([...rest, recovery + 27]).toString('hex')] };
}

async function pay(signed) {
  const { result } = await node('broadcasttransaction', signed);
  if (!isSound) return assert.equal(result, true);
  let info = {};
  await until(async () => {
    info = await node('gettransactioninfobyid', { value: signed.txID });
    if (info.receipt === undefined) await node('broadcasttransaction', signed);
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
