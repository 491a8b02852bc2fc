import { describe, expect, test } from 'vitest';
import { ChainStage, chainStage, FIVE_USDT } from '../../server/tron/chain-stage.ts';
import { addressNumber } from '../../support/addresses.ts';

const RECIPIENT = addressNumber(1);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A wallet with enough of everything, which sends to a holder of USDT. */
async function wallet(): Promise<ChainStage> {
  const stage = await chainStage();
  stage.setWallet(stage.sender, { trx: 1_000, usdt: 1_000 });
  stage.setWallet(RECIPIENT, { usdt: 1 });
  return stage;
}

function activate({ sandbox: { core }, account: { account } }: ChainStage, ...names: string[]): void {
  core.runner.execute(account, 'setScenarios', { scenarios: names.map(name => core.library.get(name)!) });
}

const order = ({ account: { api }, sender: address }: ChainStage, id: string, energy_amount = 65_000) =>
  api.order({ energy_amount, address, external_id: id });

const found = ({ sandbox, account: { account } }: ChainStage, rule: string) =>
  sandbox.findings(account).filter(one => one.rule === rule);

/** What the only finding says about the transaction's Energy, and what it cost in TRX. */
function burned(stage: ChainStage) {
  const [finding, ...others] = found(stage, 'transfer-burned');
  expect(others).toEqual([]);
  const { message = '', cost_trx = null, orders = [] } = finding ?? {};
  return { cost: cost_trx, orders, text: message.replace(/^.* TRX for [\d,]+ Energy\. /, '') };
}

describe('transfer-burned says why the rented Energy did not cover a transfer', () => {
  test('it was sent before the service had delegated', async () => {
    await using stage = await wallet();
    await order(stage, 'a');
    await stage.transferred(RECIPIENT);
    await stage.advance(10_000);
    const text =
      'It was sent before the Energy of order 1 (external_id a) was on the chain: the order was processing, and its Energy came at 00:00:12.';
    expect(burned(stage)).toEqual({ cost: 6.4285, orders: [1], text });
  });

  test('the chain was later than the service said', async () => {
    await using stage = await wallet();
    activate(stage, 'energy-late');
    await order(stage, 'a');
    await stage.advance(12_000);
    await stage.transferred(RECIPIENT);
    const text =
      'It was sent before the Energy of order 1 (external_id a) was on the chain: the order was delegated, and its Energy came at 00:01:12.';
    expect(burned(stage)).toMatchObject({ cost: 6.4285, text });
  });

  test('the Energy came in the instant of the block, which is too late', async () => {
    await using stage = await wallet();
    await order(stage, 'a');
    await stage.advance(10_000);
    await stage.transferred(RECIPIENT);
    expect(burned(stage).text).toContain('its Energy came at 00:00:12.');
  });

  test('the chain had reclaimed the Energy early', async () => {
    await using stage = await wallet();
    activate(stage, 'reclaimed-early');
    await order(stage, 'a');
    await stage.advance(5 * MINUTE_MS);
    await stage.transferred(RECIPIENT);
    const text =
      'Its block came after the Energy of order 1 (external_id a) had been reclaimed, at 00:02:12. The order was delegated when it was sent.';
    expect(burned(stage)).toMatchObject({ cost: 6.4285, text });
  });

  test('the rental ended between the broadcast and the block', async () => {
    await using stage = await wallet();
    await stage.advance(1_000);
    await order(stage, 'a');
    await stage.advance(HOUR_MS + 11_500);
    await stage.transferred(RECIPIENT);
    const text =
      'Its block came after the Energy of order 1 (external_id a) had been reclaimed, at 01:00:13. The order was delegated when it was sent.';
    expect(burned(stage)).toMatchObject({ cost: 6.4285, text });
  });

  test('the rental had ended unused, and the client had last been told that it was delegated', async () => {
    await using stage = await wallet();
    await order(stage, 'a');
    await stage.advance(MINUTE_MS);
    await stage.account.api.status({ external_id: 'a' });
    await stage.advance(HOUR_MS + MINUTE_MS);
    await stage.transferred(RECIPIENT);
    expect(burned(stage)).toMatchObject({
      cost: 6.4285,
      text: expect.stringContaining('had been reclaimed'),
    });
  });

  test('the chain had delegated less than was ordered', async () => {
    await using stage = await wallet();
    activate(stage, 'energy-short');
    await order(stage, 'a');
    await stage.advance(12_000);
    await stage.transferred(RECIPIENT);
    const text = 'The chain had delegated only 32,000 of the 65,000 Energy of order 1 (external_id a).';
    expect(burned(stage)).toEqual({ cost: 3.2285, orders: [1], text });
  });

  test('less was ordered than a recipient without USDT needs', async () => {
    await using stage = await wallet();
    await order(stage, 'a');
    await stage.advance(12_000);
    await stage.transferred(addressNumber(2));
    expect(burned(stage)).toEqual({
      cost: 6.5285,
      orders: [1],
      text: 'Only 65,000 Energy had been rented.',
    });
  });

  test('another rental had ended meanwhile, and took less of what was used than it had covered', async () => {
    await using stage = await wallet();
    await order(stage, 'a');
    await stage.advance(12_000);
    await stage.transferred(RECIPIENT);
    await stage.advance(30 * MINUTE_MS);
    await order(stage, 'b');
    await stage.advance(45 * MINUTE_MS);
    await stage.transferred(RECIPIENT);
    const text =
      'The rental of order 1 (external_id a) had ended at 01:00:12, and what had been used was charged in part to order 2 (external_id b): 34,534 of its 65,000 Energy were left.';
    expect(burned(stage)).toEqual({ cost: 2.9751, orders: [2], text });
  });

  test('two were rented for two transfers, and the first rental ended between them', async () => {
    await using stage = await wallet();
    await order(stage, 'a');
    await stage.advance(50 * MINUTE_MS);
    await order(stage, 'b');
    await stage.advance(MINUTE_MS);
    await stage.transferred(RECIPIENT);
    await stage.advance(12 * MINUTE_MS);
    await stage.transferred(RECIPIENT);
    const text =
      /^The rental of order 1 \(external_id a\) had ended at 01:00:12, and what had been used was charged in part/;
    expect(burned(stage)).toEqual({
      cost: expect.any(Number),
      orders: [2],
      text: expect.stringMatching(text),
    });
  });

  test('nothing, if three transfers were made with two rentals that overlap', async () => {
    await using stage = await wallet();
    await order(stage, 'a');
    await stage.advance(MINUTE_MS);
    await stage.transferred(RECIPIENT);
    await stage.advance(49 * MINUTE_MS);
    await order(stage, 'b');
    await stage.advance(MINUTE_MS);
    await stage.transferred(RECIPIENT);
    await stage.advance(12 * MINUTE_MS);
    await stage.transferred(RECIPIENT);
    expect(found(stage, 'transfer-burned')).toEqual([]);
  });

  test('transfers for the same order are one finding with all that they cost', async () => {
    await using stage = await wallet();
    activate(stage, 'energy-late');
    await order(stage, 'a', 131_000);
    await stage.advance(12_000);
    await stage.transferred(RECIPIENT);
    await stage.transferred(RECIPIENT);
    expect(found(stage, 'transfer-burned')).toMatchObject([{ count: 2, cost_trx: 12.857 }]);
  });

  test('it is still known after the account was deleted', async () => {
    await using stage = await wallet();
    const opened = stage.sandbox.openAccount({});
    const other = new ChainStage(stage.sandbox, opened);
    other.setWallet(other.sender, { usdt: 1_000 });
    await order(other, 'a');
    await other.transferred(RECIPIENT);
    stage.sandbox.core.closeAccount(opened.account);
    expect(stage.sandbox.running.findings.all(() => Number.POSITIVE_INFINITY)).toMatchObject([
      { rule: 'transfer-burned' },
    ]);
  });
});

describe('transfer-burned says nothing of', () => {
  const silent = (what: string, play: (stage: ChainStage) => Promise<unknown>): void => {
    test(what, async () => {
      await using stage = await wallet();
      await play(stage);
      const { transactions = [] } = stage.account.state;
      expect(transactions.filter(({ kind }) => kind === 'sent').length).toBeGreaterThan(0);
      expect(found(stage, 'transfer-burned')).toEqual([]);
    });
  };

  silent('a transfer before the order, in the same instant', async stage => {
    await stage.transfer(RECIPIENT);
    await order(stage, 'a');
    await stage.advance(3_000);
  });
  silent('a transfer after the rental', async stage => {
    await order(stage, 'a');
    await stage.advance(2 * HOUR_MS);
    await stage.transferred(RECIPIENT);
  });
  silent('a transfer of another wallet', async stage => {
    await stage.account.api.order({ energy_amount: 65_000, address: RECIPIENT, external_id: 'a' });
    await stage.advance(12_000);
    await stage.transferred(RECIPIENT);
  });
  silent('a second transfer after the first has used what was rented', async stage => {
    await order(stage, 'a');
    await stage.advance(12_000);
    await stage.transferred(RECIPIENT);
    await stage.transferred(RECIPIENT);
  });
  silent('a transfer instead of an order that was open for ten minutes', async stage => {
    activate(stage, 'stuck-processing');
    await order(stage, 'a');
    await stage.advance(10 * MINUTE_MS);
    await stage.transferred(RECIPIENT);
  });
  silent('a transfer after an order that has failed', async stage => {
    activate(stage, 'failed-with-refund');
    await order(stage, 'a');
    await stage.advance(MINUTE_MS);
    await stage.transferred(RECIPIENT);
  });
  silent('an order that the test has moved by hand', async stage => {
    await order(stage, 'a');
    stage.move(1, 'delegating');
    await stage.transferred(RECIPIENT);
  });
  silent('an order of another test', async stage => {
    await order(stage, 'a');
    activate(stage, 'happy-path');
    await stage.transferred(RECIPIENT);
  });
  silent('burned TRX for bandwidth and an activation', async stage => {
    await order(stage, 'a', 200_000);
    await stage.advance(12_000);
    await stage.transferred(RECIPIENT);
    const info = await stage.transferred(RECIPIENT);
    expect(info.receipt.net_fee).toBeGreaterThan(0);
    await stage.transferred(RECIPIENT);
  });
  silent('a transfer whose block has not come', async stage => {
    await order(stage, 'a');
    await stage.transfer(RECIPIENT);
  });
  silent('a transfer before a reset', async stage => {
    await order(stage, 'a');
    await stage.transferred(RECIPIENT);
    await stage.sandbox.core.resetAccount(stage.account.account);
    await stage.transferred(RECIPIENT);
  });
});

describe('broadcast-is-not-success', () => {
  /** A transfer that runs out of Energy in its block. */
  const failing = (stage: ChainStage): Promise<string> => stage.transfer(RECIPIENT, FIVE_USDT, 1);
  const unread = (stage: ChainStage) => found(stage, 'broadcast-is-not-success');

  test('names a transaction that failed and was not looked at', async () => {
    await using stage = await wallet();
    const txid = await failing(stage);
    await stage.advance(3_000);
    const message = `Transaction ${txid} of ${stage.sender} was accepted, and failed in its block at 00:00:03: Not enough energy`;
    expect(unread(stage)).toMatchObject([{ severity: 'warning', count: 1, cost_trx: null }]);
    expect(unread(stage)[0]!.message).toContain(message);
  });

  test('waits for ten minutes for a look, if more can come', async () => {
    await using stage = await wallet();
    await failing(stage);
    const open = () =>
      stage.sandbox.running.findings.of(stage.account.account, stage.account.nowMs).map(({ rule }) => rule);
    await stage.advance(10 * MINUTE_MS);
    expect(open()).toEqual([]);
    await stage.advance(3_000);
    expect(open()).toEqual(['broadcast-is-not-success']);
  });

  test('does not count a look before the block, which shows nothing', async () => {
    await using stage = await wallet();
    const txid = await failing(stage);
    expect(await stage.tronWeb.trx.getUnconfirmedTransactionInfo(txid)).toEqual({});
    await stage.advance(3_000);
    expect(unread(stage)).toHaveLength(1);
  });

  test.each([
    ['wallet/gettransactioninfobyid', (txid: string) => ({ value: txid })],
    ['wallet/gettransactionbyid', (txid: string) => ({ value: txid.toUpperCase() })],
    ['walletsolidity/gettransactioninfobyid', (txid: string) => ({ value: txid })],
    ['wallet/getnowblock', () => ({})],
  ])('is silent after %s', async (call, bodyOf) => {
    await using stage = await wallet();
    const txid = await failing(stage);
    await stage.advance(3_000);
    await fetch(`${stage.nodeUrl}/${call}`, { method: 'POST', body: JSON.stringify(bodyOf(txid)) });
    expect(unread(stage)).toEqual([]);
  });

  test.each([
    ['has not come', (stage: ChainStage) => failing(stage)],
    [
      'came, and which succeeded',
      async (stage: ChainStage) => {
        await stage.transfer(RECIPIENT);
        await stage.advance(3_000);
      },
    ],
    [
      'never comes',
      async (stage: ChainStage) => {
        stage.condition({ lost_broadcasts: 1 });
        await failing(stage);
        await stage.advance(HOUR_MS);
      },
    ],
  ])('is silent about a transaction whose block %s', async (_what, play) => {
    await using stage = await wallet();
    await play(stage);
    expect(unread(stage)).toEqual([]);
  });
});
