import { beforeEach, describe, expect, test } from 'vitest';
import { isRefusal, refuse } from '../../src/domain/errors.ts';
import type { BulkItem, BulkReply } from '../../src/engine/bulk.ts';
import { World } from '../simulation/world.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { scenario } from './inline.ts';

let world: World;
beforeEach(() => {
  world = new World();
});

const item = (externalId: string, fields: object = {}): BulkItem => ({
  externalId,
  request: { externalId, address: RECIPIENT, packageId: 1, ...fields },
  refusal: null,
});

const bulk = (...items: BulkItem[]): BulkReply =>
  world.execute('placeBulk', { keyId: 'key-0', header: null, items });

/** Order ids of what was accepted, codes of what failed. */
const results = ({ outcomes }: BulkReply): (number | string)[] =>
  outcomes.map(({ result }) => (isRefusal(result) ? result.error : result.order.id));

const play = (...requests: object[]): void => {
  world.execute('setScenarios', { scenarios: [scenario({ requests })] });
};

const match = { external_id: 'b' };

describe('items stand by themselves', () => {
  test('in index order, for 15 minutes unless they say otherwise, made by the key', () => {
    expect(results(bulk(item('a'), item('b', { durationMinutes: 60 })))).toEqual([1, 2]);
    const { orders } = world.account.state;
    expect(orders.map(order => [order.externalId, order.durationMinutes, order.key])).toEqual([
      ['a', 15, 'key-0'],
      ['b', 60, 'key-0'],
    ]);
  });

  test('one whose shape is wrong fails with its code, and the others are placed', () => {
    const wrong = { externalId: '', request: null, refusal: refuse('PRODUCT_REQUIRED', 'no object') };
    expect(results(bulk(item('a'), wrong, item('c')))).toEqual([1, 'PRODUCT_REQUIRED', 2]);
  });

  test('one that is too dear fails, and a cheaper one behind it is placed', () => {
    world.execute('change', { balanceSun: 3_000_000 });
    const dear = item('a', { packageId: 5 });
    expect(results(bulk(dear, item('b')))).toEqual(['INSUFFICIENT_BALANCE', 1]);
  });

  test('a repeat is its order, within one bulk and across', () => {
    expect(results(bulk(item('a'), item('a')))).toEqual([1, 1]);
    expect(results(bulk(item('a')))).toEqual([1]);
    expect(world.account.state.ledger.filter(row => row.kind === 'debit')).toHaveLength(1);
  });
});

describe('rules are asked about items as about orders', () => {
  test('a scripted code fails its item and tells the rule', () => {
    play({ match, reply: { error: 'ADDRESS_NOT_ACTIVE' } });
    const reply = bulk(item('a'), item('b'));
    expect(results(reply)).toEqual([1, 'ADDRESS_NOT_ACTIVE']);
    expect(reply.outcomes.map(({ rule }) => rule?.id ?? null)).toEqual([null, 'inline/requests[0]']);
    expect(reply.lost).toBeNull();
    const { result } = reply.outcomes[1]!;
    expect(isRefusal(result) && result.explain).toContain('inline/requests[0]');
  });

  test('a scripted status without a code fails its item as unavailable', () => {
    play({ match, reply: { status: 599, body: 'oops' } });
    expect(results(bulk(item('a'), item('b')))).toEqual([1, 'SERVICE_UNAVAILABLE']);
  });

  test('a reply that only delays fails nothing', () => {
    play({ match, reply: { after: '1s' } });
    expect(results(bulk(item('a'), item('b')))).toEqual([1, 2]);
  });

  test('a code that only a whole request can have takes the request, and nothing is carried out', () => {
    play({ match, reply: { error: 'RATE_LIMITED' } });
    const reply = bulk(item('a'), item('b'));
    expect(reply.outcomes).toEqual([]);
    expect(reply.lost?.id).toBe('inline/requests[0]');
    expect(world.account.state.orders).toEqual([]);
  });

  test('a fault takes the request before anything is carried out', () => {
    play({ match, fault: 'connection-reset' });
    const reply = bulk(item('a'), item('b'));
    expect([reply.outcomes.length, reply.lost?.fault]).toEqual([0, 'connection-reset']);
    expect(world.account.state.orders).toEqual([]);
  });

  test('a committing fault takes the answer after all was carried out', () => {
    play({ match, fault: 'connection-reset', commit: true });
    const reply = bulk(item('a'), item('b'), item('c'));
    expect(results(reply)).toEqual([1, 2, 3]);
    expect(reply.lost?.fault).toBe('connection-reset');
  });

  test('a committing fault spares the answer where its item was refused, or was a repeat', () => {
    play({ match: { ...match, repeat: false }, fault: 'hang', commit: true });
    expect(bulk(item('a'), item('b', { packageId: 99 })).lost).toBeNull();
    play({ match: { external_id: 'a', repeat: true }, fault: 'hang', commit: true });
    expect(bulk(item('a'))).toMatchObject({ lost: null, outcomes: [{ rule: { fault: 'hang' } }] });
  });

  test('by the place of the item, 1 the first', () => {
    play({ match: { item: 2 }, reply: { error: 'PACKAGE_NOT_FOUND' } });
    expect(results(bulk(item('a'), item('b'), item('c')))).toEqual([1, 'PACKAGE_NOT_FOUND', 2]);
  });

  test('by whether the item repeats an order, an unnamed item repeating none', () => {
    play({ match: { repeat: true }, reply: { error: 'PACKAGE_NOT_FOUND' } });
    expect(results(bulk(item('a')))).toEqual([1]);
    const unnamed: BulkItem = {
      externalId: '',
      request: { externalId: null, address: RECIPIENT, packageId: 1 },
      refusal: null,
    };
    expect(results(bulk(item('a'), unnamed))).toEqual(['PACKAGE_NOT_FOUND', 2]);
  });

  test('by the key, and what they set is set before items are placed', () => {
    play({ match: { ...match, key: 'key-0' }, set: { balance_trx: 0 } });
    expect(results(bulk(item('a'), item('b')))).toEqual(['INSUFFICIENT_BALANCE', 'INSUFFICIENT_BALANCE']);
  });

  test('with the scenario that an item picks by its external_id', () => {
    bulk(item('sandbox:review:1'), item('b'));
    const { orders, picked } = world.account.state;
    expect(orders.map(order => picked[order.scenario]?.name ?? null)).toEqual(['review', null]);
  });
});
