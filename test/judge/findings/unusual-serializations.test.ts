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

test('a receiver that refuses unusual bytes, and never got plain ones, is told how the bytes were written', async () => {
  const { account } = await refusing();
  expect(found(account)).toMatchObject([
    {
      rule: 'reserialised-refused',
      orders: [account.state.orders[0]!.id],
      message: expect.stringMatching(
        /serialized unusually and signed correctly\. It has not received a plain one\.$/,
      ),
    },
  ]);
});

test('a receiver that refuses plain ones, too, has another bug', async () => {
  const { account } = await refusing();
  account.state.scenarios = [];
  await stage.order(account, { external_id: 'b' });
  await account.quiet();
  expect(found(account)).toMatchObject([
    {
      rule: 'genuine-refused',
      message: expect.stringMatching(
        /^When the account's clock showed 2\S+Z, the receiver answered 401 to order\.processing of order \d+, which had been created at 2\S+Z and was signed correctly\.$/,
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
