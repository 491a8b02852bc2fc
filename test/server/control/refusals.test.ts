import { describe, expect, test } from 'vitest';
import type { ContractOperation } from '../../../src/contract/contract-types.ts';
import type { operations } from '../../../src/contract/control-v1.generated.ts';
import { builtinContract } from '../../../src/contract/load-contract.ts';
import { type CallInput, sharedSandbox } from '../../support/control-api.ts';
import { IMPATIENT_HOST } from '../../support/impatient-host.ts';

type CallId = keyof operations;

/** The calls that every caller may make. */
const OPEN: ReadonlySet<string> = new Set<CallId>(['getHealth', 'getReadiness']);
/** The calls whose path names an account that does not exist yet. */
const CREATING: ReadonlySet<string> = new Set<CallId>(['createNamedAccount']);

const TOKEN = 'secret-admin-token';

const CALLS = (await builtinContract('control-v1')).operations;
/** The calls of which a body is read, and those that have one. */
const READING_BODY = CALLS.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
const WITH_BODY = CALLS.filter(({ described }) => described.requestBody !== undefined);
const NOT_JSON = '{"name":';

const idsOf = (calls: readonly ContractOperation[]): CallId[] => calls.map(({ id }) => id as CallId);

const started = sharedSandbox({ admin_token: TOKEN, hostClock: IMPATIENT_HOST });

const allStates = (): string =>
  JSON.stringify(started.sandbox.core.accounts.list().map(({ state }) => state));

/** Makes a call that must be refused, and checks that it changes no account. */
async function refusal(id: CallId, input: CallInput): Promise<{ outcome: string; message: string }> {
  const before = allStates();
  const path = { order: 1, event_id: 'x', request: 'x', key: 'x', name: 'x', ...input.path };
  const refused = await started.control.refusal(id, { ...input, path });
  expect(allStates()).toBe(before);
  return refused;
}

const withToken = (input: CallInput): CallInput => ({ ...input, headers: { 'x-admin-token': TOKEN } });

test('the tables below have the calls of the description', () => {
  expect(CALLS.length).toBeGreaterThan(50);
  expect(WITH_BODY.length).toBeGreaterThan(20);
});

describe('on a server with an admin token', () => {
  test.each(idsOf(CALLS).filter(id => !OPEN.has(id)))(
    '%s is refused without it, with another, and with a key that does not allow it, before its body is read',
    async id => {
      const body = READING_BODY.some(one => one.id === id) ? NOT_JSON : undefined;
      for (const headers of [
        {},
        { 'x-admin-token': TOKEN.slice(0, -1) },
        // A scenario is checked for every account.
        ...(id === 'checkScenario' ? [] : [{ authorization: `Bearer ${started.sandbox.apiKey}` }]),
      ]) {
        const { outcome } = await refusal(id, { headers, body });
        expect([headers, outcome]).toEqual([headers, '401 ADMIN_TOKEN_REQUIRED header.x-admin-token']);
      }
    },
  );

  test.each([...OPEN])('%s needs none', async id => {
    expect((await started.control.answer(id as CallId)).status).toBe(200);
  });
});

describe('for an account that does not exist', () => {
  const ofAccounts = CALLS.filter(({ id, path }) => path.includes('{account}') && !CREATING.has(id));

  test.each(idsOf(ofAccounts))('%s is refused, with the name of one that does', async id => {
    expect(await refusal(id, withToken({ path: { account: 'demi' } }))).toEqual({
      outcome: '404 ACCOUNT_NOT_FOUND params.account',
      message: 'there is no account "demi"; did you mean "demo"?',
    });
  });
});

describe('a query', () => {
  test.each(idsOf(CALLS))('of %s with an unknown parameter is refused', async id => {
    const { outcome, message } = await refusal(id, withToken({ query: { nothing: 1 } }));
    expect(outcome).toBe('400 INVALID_REQUEST query.nothing');
    expect(message).toContain(`query.nothing is not a parameter of ${id}`);
  });
});

describe('a body', () => {
  const outcomeOf = async (id: CallId, body: unknown): Promise<string> =>
    (await refusal(id, withToken({ body }))).outcome;

  test.each(idsOf(READING_BODY))('of %s that is not JSON is refused', async id => {
    expect(await outcomeOf(id, NOT_JSON)).toBe('400 INVALID_REQUEST body');
  });

  test.each(idsOf(WITH_BODY))('of %s that is not an object is refused', async id => {
    for (const body of [[], 'null', '1', '"text"']) {
      expect([body, await outcomeOf(id, body)]).toEqual([body, '400 INVALID_REQUEST body']);
    }
  });

  test.each(idsOf(WITH_BODY))('of %s with an unknown field is refused', async id => {
    const { outcome, message } = await refusal(id, withToken({ body: { nothing: 1 } }));
    expect(outcome).toBe('400 INVALID_REQUEST body.nothing');
    expect(message).toContain(`body.nothing is not a field of ${id}`);
  });

  test.each(
    idsOf(WITH_BODY.filter(({ described }) => (described.requestBody as { required?: boolean }).required)),
  )('of %s that is missing is refused', async id => {
    expect(await outcomeOf(id, undefined)).toBe('400 INVALID_REQUEST body');
  });
});

test('cors, which applies to the whole server, cannot be set for an account', async () => {
  const given = { assumptions: { cors: 'any_origin' as const } };
  for (const [id, body] of [
    ['createAccount', { name: 'shop', ...given }],
    ['changeAccount', given],
  ] as const) {
    expect(await refusal(id, withToken({ body }))).toEqual({
      outcome: '400 INVALID_REQUEST body.assumptions.cors',
      message:
        'body.assumptions.cors: it applies to the whole server; set it in the config file of the server',
    });
  }
  const yaml = 'name: open\nsummary: Open.\ngiven: { assumptions: { cors: any_origin } }\n';
  const { outcome, message } = await refusal(
    'putScenarioFile',
    withToken({ path: { name: 'open' }, body: { yaml } }),
  );
  expect(outcome).toMatch(/^400 SCENARIO_INVALID/);
  expect(message).toContain('it applies to the whole server; set it in its config file');
});
