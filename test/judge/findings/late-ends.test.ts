import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/facts.ts';
import { HELD_TIMEOUT_MS } from '../../support/held-timeouts.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();

/** The order is made, and its response is held until the test lets it go. */
const HELD = `requests:\n  - match: { operation: createOrder, external_id: a }\n    reply: { after: ${HELD_TIMEOUT_MS}ms }\n`;

/** A client that waits for the response to an order. */
interface Waiting {
  readonly account: TestAccount;
  /** Lets the response go, and resolves once its end is recorded. */
  readonly respond: () => Promise<Exchange>;
  /** Closes the client's connection, and resolves once the end of its request is recorded. */
  readonly giveUp: () => Promise<Exchange>;
}

async function waiting(): Promise<Waiting> {
  const account = stage.sandbox.openAccount({ scenarios: [inline(HELD)] });
  const { facts } = stage.sandbox.core;
  const decided = new Promise<void>(resolve => {
    facts.join({ decided: one => one === account.account && resolve() });
  });
  const ended = new Promise<Exchange>(resolve => {
    facts.join({ answered: (one, exchange) => one === account.account && resolve(exchange) });
  });
  const client = new AbortController();
  void stage.order(account, { external_id: 'a' }, client.signal);
  await decided;
  return {
    account,
    respond: () => {
      stage.host.expire();
      return ended;
    },
    giveUp: () => {
      client.abort();
      return ended;
    },
  };
}

const timesCovered = ({ account }: TestAccount, id: string): number | undefined =>
  stage.sandbox.running.coverage.of(account).items.find(one => one.id === id)?.met;

test('a client that gives up has not confirmed its order', async () => {
  const { account, giveUp } = await waiting();
  expect(await giveUp()).toMatchObject({ end: 'client-gone', isOfEarlierRun: false });
  expect(stage.rules(account)).toEqual(['order-abandoned']);
});

describe('a request that ends after its account was reset', () => {
  test('has no findings in the new run, where its order does not exist', async () => {
    const { account, giveUp } = await waiting();
    stage.sandbox.core.resetAccount(account.account);
    expect(await giveUp()).toMatchObject({ end: 'client-gone', isOfEarlierRun: true });
    await stage.order(account, { external_id: 'b' });
    expect(stage.all(account.account)).toEqual([]);
  });

  test('is neither in the journal nor in the coverage of the new run, but in the coverage of the server', async () => {
    const { account, respond } = await waiting();
    const { core, running } = stage.sandbox;
    const id = 'response createOrder 202';
    const before = running.coverage.all().items.find(one => one.id === id)!.met;
    core.resetAccount(account.account);
    expect(await respond()).toMatchObject({ end: 'sent', isOfEarlierRun: true });
    expect(core.journalOf(account.account).recorded).toBe(0);
    expect(timesCovered(account, id)).toBe(0);
    expect(running.coverage.all().items.find(one => one.id === id)!.met).toBe(before + 1);
  });
});

test('a request that ends after its account was deleted adds no findings to those that were kept', async () => {
  const { account, giveUp } = await waiting();
  stage.sandbox.core.closeAccount(account.account);
  await giveUp();
  const all = stage.sandbox.running.findings.all(() => Number.POSITIVE_INFINITY);
  expect(all.filter(one => one.account === account.state.name)).toEqual([]);
});
