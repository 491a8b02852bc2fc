import { describe, expect, test } from 'vitest';
import type { TestAccount } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();
const MINUTE_MS = 60_000;

/** One worker has begun to buy, another one buys the same, and the first has yet to go on. */
interface Crossing {
  readonly what: string;
  readonly rule: string;
  readonly begin: () => Promise<TestAccount>;
}

/** A scenario in which the first request of an operation meets something. */
const once = (operation: string, effect: string) =>
  inline(`requests:\n  - match: { operation: ${operation} }\n    times: 1\n    ${effect}\n`);

async function crossed(scenario: ReturnType<typeof once>, query: boolean, receives = false) {
  const account = stage.sandbox.openAccount({ scenarios: [scenario] });
  if (receives) await stage.sandbox.receive(account.account);
  await stage.order(account, { external_id: 'first' });
  if (query) await account.api.status({ external_id: 'first' });
  if (receives) await account.quiet();
  await stage.order(account, { external_id: 'second' });
  return account;
}

const LOST = once('createOrder', 'commit: true\n    fault: connection-reset');

const CROSSINGS: readonly Crossing[] = [
  { what: 'a lost response', rule: 'paid-twice', begin: () => crossed(LOST, false) },
  { what: 'a lost response with a webhook', rule: 'paid-twice', begin: () => crossed(LOST, false, true) },
  {
    what: 'a query that answers 404',
    rule: 'paid-twice',
    begin: () => crossed(once('getOrderStatus', 'reply: { error: NOT_FOUND }'), true),
  },
];

describe.for(CROSSINGS)('$rule after $what, if several workers buy the same', ({ rule, begin }) => {
  /** What is found at this moment, not at the end. */
  const now = (account: TestAccount) =>
    stage.sandbox.running.findings.of(account.account, account.nowMs).map(finding => finding.rule);

  test('is reported at once as long as the first id was not used again', async () => {
    expect(now(await begin())).toContain(rule);
  });

  test('is withdrawn once the first worker repeats its own external_id, however late', async () => {
    const account = await begin();
    await account.advance(60 * MINUTE_MS);
    await stage.order(account, { external_id: 'first' });
    expect(stage.found(account, rule)).toEqual([]);
  });

  test('is withdrawn once the first worker queries its own external_id soon', async () => {
    const account = await begin();
    await account.advance(MINUTE_MS);
    await account.api.status({ external_id: 'first' });
    expect(stage.found(account, rule)).toEqual([]);
  });

  test('is not withdrawn by a query much later, as a nightly report makes it', async () => {
    const account = await begin();
    await account.advance(11 * MINUTE_MS);
    await account.api.status({ external_id: 'first' });
    expect(stage.found(account, rule)).toHaveLength(1);
  });
});

test('workers that keep their ids have no finding, whatever they buy at the same time', async () => {
  const account = stage.account(['response-lost']);
  const ids = ['a', 'b', 'c', 'd', 'e'];
  for (const external_id of ids) await stage.order(account, { external_id });
  for (const external_id of ids) await stage.order(account, { external_id });
  for (const external_id of ids) await account.api.status({ external_id });
  expect(account.state.orders).toHaveLength(ids.length);
  expect(stage.all(account.account)).toEqual([]);
});
