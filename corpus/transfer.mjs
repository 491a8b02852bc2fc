import { TronWeb } from 'tronweb';

/*
 * What a customer of the shops does as soon as the shop says that the Energy is there: node transfer.mjs NODE_URL
 * Sends 1 USDT from an address whose key is known, and does not look at the chain before.
 */

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

const { transactionBuilder, trx } = new TronWeb({ fullHost: process.argv[2], privateKey: '11'.repeat(32) });
const { transaction } = await transactionBuilder.triggerSmartContract(
  USDT,
  'transfer(address,uint256)',
  { feeLimit: 30_000_000 },
  [
    { type: 'address', value: RECIPIENT },
    { type: 'uint256', value: 1_000_000 },
  ],
);
const { result } = await trx.sendRawTransaction(await trx.sign(transaction));
if (!result) process.exitCode = 1;
