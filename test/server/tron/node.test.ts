import { TronWeb } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { USDT_CONTRACT } from '../../../src/core/chain/network.ts';
import { addressNumber } from '../../support/addresses.ts';
import { ChainStage, chainStage, KEYS } from './chain-stage.ts';

const RECIPIENT = addressNumber(1);

test('TronWeb connects, and sees the blocks of the account clock', async () => {
  await using stage = await chainStage();
  const { trx } = stage.tronWeb;
  expect(await stage.tronWeb.isConnected()).toMatchObject({ fullNode: true, solidityNode: true });
  const head = await trx.getCurrentBlock();
  await stage.advance(9_000);
  const later = await trx.getCurrentBlock();
  expect(later.block_header.raw_data.number - head.block_header.raw_data.number).toBe(3);
  const confirmed = await trx.getConfirmedCurrentBlock();
  expect(later.block_header.raw_data.number - confirmed.block_header.raw_data.number).toBe(18);
  expect((await stage.post('getblock', { id_or_num: head.blockID })).blockID).toBe(head.blockID);
});

test('an address has Energy from the delivery of its order until the rental ends', async () => {
  await using stage = await chainStage();
  const limit = async () => (await stage.resources()).EnergyLimit;
  expect(await limit()).toBeUndefined();
  const { data } = await stage.account.api.order({ package_id: 1, address: stage.sender });
  await stage.advance(11_999);
  expect(await limit()).toBeUndefined();
  await stage.advance(1);
  expect(await limit()).toBe(65_000);
  const id = (data as { order_id: number }).order_id;
  const { txid } = (await stage.account.api.status({ id })).data as { txid: string };
  const delegated = (await stage.post('gettransactionbyid', { value: txid, visible: true })) as never as {
    txID: string;
    raw_data: { contract: { type: string; parameter: { value: Record<string, unknown> } }[] };
  };
  expect(delegated.txID).toBe(txid);
  const { type, parameter } = delegated.raw_data.contract[0]!;
  expect([type, parameter.value]).toMatchObject([
    'DelegateResourceContract',
    { receiver_address: stage.sender, balance: 6_500_000_000, resource: 'ENERGY' },
  ]);
  const from = String(parameter.value.owner_address);
  expect(
    await stage.tronWeb.trx.getDelegatedResourceV2(from, stage.sender, { confirmed: false }),
  ).toMatchObject({
    delegatedResource: [{ frozen_balance_for_energy: 6_500_000_000 }],
  });
  await stage.advance(3_600_000);
  expect(await limit()).toBeUndefined();
});

test('the contract of USDT can be read, and a simulated transfer says what it needs', async () => {
  await using stage = await chainStage();
  stage.setWallet(stage.sender, { usdt: 12.5 });
  const contract = await stage.tronWeb.contract().at(USDT_CONTRACT);
  const read = (name: string, ...args: string[]) => contract[name]!(...args).call();
  expect(await read('symbol')).toBe('USDT');
  expect(await read('name')).toBe('Tether USD');
  expect(Number(await read('decimals'))).toBe(6);
  expect(Number(await read('balanceOf', stage.sender))).toBe(12_500_000);
  expect(await stage.simulate(RECIPIENT)).toMatchObject({ energy_used: 130_285, energy_penalty: 100_635 });
  stage.setWallet(RECIPIENT, { usdt: 1 });
  expect(await stage.simulate(RECIPIENT)).toMatchObject({ energy_used: 64_285, energy_penalty: 49_635 });
  await expect(stage.simulate(RECIPIENT, 13_000_000)).rejects.toThrow('REVERT opcode executed');
  await expect(
    stage.tronWeb.transactionBuilder.estimateEnergy(USDT_CONTRACT, 'decimals()', {}, [], stage.sender),
  ).rejects.toThrow('this node does not support estimate energy');
});

test('parameters, prices and raw calls have the forms that TronWeb reads', async () => {
  await using stage = await chainStage();
  const { trx } = stage.tronWeb;
  const fee = (await trx.getChainParameters()).find(({ key }) => key === 'getEnergyFee');
  expect(fee?.value).toBe(100);
  expect(await trx.getEnergyPrices()).toBe('0:100');
  expect(await trx.getBandwidthPrices()).toBe('0:1000');
  const account = (await trx.raw.getUnconfirmedAccount(stage.sender)) as unknown as { balance: unknown };
  expect(account.balance).toBe('100000000');
});

test('two accounts have the same address with different balances, and see only their own transactions', async () => {
  await using stage = await chainStage();
  const other = new ChainStage(stage.sandbox, stage.sandbox.openAccount({ name: 'other' }));
  const sent = await stage.send(
    await stage.tronWeb.transactionBuilder.sendTrx(RECIPIENT, 5_000_000, stage.sender),
  );
  await stage.advance(3_000);
  await other.advance(3_000);
  expect(await stage.tronWeb.trx.getUnconfirmedBalance(stage.sender)).toBe(95_000_000);
  expect(await other.tronWeb.trx.getUnconfirmedBalance(stage.sender)).toBe(100_000_000);
  expect(await other.post('gettransactioninfobyid', { value: sent.txid })).toEqual({});
  expect(await other.post('gettransactionbyid', { value: sent.txid })).toEqual({});
});

describe('access', () => {
  test('TRON-PRO-API-KEY opens the node of the own account, and without it there is none', async () => {
    await using stage = await chainStage({ admin_token: 'operator' });
    const base = `${stage.sandbox.baseUrl}/_sandbox/accounts`;
    const withKey = new TronWeb({
      fullHost: `${base}/me/tron`,
      headers: { 'TRON-PRO-API-KEY': stage.account.apiKey },
      privateKey: KEYS.sender,
    });
    expect(await withKey.trx.getUnconfirmedBalance(stage.sender)).toBe(100_000_000);
    for (const [path, status] of [
      ['me', 401],
      ['demo', 401],
      ['nobody', 401],
    ] as const) {
      const answer = await fetch(`${base}/${path}/tron/wallet/getnowblock`);
      expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([status, ['Error']]);
    }
  });

  test('an unknown account is 404', async () => {
    await using stage = await chainStage();
    const answer = await fetch(`${stage.sandbox.baseUrl}/_sandbox/accounts/demi/tron/wallet/getnowblock`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('did you mean \\"demo\\"');
  });
});

describe('wrong input', () => {
  const ADDRESS = { owner_address: RECIPIENT, contract_address: USDT_CONTRACT, visible: true };
  const BODIES: readonly (readonly [call: string, body: string])[] = [
    ['getaccount', ''],
    ['getaccount', '{'],
    ['getaccount', '[]'],
    ['getaccount', 'null'],
    ['getaccount', '7'],
    ['getaccount', '{"address":7}'],
    ['getaccount', '{"address":"41"}'],
    ['getaccount', `{"address":"${'9'.repeat(10_000)}"}`],
    ['getaccountresource', '{"address":{"a":1}}'],
    ['gettransactionbyid', '{"value":"xyz"}'],
    ['gettransactioninfobyid', '{"value":["00"]}'],
    ['getblock', '{"id_or_num":"-1"}'],
    ['getblock', `{"id_or_num":"${'f'.repeat(64)}"}`],
    ['createtransaction', '{"owner_address":"T","to_address":"T","amount":1}'],
    [
      'createtransaction',
      `{"owner_address":"${RECIPIENT}","to_address":"${addressNumber(2)}","amount":9223372036854775808,"visible":true}`,
    ],
    [
      'createtransaction',
      `{"owner_address":"${RECIPIENT}","to_address":"${addressNumber(2)}","amount":-1,"visible":true}`,
    ],
    ['broadcasttransaction', '{}'],
    ['broadcasttransaction', '{"raw_data":{"contract":[]}}'],
    ['broadcasttransaction', '{"raw_data":{"contract":[{"type":"VoteWitnessContract"}]}}'],
    ['broadcasttransaction', '{"raw_data":{"contract":[{"type":"__proto__","parameter":{"value":{}}}]}}'],
    ['broadcasttransaction', '{"raw_data":{"contract":[null]},"signature":"00"}'],
    ['broadcasttransaction', `{"signature":["${'ab'.repeat(500_000)}"]}`],
    ['broadcasttransaction', `{"raw_data":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
    ['getaccount', `{"address":"${'a'.repeat(1_100_000)}"}`],
  ];

  test('never has a status of 500 or above, and says what is wrong', async () => {
    await using stage = await chainStage();
    for (const [call, body] of BODIES) {
      const answer = await fetch(`${stage.nodeUrl}/wallet/${call}`, { method: 'POST', body });
      const text = await answer.text();
      expect([body.slice(0, 60), answer.status]).toEqual([body.slice(0, 60), 200]);
      expect([body.slice(0, 60), text.slice(0, 300)]).toEqual([
        body.slice(0, 60),
        expect.stringMatching(/^\{("Error":"|\}\n|"code":)/),
      ]);
    }
  });

  test('of a trigger call is part of its result', async () => {
    await using stage = await chainStage();
    const codes = [];
    for (const body of [
      {},
      { owner_address: 7, contract_address: 8 },
      { ...ADDRESS, contract_address: RECIPIENT },
      { ...ADDRESS, fee_limit: 2 ** 63 },
      { ...ADDRESS, data: 'xyz' },
    ]) {
      codes.push(((await stage.post('triggersmartcontract', body)).result as { code: string }).code);
    }
    expect(codes).toEqual([
      'OTHER_ERROR',
      'OTHER_ERROR',
      'CONTRACT_VALIDATE_ERROR',
      'OTHER_ERROR',
      'OTHER_ERROR',
    ]);
  });

  test('a call that the node does not have is 404 and names those that it has', async () => {
    await using stage = await chainStage();
    for (const path of [
      'wallet/getnodeinfo',
      'walletsolidity/broadcasttransaction',
      'v1/accounts',
      'jsonrpc',
      '',
    ]) {
      const answer = await fetch(`${stage.nodeUrl}/${path}`, { method: 'POST', body: '{}' });
      const { Error: message } = (await answer.json()) as { Error: string };
      expect([path, answer.status]).toEqual([path, 404]);
      expect(message).toContain('broadcasttransaction');
    }
  });

  test('GET has no body for calls that build, and is refused for a broadcast', async () => {
    await using stage = await chainStage();
    const built = await fetch(`${stage.nodeUrl}/wallet/createtransaction`);
    expect([built.status, await built.text()]).toEqual([200, '']);
    expect((await fetch(`${stage.nodeUrl}/wallet/broadcasttransaction`)).status).toBe(405);
  });
});
