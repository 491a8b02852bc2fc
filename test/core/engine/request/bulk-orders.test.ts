import { beforeEach, describe, expect, test } from 'vitest';
import { scenario } from '../inline.ts';
import { violationOf } from '../requests.ts';
import { answers, begin, bulk, item, itemsOf, play, results, world } from '../stage.ts';

beforeEach(() => begin());

const match = { external_id: 'b' };

describe('rules apply to items as to single orders', () => {
  test('a scripted code fails its item and names the rule', () => {
    play({ match, reply: { error: 'ADDRESS_NOT_ACTIVE' } });
    const decision = bulk([item('a'), item('b')]);
    expect(results(decision)).toEqual([1, 'ADDRESS_NOT_ACTIVE']);
    expect(itemsOf(decision).map(({ rule }) => rule?.id ?? null)).toEqual([null, 'inline/requests[0]']);
    expect([decision.rule, decision.isReplaced]).toEqual([null, false]);
    expect(itemsOf(decision)[1]!.answer).toEqual({
      error: 'ADDRESS_NOT_ACTIVE',
      explain: 'scripted by inline/requests[0] (inline requests[0])',
    });
  });

  test('the first of several rules that affect the whole response applies', () => {
    play(
      { match: { item: 2 }, fault: 'hang' },
      { match: { item: 3 }, reply: { error: 'RATE_LIMITED' } },
      { match: { item: 1 }, reply: { error: 'PACKAGE_NOT_FOUND' } },
    );
    expect(bulk([item('a'), item('b'), item('c')]).rule?.fault).toBe('hang');
  });

  test('a fault with commit applies to the response after all items were processed', () => {
    play({ match, fault: 'connection-reset', commit: true });
    const decision = bulk([item('a'), item('b'), item('c')]);
    expect([results(decision), answers(decision)]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect([decision.rule?.fault, decision.isReplaced]).toEqual(['connection-reset', false]);
  });

  test('a fault with commit applies to the response to a repeat if the rule matches repeats', () => {
    play({ match: { external_id: 'b', repeat: true }, fault: 'hang', commit: true });
    expect(bulk([item('b')]).rule).toBeNull();
    expect(bulk([item('b')])).toMatchObject({ rule: { fault: 'hang' }, outcome: { items: [{ rule: {} }] } });
  });

  test('a reply with commit and an item code replaces the result of its item, and the order exists', () => {
    play({ match, reply: { error: 'INSUFFICIENT_BALANCE' }, commit: true });
    const decision = bulk([item('a'), item('b')]);
    expect([results(decision), answers(decision)]).toEqual([
      [1, 2],
      [1, 'INSUFFICIENT_BALANCE'],
    ]);
    expect([decision.rule, decision.isReplaced]).toEqual([null, false]);
    expect(itemsOf(decision)[1]!.answer).toEqual({
      error: 'INSUFFICIENT_BALANCE',
      explain: 'scripted by inline/requests[0] (inline requests[0])',
    });
    expect(answers(bulk([item('b')]))).toEqual([2]);
  });

  test('by the position of the item, starting at 1', () => {
    play({ match: { item: 2 }, reply: { error: 'PACKAGE_NOT_FOUND' } });
    expect(results(bulk([item('a'), item('b'), item('c')]))).toEqual([1, 'PACKAGE_NOT_FOUND', 2]);
  });

  test('by whether the item repeats an order; an item without external_id does not', () => {
    play({ match: { repeat: true }, reply: { error: 'PACKAGE_NOT_FOUND' } });
    expect(results(bulk([item('a')]))).toEqual([1]);
    expect(results(bulk([item('a'), item(null)]))).toEqual(['PACKAGE_NOT_FOUND', 2]);
  });

  test('before any item is processed, so that the changes of a rule also apply to earlier items', () => {
    play({ match: { ...match, key: 'key-0' }, set: { balance_trx: 0 } });
    expect(results(bulk([item('a'), item('b')]))).toEqual(['INSUFFICIENT_BALANCE', 'INSUFFICIENT_BALANCE']);
  });

  test('under the scenario that an item picks by its external_id', () => {
    bulk([item('sandbox:review:1'), item('b')]);
    const { orders, picked } = world.account.state;
    expect(orders.map(order => picked[order.scenario]?.name ?? null)).toEqual(['review', null]);
  });

  test('under the scenario of the header, for every item', () => {
    bulk([item('a'), item('sandbox:review:1')], { header: scenario({ orders: [] }, 'by-header') });
    const { orders, picked } = world.account.state;
    expect(orders.map(order => picked[order.scenario]?.name)).toEqual(['by-header', 'by-header']);
  });
});

describe('a rule for the whole bulk request', () => {
  const whole = { operation: 'createOrdersBulk' };

  test('that replaces the response preempts it, and no item rules are evaluated', () => {
    play({ match: whole, reply: { error: 'RATE_LIMITED' } }, { match, times: 1, fault: 'hang' });
    const decision = bulk([item('b')]);
    expect([decision.outcome.kind, decision.rule?.reply?.error]).toEqual(['preempted', 'RATE_LIMITED']);
    expect([Object.keys(world.account.state.counters), world.account.state.orders]).toEqual([
      ['inline/requests[0]'],
      [],
    ]);
  });

  test('with a delay applies to a bulk request that was refused as a whole', () => {
    play({ match: whole, reply: { after: '2s' } });
    expect(bulk([], { violations: [violationOf('orders', 'INVALID_JSON')] })).toMatchObject({
      outcome: { kind: 'refused', refusal: { error: 'INVALID_JSON' } },
      delayMs: 2_000,
    });
  });
});

describe('the delay of a bulk response', () => {
  const whole = { match: { operation: 'createOrdersBulk' }, reply: { after: '2s' } };
  const delaying = (external_id: string, after: string): object => ({
    match: { external_id },
    reply: { after },
  });

  test.each([
    ['of the request', [whole, delaying('a', '1s')], 2_000],
    ['of an item', [whole, delaying('a', '1s'), delaying('b', '3s')], 3_000],
    ['of an item if no rule delays the request', [delaying('b', '3s'), delaying('a', '1s')], 3_000],
  ])('is the longest delay of its rules: that %s', (_whose, requests, delayMs) => {
    play(...requests);
    const decision = bulk([item('a'), item('b')]);
    expect([results(decision), decision.delayMs]).toEqual([[1, 2], delayMs]);
  });

  test('is the longest of its rules if the rule of an item preempts the request', () => {
    const taking = { match: { external_id: 'a' }, reply: { error: 'RATE_LIMITED', after: '1s' } };
    play(taking);
    expect(bulk([item('a'), item('b')]).delayMs).toBe(1_000);
    play(taking, delaying('b', '3s'));
    expect(bulk([item('a'), item('b')]).delayMs).toBe(3_000);
    play(taking, whole);
    expect(bulk([item('a'), item('b')])).toMatchObject({ outcome: { kind: 'preempted' }, delayMs: 2_000 });
  });

  test('ignores rules with commit if the rule of an item preempts the request', () => {
    play(
      { match: { external_id: 'a' }, fault: 'hang' },
      { match: { external_id: 'b' }, reply: { after: '3s' }, commit: true },
    );
    expect(bulk([item('a'), item('b')])).toMatchObject({ outcome: { kind: 'preempted' }, delayMs: 0 });
  });

  test('is the longest of its rules if the rule of an item replaces the response after processing', () => {
    play(whole, { match: { external_id: 'a' }, fault: 'hang', commit: true });
    expect(bulk([item('a')])).toMatchObject({ rule: { fault: 'hang' }, delayMs: 2_000 });
  });

  test('includes the rule of an item that failed, and ignores a rule with commit whose item created no order', () => {
    play({ match, reply: { after: '1s' } });
    expect(bulk([item('b', { packageId: 99 })]).delayMs).toBe(1_000);
    play({ match, reply: { after: '1s' }, commit: true });
    expect(bulk([item('b', { packageId: 99 })]).delayMs).toBe(0);
    expect(bulk([item('b')]).delayMs).toBe(1_000);
  });
});
