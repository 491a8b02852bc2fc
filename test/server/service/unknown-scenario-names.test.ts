import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { sharedSandbox, startControlled } from '../../support/control-api.ts';

const ORDER = { package_id: 1, address: RECIPIENT };
const NAME = 'sandbox:revew:1';
const REMARK = `external_id ${NAME}: there is no scenario named "revew"; did you mean "review"?`;

const started = sharedSandbox();

describe('an external_id that names a scenario that does not exist', () => {
  test('places an order like any other, with a remark in X-Sandbox-Explain, the journal and its list', async () => {
    const { sandbox, control } = started;
    const answer = await sandbox.api.order({ ...ORDER, external_id: NAME });
    expect([answer.outcome, answer.explain]).toEqual(['202', REMARK]);
    await sandbox.settle();
    expect((await sandbox.api.status({ external_id: NAME })).data.status).toBe('completed');
    const { items } = await control.call('listRequests', { query: { operation: 'createOrder' } });
    expect(items.at(-1)).toMatchObject({ explanation: REMARK, violations: [REMARK] });
  });

  test('is remarked on for each item of a bulk request that has one', async () => {
    const { api } = started.sandbox.openAccount();
    const items = ['a', NAME, 'sandbox:review:1'].map(external_id => ({ ...ORDER, external_id }));
    const answer = await api.bulk(items);
    expect([answer.status, answer.explain]).toEqual([202, `orders[1]: ${REMARK}`]);
  });

  test('is remarked on for all 50 items of a bulk request, of which the first 10 get the nearest name', async () => {
    const account = started.sandbox.openAccount();
    const items = Array.from({ length: 50 }, (_, index) => ({
      ...ORDER,
      external_id: `sandbox:revew:${index}`,
    }));
    await account.api.bulk(items);
    const { remarks } = started.sandbox.core.journalOf(account.account).list().at(-1)!;
    expect(remarks).toHaveLength(50);
    expect(remarks.filter(({ message }) => message.includes('did you mean "review"'))).toHaveLength(10);
  });

  test('is refused if the account says so, and once', async () => {
    const account = started.sandbox.openAccount({ settings: { unknown_sandbox_name: 'reject' } });
    const single = await account.api.order({ ...ORDER, external_id: NAME });
    expect([single.outcome, single.explain]).toEqual(['422 EXTERNAL_ID_INVALID', REMARK]);
    const bulk = await account.api.bulk([
      { ...ORDER, external_id: NAME },
      { ...ORDER, external_id: 'sandbox:review:1' },
    ]);
    expect(bulk.data.results.map(({ status }) => status)).toEqual(['failed', 'accepted']);
    expect(account.state.orders).toHaveLength(1);
  });

  test('still returns its order if it was accepted before', async () => {
    const account = started.sandbox.openAccount();
    await account.api.order({ ...ORDER, external_id: NAME });
    started.sandbox.core.runner.execute(account.account, 'change', {
      assumptions: { unknown_sandbox_name: 'reject' },
    });
    const repeated = await account.api.order({ ...ORDER, external_id: NAME });
    expect([repeated.status, repeated.explain]).toEqual([200, REMARK]);
  });
});

test.each(['sandbox', 'sandbox:', 'sandbox::1', 'sandbox:revew', 'my-sandbox:revew:1', 'sandbox:review:1'])(
  'an external_id %s that names no scenario, or one that exists, has no remark',
  async external_id => {
    const account = started.sandbox.openAccount({ settings: { unknown_sandbox_name: 'reject' } });
    const answer = await account.api.order({ ...ORDER, external_id });
    expect([answer.outcome, answer.headers['x-sandbox-explain']]).toEqual(['202', undefined]);
  },
);

describe('strict', () => {
  const MISTAKES: readonly [
    name: string,
    fields: object,
    headers: Record<string, string>,
    outcome: string,
  ][] = [
    ['an unknown field', { colour: 'red' }, {}, '400 INVALID_JSON'],
    ['another content type', {}, { 'content-type': 'text/plain' }, '400 INVALID_JSON'],
    ['an unknown scenario name', { external_id: NAME }, {}, '422 EXTERNAL_ID_INVALID'],
  ];

  test.each(MISTAKES)('refuses %s on a server and in an account', async (_name, fields, headers, outcome) => {
    await using strict = await startControlled({ strict: true });
    const body = { ...ORDER, ...fields };
    expect((await strict.sandbox.api.order(body, { headers })).outcome).toBe(outcome);
    const { api_key } = await started.control.call('createAccount', { body: { strict: true } });
    expect((await started.sandbox.api.as(api_key).order(body, { headers })).outcome).toBe(outcome);
  });

  test('leaves to single settings what they say', async () => {
    const assumptions = { unknown_sandbox_name: 'note' };
    const { api_key } = await started.control.call('createAccount', { body: { strict: true, assumptions } });
    const api = started.sandbox.api.as(api_key);
    expect((await api.order({ ...ORDER, external_id: NAME })).outcome).toBe('202');
    expect((await api.order({ ...ORDER, colour: 'red' })).outcome).toBe('400 INVALID_JSON');
  });
});
