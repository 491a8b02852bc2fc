import { expect, test } from 'vitest';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();

/** An account with an order whose webhooks are all serialized unusually, and a receiver that refuses those. */
async function refusing() {
  const account = stage.account(['webhook-reserialised']);
  const receiver = await stage.sandbox.receive(account.account);
  receiver.always(401);
  await stage.order(account, { external_id: 'a' });
  await account.quiet();
  return { account, receiver };
}

const found = (account: Awaited<ReturnType<typeof refusing>>['account']) =>
  stage.all(account.account).filter(({ rule }) => rule === 'genuine-refused');

const unusual = {
  severity: 'error',
  message: expect.stringMatching(
    /^When the account's clock showed 2\S+Z, the receiver answered 401 to order\.processing of order \d+, serialized unusually, which had been created at 2\S+Z and was signed correctly\.$/,
  ),
};

test('a receiver that refuses unusual bytes, and never got plain ones, is told how the bytes were written', async () => {
  const { account } = await refusing();
  expect(found(account)).toMatchObject([{ ...unusual, orders: [account.state.orders[0]!.id] }]);
});

test('a receiver that refuses plain ones, too, is told of both', async () => {
  const { account } = await refusing();
  account.state.scenarios = [];
  await stage.order(account, { external_id: 'b' });
  await account.quiet();
  expect(found(account)).toMatchObject([
    unusual,
    {
      message: expect.stringMatching(
        /^When the account's clock showed 2\S+Z, the receiver answered 401 to order\.processing of order \d+, which had been created at 2\S+Z and was signed correctly\.$/,
      ),
    },
  ]);
});

test('of a receiver that has accepted nothing, an event that it does not know is no finding', async () => {
  const account = stage.account(['webhook-unknown-event']);
  const receiver = await stage.sandbox.receive(account.account);
  receiver.always(503);
  await stage.order(account, { external_id: 'a' });
  await account.settle();
  expect(found(account)).toEqual([]);
});
