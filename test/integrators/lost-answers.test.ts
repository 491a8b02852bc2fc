import { expect } from 'vitest';
import { HASTY, RASH } from './examples/buyer.ts';
import { HASTY as HASTY_FOLLOWER, PATIENT } from './examples/follower.ts';
import { SimulatedHost } from './simulated-host.ts';
import { ORDER_FIELDS, PRICE_TRX, SECOND_MS, type Stage, testScenario } from './stage.ts';

/** A timeout that ends once the server has processed a request whose response does not reach the client. */
function untilDealtWith(stage: Stage): () => AbortSignal {
  return () => {
    const controller = new AbortController();
    const end = stage.sandbox.core.facts.join({
      answered: (_account, { fault }) => {
        if (fault !== 'hang') return;
        end();
        setImmediate(() => controller.abort());
      },
    });
    return controller.signal;
  };
}

/** In all of these, the first call creates the order, but the client does not receive the response. */
const LOST = ['response-lost', 'gateway-502-after-commit', 'truncated-answer'];

for (const scenario of LOST) {
  testScenario(scenario, 'a retry under the same external_id finds the order, paid once', async stage => {
    expect(await stage.buyer().buy('a', ORDER_FIELDS)).toEqual({ kind: 'ordered', orderId: 1, tries: 2 });
    expect(stage.debits).toBe(1);
    expect((await stage.api.order({ external_id: 'a', ...ORDER_FIELDS })).outcome).toBe('200');
  });

  testScenario(scenario, 'a retry under a new external_id pays each time', async stage => {
    const purchase = await stage.buyer(RASH).buy('a', ORDER_FIELDS);
    expect(purchase.kind).toBe('gave-up');
    expect(stage.debits).toBe(5);
  });

  testScenario(
    scenario,
    'who takes silence for a refusal has paid for what it does not know of',
    async stage => {
      expect(await stage.buyer(HASTY).buy('a', ORDER_FIELDS)).toMatchObject({ kind: 'gave-up' });
      expect(await stage.balanceTrx()).toBe((1_000e6 - PRICE_TRX * 1e6) / 1e6);
    },
  );
}

testScenario(
  'gateway-502-after-commit',
  'the page is HTML and has a header that names its rule',
  async stage => {
    const answered = await stage.api.order({ external_id: 'a', ...ORDER_FIELDS });
    expect(answered.status).toBe(502);
    expect(answered.headers['content-type']).toContain('text/html');
    expect(() => answered.json).toThrow(SyntaxError);
    expect(answered.explain).toContain(
      'gateway-502-after-commit/requests[0] (scenarios/gateway-502-after-commit',
    );
  },
);

testScenario(
  'truncated-answer',
  'the first status request is closed without a byte, the next one succeeds',
  async stage => {
    await stage.buyer().buy('a', ORDER_FIELDS);
    const { outcomes } = await stage.follow(1, { ...PATIENT, maxPolls: 2 });
    expect(outcomes).toEqual(['no response', '200']);
    expect((await stage.follow(1, HASTY_FOLLOWER)).belief).not.toBe('failed');
  },
);

testScenario(
  'hang-after-commit',
  'a client that has a timeout and keeps the external_id finds the order',
  async stage => {
    const purchase = await stage.buyer(undefined, untilDealtWith(stage)).buy('a', ORDER_FIELDS);
    expect(purchase).toEqual({ kind: 'ordered', orderId: 1, tries: 2 });
    expect(stage.debits).toBe(1);
  },
);

testScenario(
  'hang-after-commit',
  'a client that orders again with a new id after each timeout pays each time',
  async stage => {
    await stage.buyer({ ...RASH, maxTries: 3 }, untilDealtWith(stage)).buy('a', ORDER_FIELDS);
    expect(stage.debits).toBe(3);
  },
);

for (const [habit, tries, debits] of [
  ['keeps the external_id', 2, 1],
  ['orders anew', 3, 3],
] as const) {
  const host = new SimulatedHost();
  testScenario(
    'slow-answer',
    `the answer outlasts a timeout of 10 s; who ${habit} pays ${debits === 1 ? 'once' : 'each time'}`,
    async stage => {
      const impatient = (): AbortSignal => {
        const signal = host.timeout(10 * SECOND_MS);
        void host.isAwaited(11 * SECOND_MS).then(() => host.pass(10 * SECOND_MS));
        return signal;
      };
      const habits = {
        ...(debits === 1 ? { ...RASH, externalIdOfRetry: 'same' as const } : RASH),
        maxTries: tries,
      };
      await stage.buyer(habits, impatient).buy('a', ORDER_FIELDS);
      expect(stage.debits).toBe(debits);
    },
    { hostClock: host },
  );
}

const patientHost = new SimulatedHost();

testScenario(
  'slow-answer',
  'the order is created immediately, and a client that waits 11 s gets its response',
  async stage => {
    const answer = stage.api.order({ external_id: 'a', ...ORDER_FIELDS });
    await patientHost.isAwaited(11 * SECOND_MS);
    expect(stage.debits).toBe(1);
    expect((await stage.api.order({ external_id: 'a', ...ORDER_FIELDS })).outcome).toBe('200');
    patientHost.pass(11 * SECOND_MS);
    expect((await answer).outcome).toBe('202');
  },
  { hostClock: patientHost },
);

testScenario(
  'not-found-after-accept',
  'the order is not found for 10 s, and found afterwards',
  async stage => {
    const orderId = await stage.order('a');
    expect((await stage.api.status({ id: orderId })).outcome).toBe('404 NOT_FOUND');
    await stage.sandbox.advance(10 * SECOND_MS);
    expect((await stage.api.status({ external_id: 'a' })).outcome).toBe('404 NOT_FOUND');
    await stage.sandbox.advance(1);
    expect((await stage.api.status({ id: orderId })).outcome).toBe('200');
    expect((await stage.follow(orderId)).belief).toBe('completed');
  },
);

testScenario(
  'not-found-after-accept',
  'a client that concludes from one 404 that there is no order pays twice',
  async stage => {
    const orderId = await stage.order('a');
    const { belief } = await stage.follow(orderId, HASTY_FOLLOWER);
    expect(belief).toBe('failed');
    await stage.order('a-again');
    expect(stage.debits).toBe(2);
    expect(await stage.order('a')).toBe(orderId);
    expect(stage.debits).toBe(2);
  },
);
