import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseScenarioJson } from '../../../src/core/scenario/parse-scenario.ts';
import {
  corruptionBy,
  errorOfReply,
  type ScriptedReply,
  statusOfReply,
} from '../../../src/core/scenario/rule-effects.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';
import { type RunningSandbox, startSandbox } from '../../../src/server/sandbox.ts';

const ADDRESS = 'TBcND5of6W4HcXRZubagMHFKFbT2tJ7YmN';

const scenario = (name: string, reply: object): Scenario => {
  const loaded = parseScenarioJson({
    name,
    summary: 'x',
    requests: [{ match: { operation: 'createOrder' }, reply }],
  });
  if ('problems' in loaded) throw new Error(JSON.stringify(loaded.problems));
  return loaded.scenario;
};

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'manual' });
  sandbox.core.library.add(scenario('in-a-moment', { after: '20ms' }));
  sandbox.core.library.add(scenario('decorated', { headers: { 'X-Trace': 'abc' } }));
});
afterAll(() => sandbox.close());

const post = (path: string, picked: string, body: object): Promise<Response> =>
  fetch(`${sandbox.baseUrl}/api/v1/${path}/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.apiKey}`,
      'content-type': 'application/json',
      'x-sandbox-scenario': picked,
    },
    body: JSON.stringify(body),
  });

describe('a reply', () => {
  test.each<[string, ScriptedReply, number, string | undefined]>([
    ['with an error has its status', { error: 'NOT_FOUND' }, 404, 'NOT_FOUND'],
    ['with both has both', { status: 500, error: 'NOT_FOUND' }, 500, 'NOT_FOUND'],
    ['with a status of one code has the code', { status: 429 }, 429, 'RATE_LIMITED'],
    ['with a status of several codes has none', { status: 422 }, 422, undefined],
    ['with a status and a body has none', { status: 429, body: {} }, 429, undefined],
    ['with neither has the usual status', { body: {} }, 200, undefined],
  ])('%s', (_, reply, status, error) => {
    expect([statusOfReply(reply), errorOfReply(reply)]).toEqual([status, error]);
  });
});

test('a rule that corrupts with none leaves the delivery intact', () => {
  expect([
    corruptionBy({ corrupt: 'none' }),
    corruptionBy({}),
    corruptionBy({ corrupt: 'extra-field' }),
  ]).toEqual([null, null, 'extra-field']);
});

describe('a scripted reply', () => {
  test('has its own headers, which replace the default ones', async () => {
    const answer = await post('order', 'rate-limited', {
      external_id: 'limited',
      address: ADDRESS,
      package_id: 1,
    });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  test.each(['in-a-moment', 'decorated'])(
    'without an error code does not fail an item of a bulk request: %s',
    async name => {
      const answer = await post('orders/bulk', name, {
        orders: [{ external_id: `bulk-${name}`, address: ADDRESS, package_id: 1 }],
      });
      expect(await answer.json()).toMatchObject({ data: { accepted: 1, failed: 0 } });
    },
  );
});
