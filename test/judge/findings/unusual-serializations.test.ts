import { expect, test } from 'vitest';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();

/** An account with two orders whose webhooks are all serialized unusually, and a receiver that refuses those. */
async function refusing() {
  const account = stage.account(['webhook-reserialised']);
  const receiver = await stage.sandbox.receive(account.account);
  receiver.always(401);
  await stage.order(account, { external_id: 'a' });
  await account.quiet();
  return { account, receiver };
}

const refusals = ['genuine-refused', 'reserialised-refused'];
const found = (account: Awaited<ReturnType<typeof refusing>>['account']) =>
  stage.all(account.account).filter(({ rule }) => refusals.includes(rule));

test('a receiver that has accepted nothing refuses what is genuine, and learns how the bytes were written', async () => {
  const { account } = await refusing();
  expect(found(account)).toMatchObject([
    {
      rule: 'genuine-refused',
      orders: [account.state.orders[0]!.id],
      message: expect.stringMatching(
        /the receiver answered 401 to order\.processing of order \d+, which was signed correctly\. Its bytes were serialized unusually; the receiver has not accepted a plain one either\.$/,
      ),
    },
  ]);
});

test('a receiver that accepts plain ones afterwards cannot read the unusual ones', async () => {
  const { account, receiver } = await refusing();
  account.state.scenarios = [];
  receiver.always(204);
  await stage.order(account, { external_id: 'b' });
  await account.quiet();
  expect(found(account)).toMatchObject([
    { rule: 'reserialised-refused', message: expect.stringContaining('It accepted plain ones later.') },
  ]);
});
