import { beforeEach, describe, expect, test } from 'vitest';
import { answerAll, begin, deliver, names, order, pass, SECOND_MS, states, world } from './delivery-stage.ts';

beforeEach(() => begin());

describe('a delivery that is held, delayed or copied', () => {
  test('waits for exactly the event that its rule names', () => {
    deliver({ match: { event: 'order.delegating' }, deliver: { hold_until: 'order.undelegating' } });
    order();
    answerAll();
    pass(12 * SECOND_MS);
    answerAll();
    expect(states()).toEqual(['delivered', 'held', 'delivered']);
  });

  test('stays held while others are released', () => {
    deliver(
      { match: { event: 'order.delegating' }, deliver: { hold_until: 'order.delegated' } },
      { match: { event: 'order.processing' }, deliver: { hold_until: 'order.undelegating' } },
    );
    order();
    pass(12 * SECOND_MS);
    answerAll();
    expect(states()).toEqual(['held', 'sending', 'delivered']);
    expect(world.account.state.held.map(one => one.until)).toEqual(['order.undelegating']);
  });

  test('is released after that event of its own order, whatever is held of other orders', () => {
    deliver({ match: { event: 'order.processing' }, deliver: { hold_until: 'order.delegating' } });
    for (const _each of [0, 1, 2]) order();
    pass(3 * SECOND_MS);
    const [first, ...others] = world.underWay();
    world.answer(others[1]!, 'acknowledged');
    world.answer(first!, 'acknowledged');
    expect(world.account.state.held.map(({ plans }) => plans[0]!.event)).toEqual([1]);
    world.answer(others[0]!, 'acknowledged');
    expect(world.account.state.held).toEqual([]);
    expect(world.underWay().map(plan => plan.event)).toEqual([2, 0, 1]);
    expect(states()).toEqual(['sending', 'sending', 'sending', 'delivered', 'delivered', 'delivered']);
  });

  test('does not release others while its own first attempt is in flight', () => {
    deliver({ match: { event: 'order.delegating' }, deliver: { hold_until: 'order.processing' } });
    order();
    world.execute('setScenarios', { scenarios: world.account.state.scenarios });
    pass(3 * SECOND_MS);
    expect([states(), names()]).toEqual([['sending', 'waiting'], ['0:1']]);
  });

  test('later copies are not sent without a destination, and do not change the event', () => {
    deliver({ match: { event: 'order.processing' }, deliver: { copies: 2, apart: '1s' } });
    order();
    answerAll();
    world.apply({ do: 'webhook', url: null });
    pass(SECOND_MS);
    expect([states(), names()]).toEqual([['delivered'], []]);
  });

  test('a copy that is complete first does not release the next event', () => {
    deliver({ match: { event: 'order.processing' }, deliver: { copies: 2 } });
    order();
    pass(3 * SECOND_MS);
    world.answer(world.underWay()[1]!, 'refused');
    expect([states(), names()]).toEqual([['sending', 'waiting'], ['0:1']]);
  });

  test('a replay sends the event that its rule names', () => {
    deliver({ match: { event: 'order.delegated' }, deliver: { replay: 'order.delegating' } });
    order();
    for (const ms of [0, 3 * SECOND_MS, 9 * SECOND_MS]) {
      pass(ms);
      answerAll();
    }
    expect(names()).toEqual(['1:resend:1']);
  });

  test('a replay of an event that the order never had sends nothing', () => {
    deliver({ match: { event: 'order.delegating' }, deliver: { replay: 'order.failed' } });
    order();
    answerAll();
    pass(3 * SECOND_MS);
    answerAll();
    expect(names()).toEqual([]);
  });
});

describe('a resend that is acknowledged', () => {
  const resend = () => world.execute('resend', { event: 0, corrupt: null });

  test.each(['scheduled', 'unsent', 'dropped', 'exhausted'])('settles an event that is %s', state => {
    if (state === 'exhausted') world.execute('change', { assumptions: { webhook_retry_delays_ms: [] } });
    if (state === 'dropped') deliver({ match: {}, deliver: { drop: true } });
    if (state === 'unsent') world.apply({ do: 'webhook', url: null });
    order();
    answerAll('refused');
    expect(states()).toEqual([state]);
    world.apply({ do: 'webhook', url: 'http://127.0.0.1:9/' });
    resend();
    answerAll();
    expect(states()).toEqual(['delivered']);
    pass(5 * SECOND_MS - 1);
    expect(names().filter(name => name.startsWith('0:'))).toEqual([]);
  });

  test('does not settle an event whose attempt is in flight', () => {
    order();
    resend();
    world.answer(world.underWay()[1]!, 'acknowledged');
    expect([states(), names()]).toEqual([['sending'], ['0:1']]);
  });

  test('removes only the retry of its own event', () => {
    order();
    order();
    answerAll('refused');
    resend();
    answerAll();
    expect(world.account.state.agenda.filter(task => task.kind === 'retry')).toMatchObject([{ event: 1 }]);
  });

  test('removes only the delayed first attempt of its own event', () => {
    deliver({ match: {}, deliver: { after: '10s' } });
    order();
    order();
    resend();
    answerAll();
    expect(world.account.state.agenda.filter(task => task.kind === 'send')).toMatchObject([
      { plan: { kind: 'attempt', event: 1 } },
    ]);
  });

  test('removes a delayed first attempt, and keeps the copies', () => {
    deliver({ match: { event: 'order.processing' }, deliver: { after: '1s', copies: 2 } });
    order();
    resend();
    answerAll();
    expect(states()).toEqual(['delivered']);
    pass(SECOND_MS);
    expect(names()).toEqual(['0:1:2']);
  });
});
