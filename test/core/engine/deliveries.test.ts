import { beforeEach, describe, expect, test } from 'vitest';
import { scenario } from './inline.ts';
import { manualOrder } from './requests.ts';
import { answerAll, begin, deliver, names, order, pass, SECOND_MS, states, world } from './stage.ts';

beforeEach(() => begin());

describe('without a rule', () => {
  test('first attempts wait for each other, and a retry does not block other events', () => {
    order();
    pass(12 * SECOND_MS);
    expect([states(), names()]).toEqual([['sending', 'waiting', 'waiting'], ['0:1']]);
    answerAll('refused');
    expect([states(), names()]).toEqual([['scheduled', 'sending', 'waiting'], ['1:1']]);
    answerAll('refused');
    expect(names()).toEqual(['2:1']);
    pass(5 * SECOND_MS);
    expect(names()).toEqual(['2:1', '0:2', '1:2']);
  });

  test('happenings are reported: the attempt, the scheduled retry, and the final state of the event', () => {
    order();
    const [plan] = world.underWay();
    const happened: object[] = [];
    begin(one => happened.push(...one.executed.accountEvents));
    order();
    happened.length = 0;
    world.answer(plan!, 'refused');
    const { nowMs } = world.account.state;
    expect(happened).toEqual([
      { kind: 'attempt', atMs: nowMs, plan, outcome: 'refused' },
      { kind: 'retry', atMs: nowMs, event: 0, number: 2, dueMs: nowMs + 5 * SECOND_MS },
    ]);
    pass(5 * SECOND_MS);
    happened.length = 0;
    world.answer(world.underWay().find(one => one.event === 0)!, 'acknowledged');
    expect(happened).toEqual([
      { kind: 'attempt', atMs: nowMs + 5_000, plan: { ...plan, number: 2 }, outcome: 'acknowledged' },
      { kind: 'settled', atMs: nowMs + 5_000, event: 0, state: 'delivered' },
    ]);
  });
});

describe('rules affect a delivery', () => {
  test('copies are sent at their intervals, and only the first determines the state of the event', () => {
    deliver({ match: { event: 'order.processing' }, deliver: { copies: 3, apart: '1s' } });
    order();
    expect(names()).toEqual(['0:1']);
    pass(2 * SECOND_MS);
    expect(names()).toEqual(['0:1', '0:1:2', '0:1:3']);
    world.answer(world.underWay()[1]!, 'acknowledged');
    world.answer(world.underWay()[1]!, 'refused');
    expect(states()).toEqual(['sending']);
    answerAll();
    expect(states()).toEqual(['delivered']);
  });

  test('an attempt follows its corrupted copies, is itself genuine, and alone determines the state of the event', () => {
    deliver({ match: { event: 'order.processing' }, deliver: { copies: 3 }, corrupt_copies: 'wrong-secret' });
    order();
    expect(names()).toEqual(['0:1:2', '0:1:3']);
    expect(world.underWay().map(({ corrupt }) => corrupt)).toEqual(['wrong-secret', 'wrong-secret']);
    pass(3 * SECOND_MS);
    world.answer(world.underWay()[0]!, 'refused');
    expect(names()).toEqual(['0:1:3']);
    world.answer(world.underWay()[0]!, 'refused');
    expect(names()).toEqual(['0:1']);
    expect(world.underWay()[0]).toMatchObject({ kind: 'attempt', corrupt: null });
    expect(states()).toEqual(['sending', 'waiting']);
    answerAll();
    expect(states()).toEqual(['delivered', 'sending']);
  });

  test('a refused attempt is retried with new corrupted copies before it', () => {
    deliver({ match: { event: 'order.processing' }, deliver: { copies: 2 }, corrupt_copies: 'altered-body' });
    order();
    answerAll();
    answerAll('refused');
    pass(3_600 * SECOND_MS);
    expect(names()).toContain('0:2:2');
    expect(names()).not.toContain('0:2');
  });

  test('a held event is sent after the event of its own order that it waits for', () => {
    const match = { event: 'order.delegating' };
    deliver({ match, deliver: { hold_until: 'order.delegated' } });
    order();
    order();
    answerAll();
    pass(3 * SECOND_MS);
    expect(states()).toEqual(['delivered', 'delivered', 'held', 'held']);
    world.execute('move', { order: 1, to: 'delegated' });
    expect(names()).toEqual(['4:1']);
    answerAll();
    expect([states()[2], states()[3], names()]).toEqual(['sending', 'held', ['2:1']]);
    answerAll();
    expect(states()).toEqual(['delivered', 'delivered', 'delivered', 'held', 'delivered']);
  });

  test('events that are held for each other stay held, and keep nothing else from being done', () => {
    deliver(
      { match: { event: 'order.delegating' }, deliver: { hold_until: 'order.delegated' } },
      { match: { event: 'order.delegated' }, deliver: { hold_until: 'order.delegating' } },
    );
    order();
    answerAll();
    for (let step = 0; step < 4; step++) {
      pass(3_600 * SECOND_MS);
      answerAll();
    }
    expect(states()).toEqual(['delivered', 'held', 'held', 'delivered', 'delivered']);
    expect(world.account.state.agenda).toEqual([]);
    world.execute('resend', { event: 1, corrupt: null });
    answerAll();
    answerAll();
    expect(states()[2]).toBe('delivered');
  });

  test('an event that is held for a dropped one is sent', () => {
    deliver(
      { match: { event: 'order.delegating' }, deliver: { hold_until: 'order.delegated' } },
      { match: { event: 'order.delegated' }, deliver: { drop: true } },
    );
    order();
    answerAll();
    pass(12 * SECOND_MS);
    expect(states()).toEqual(['delivered', 'sending', 'dropped']);
  });

  test('an event that is held for a refused one is sent, because an attempt was made', () => {
    deliver({ match: { event: 'order.delegating' }, deliver: { hold_until: 'order.delegated' } });
    order();
    answerAll();
    pass(12 * SECOND_MS);
    answerAll('refused');
    expect(states()).toEqual(['delivered', 'sending', 'scheduled']);
  });

  test('a held event settles as unsent if there is no destination when it is released', () => {
    deliver({ match: { event: 'order.delegating' }, deliver: { hold_until: 'order.delegated' } });
    order();
    answerAll();
    pass(3 * SECOND_MS);
    world.apply({ do: 'webhook', url: null });
    pass(9 * SECOND_MS);
    expect(states()).toEqual(['delivered', 'unsent', 'unsent']);
  });

  test('an earlier event is replayed after an acknowledged one, and not after a refused one', () => {
    const rule = { match: { event: 'order.delegating' }, deliver: { replay: 'order.processing' } };
    deliver(rule);
    order();
    answerAll();
    pass(3 * SECOND_MS);
    answerAll('refused');
    expect(names()).toEqual([]);
    deliver();
    pass(5 * SECOND_MS);
    expect(names()).toEqual(['1:2']);
    answerAll();
    expect(names()).toEqual([]);
  });

  test('a replay is a resend that names its rule', () => {
    deliver({ match: { event: 'order.delegating' }, deliver: { replay: 'order.processing' } });
    order();
    answerAll();
    pass(3 * SECOND_MS);
    answerAll();
    expect(world.underWay()).toEqual([
      {
        kind: 'resend',
        ordinal: 1,
        event: 0,
        corrupt: null,
        source: 'inline webhooks[0]',
        replay: null,
        beforeResponse: false,
      },
    ]);
    expect(states()).toEqual(['delivered', 'delivered']);
  });

  test('a plan says what is corrupted, and whether the response waits for it', () => {
    deliver({ match: {}, corrupt: 'wrong-secret', deliver: { before_response: true } });
    order();
    expect(world.underWay()).toMatchObject([
      { corrupt: 'wrong-secret', beforeResponse: true, source: 'inline webhooks[0]' },
    ]);
  });

  test('a rule can match the attempt, the package and the amount, and can belong to the picked scenario', () => {
    deliver({
      match: { attempt: 2, package_id: 1, energy_amount: 65_000, key: 'key-0' },
      deliver: { drop: true },
    });
    order();
    answerAll('refused');
    pass(5 * SECOND_MS);
    expect(states()[0]).toBe('dropped');
    const picked = scenario({ webhooks: [{ match: {}, deliver: { drop: true } }] }, 'picked');
    world.execute('placeOrder', manualOrder({ packageId: null, energyAmount: 64_000 }, { picked }));
    expect(states().at(-1)).toBe('dropped');
  });

  test('a custom amount has no package that a rule could match', () => {
    deliver({ match: { package_id: { min: 0 } }, deliver: { drop: true } });
    world.execute('placeOrder', manualOrder({ packageId: null, energyAmount: 64_000 }));
    expect(names()).toEqual(['0:1']);
  });
});

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
