import { TronWeb } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { USDT_CONTRACT } from '../../../src/core/chain/network.ts';
import { addressNumber } from '../../support/addresses.ts';
import { type ChainStage, chainStage, KEYS } from './chain-stage.ts';

const RECIPIENT = addressNumber(1);

interface Built {
  txID: string;
  raw_data_hex: string;
  raw_data: Record<string, unknown> & { contract: { parameter: { value: Record<string, unknown> } }[] };
  signature?: string[];
}

/** A transaction as another client would build it: changed, with the id that follows from that. */
function rebuilt(stage: ChainStage, transaction: object, change: (raw: Built['raw_data']) => void): object {
  const copy = structuredClone(transaction) as Built;
  change(copy.raw_data);
  const pb = stage.tronWeb.utils.transaction.txJsonToPb(copy as never);
  copy.txID = stage.tronWeb.utils.transaction.txPbToTxID(pb).replace(/^0x/, '');
  copy.raw_data_hex = stage.tronWeb.utils.transaction.txPbToRawDataHex(pb).toLowerCase();
  return copy;
}

const sendTrx = (stage: ChainStage, sun = 1_000_000, to = RECIPIENT) =>
  stage.tronWeb.transactionBuilder.sendTrx(to, sun, stage.sender);

const outcome = (result: object): string => {
  const { code, message } = result as { code?: string; message?: string };
  return `${code} ${Buffer.from(message ?? '', 'hex').toString()}`;
};

describe('the node refuses a broadcast', () => {
  test('that has expired, or expires too late', async () => {
    await using stage = await chainStage();
    const transaction = await sendTrx(stage);
    await stage.advance(63_000);
    expect(outcome(await stage.send(transaction))).toBe('TRANSACTION_EXPIRATION_ERROR Transaction expired');
    const late = rebuilt(stage, await sendTrx(stage), raw => {
      raw.expiration = Number(raw.expiration) + 86_400_000;
    });
    expect(outcome(await stage.send(late))).toBe('TRANSACTION_EXPIRATION_ERROR Transaction expired');
  });

  test('that its sender has not signed', async () => {
    await using stage = await chainStage();
    const transaction = await sendTrx(stage);
    const byAnother = await stage.tronWeb.trx.multiSign(transaction, KEYS.other);
    const refused = outcome(await stage.tronWeb.trx.sendRawTransaction(byAnother));
    expect(refused).toContain('but it is not contained of permission');
    for (const signature of [
      [],
      ['00'.repeat(65)],
      ['ab'],
      [`${'11'.repeat(64)}00`, `${'22'.repeat(64)}00`],
    ]) {
      const answer = await stage.post('broadcasttransaction', { ...transaction, signature });
      expect(answer.code).toBe('SIGERROR');
    }
  });

  test('that refers to a block that is not there', async () => {
    await using stage = await chainStage();
    const foreign = rebuilt(stage, await sendTrx(stage), raw => {
      raw.ref_block_hash = '00'.repeat(8);
    });
    expect(outcome(await stage.send(foreign))).toBe('TAPOS_ERROR Tapos check error.');
  });

  test('that it already has, before and after the block', async () => {
    await using stage = await chainStage();
    const transaction = await sendTrx(stage);
    expect(await stage.send(transaction)).toMatchObject({ result: true });
    expect(outcome(await stage.send(transaction))).toBe('DUP_TRANSACTION_ERROR Dup transaction.');
    await stage.advance(3_000);
    expect(outcome(await stage.send(transaction))).toBe('DUP_TRANSACTION_ERROR Dup transaction.');
  });

  test('whose bytes its sender cannot pay', async () => {
    await using stage = await chainStage();
    const { transaction } = await stage.buildTransfer(RECIPIENT);
    const { transaction: another } = await stage.buildTransfer(RECIPIENT);
    stage.setWallet(stage.sender, { trx: 0.3, usdt: 100 });
    await stage.send(transaction);
    expect(outcome(await stage.send(another))).toBe('BANDWITH_ERROR Account resource insufficient error.');
  });

  test('that its contract would refuse', async () => {
    await using stage = await chainStage();
    const usdt = (await stage.buildTransfer(RECIPIENT)).transaction;
    const trx = await sendTrx(stage);
    const cases: readonly (readonly [object, string])[] = [
      [
        rebuilt(stage, usdt, raw => Object.assign(raw, { fee_limit: 15_000_000_001 })),
        'feeLimit must be >= 0',
      ],
      [
        rebuilt(stage, usdt, raw => {
          raw.contract[0]!.parameter.value.contract_address = TronWeb.address.toHex(RECIPIENT);
        }),
        'No contract or not a smart contract',
      ],
    ];
    for (const [transaction, reason] of cases) {
      expect(outcome(await stage.send(transaction))).toContain(
        `CONTRACT_VALIDATE_ERROR Contract validate error : ${reason}`,
      );
    }
    const much = rebuilt(stage, trx, raw => {
      raw.contract[0]!.parameter.value.amount = 99_900_000_000;
    });
    expect(outcome(await stage.send(much))).toContain('balance is not sufficient');
    const toContract = rebuilt(stage, trx, raw => {
      raw.contract[0]!.parameter.value.to_address = TronWeb.address.toHex(USDT_CONTRACT);
    });
    expect(outcome(await stage.send(toContract))).toContain('Cannot transfer TRX to a smartContract');
    stage.sandbox.core.runner.execute(stage.account.account, 'change', {
      inactive_addresses: [stage.sender],
    });
    expect(outcome(await stage.send(trx))).toContain('does not exist');
  });
});

test('a balance counts once: the node refuses what transactions that wait for the block have already taken', async () => {
  await using stage = await chainStage();
  expect(await stage.send(await sendTrx(stage, 60_000_000))).toMatchObject({ result: true });
  expect(outcome(await stage.send(await sendTrx(stage, 60_000_001)))).toContain('balance is not sufficient');
  await stage.advance(3_000);
  expect(await stage.tronWeb.trx.getUnconfirmedBalance(RECIPIENT)).toBe(160_000_000);
});

test('two equal transfers on a clock that stands still are two transactions', async () => {
  await using stage = await chainStage();
  stage.setWallet(stage.sender, { usdt: 100 });
  const ids = new Set([await stage.transfer(RECIPIENT), await stage.transfer(RECIPIENT)]);
  expect(ids.size).toBe(2);
});

test('a receipt comes with the next block, and 18 blocks later in the confirmed state', async () => {
  await using stage = await chainStage();
  stage.setWallet(stage.sender, { usdt: 100 });
  const txid = await stage.transfer(RECIPIENT);
  const { trx } = stage.tronWeb;
  expect((await trx.getTransaction(txid)).txID).toBe(txid);
  expect(await trx.getUnconfirmedTransactionInfo(txid)).toEqual({});
  await stage.advance(3_000);
  expect((await trx.getUnconfirmedTransactionInfo(txid)).id).toBe(txid);
  expect(await trx.getTransactionInfo(txid)).toEqual({});
  await stage.advance(53_999);
  expect(await trx.getTransactionInfo(txid)).toEqual({});
  await stage.advance(1);
  expect((await trx.getTransactionInfo(txid)).id).toBe(txid);
  expect((await trx.getConfirmedTransaction(txid)).ret![0]!.contractRet).toBe('SUCCESS');
});

test('with chain_inclusion at_once, the current block contains a transaction', async () => {
  await using stage = await chainStage({ assumptions: { chain_inclusion: 'at_once' } });
  const { txid } = (await stage.send(await sendTrx(stage))) as unknown as { txid: string };
  expect((await stage.tronWeb.trx.getUnconfirmedTransactionInfo(txid)).id).toBe(txid);
  const block = await stage.tronWeb.trx.getCurrentBlock();
  expect(block.transactions![0]!.txID).toBe(txid);
});
