import { expect } from 'vitest';
import { MAX_KEYS } from '../../../src/core/engine/account.ts';
import { MAX_ACTIVE_RULES, MAX_ACTIVE_SCENARIOS } from '../../../src/core/engine/account-scenarios.ts';
import { MAX_RULES } from '../../../src/core/scenario/scenario-schema.ts';
import { MAX_VALUES } from '../../../src/core/scenario/value-schemas.ts';
import { MAX_ALIASES, MAX_TOKENS } from '../../../src/core/scenario/yaml-source.ts';
import { counted, grouped } from '../../../src/core/text/wording.ts';
import { MAX_URL } from '../../../src/host/node/webhook-destination.ts';
import { MAX_ACCOUNTS } from '../../../src/server/control/account-calls.ts';
import { MAX_EXPECTED_VALUES } from '../../../src/server/control/assertion-matching.ts';
import { MAX_MESSAGE } from '../../../src/server/control/control-router.ts';
import { MAX_STREAMS } from '../../../src/server/control/live-streams.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { type ControlClient, test } from '../../support/control-api.ts';
import { Reader } from './stream-reader.ts';

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const scenarioWith = (name: string, rules: number): object => ({
  name,
  summary: 'x',
  requests: times(rules).map(index => ({ match: { external_id: `a-${index}` }, fault: 'empty-reply' })),
});

const add = (control: ControlClient, name: string, rules: number) =>
  control.call('addScenario', { body: { scenario: scenarioWith(name, rules) } });

test('an account has at most its maximum of keys, revoked ones included', async ({ control }) => {
  for (const _ of times(MAX_KEYS - 1)) await control.call('createKey', { body: {} });
  const { items } = await control.call('listKeys');
  await control.call('revokeKey', { path: { key: items[5]!.id } });
  const { outcome, message } = await control.refusal('createKey', { body: {} });
  expect(outcome).toBe('409 LIMIT_REACHED');
  expect(message).toContain(`${MAX_KEYS} API keys`);
});

test('an account has at most its maximum of active scenarios', async ({ control }) => {
  for (const index of times(MAX_ACTIVE_SCENARIOS)) await add(control, `s-${index}`, 1);
  await add(control, 's-0', 2);
  const more = { body: { scenario: scenarioWith('more', 1) } };
  expect(await control.refusal('addScenario', more)).toEqual({
    outcome: '409 LIMIT_REACHED body',
    message: `an account can have at most ${MAX_ACTIVE_SCENARIOS} active scenarios; this would be ${MAX_ACTIVE_SCENARIOS + 1}`,
  });
  const { active } = await control.call('getActiveScenarios');
  expect(active).toHaveLength(MAX_ACTIVE_SCENARIOS);
});

test('the active scenarios of an account have at most the maximum of rules together', async ({ control }) => {
  const full = MAX_ACTIVE_RULES / MAX_RULES;
  for (const index of times(full)) await add(control, `s-${index}`, MAX_RULES);
  const more = { body: { scenario: scenarioWith('more', 1) } };
  const { outcome, message } = await control.refusal('addScenario', more);
  expect(outcome).toBe('409 LIMIT_REACHED body');
  expect(message).toContain(`these have ${MAX_ACTIVE_RULES + 1}`);
});

test('a server has at most its maximum of accounts', async ({ sandbox, control }) => {
  const { accounts } = sandbox.core;
  // Opened without keys of their own, which take most of the time.
  while (accounts.size < MAX_ACCOUNTS)
    accounts.open({ ...sandbox.state, name: `copy-${accounts.size}`, keys: [] });
  const { outcome, message } = await control.refusal('createAccount', { body: {} });
  expect(outcome).toBe('409 LIMIT_REACHED');
  expect(message).toContain(`${MAX_ACCOUNTS} accounts`);
});

test('a stream has at most its maximum of readers, and one that leaves makes room', async ({
  sandbox,
  control,
}) => {
  const open = () => Reader.open(sandbox.baseUrl, '/_sandbox/accounts/demo/stream');
  const readers = await Promise.all(times(MAX_STREAMS).map(open));
  expect(new Set(readers.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
  const { outcome, message } = await control.refusal('streamAccount');
  expect(outcome).toBe('409 LIMIT_REACHED');
  expect(message).toContain(`${MAX_STREAMS} clients`);
  readers.pop()!.response.destroy();
  await expect
    .poll(async () => {
      readers.push(await open());
      return readers.at(-1)!.response.statusCode;
    })
    .toBe(200);
  for (const { response } of readers) response.destroy();
});

test('a webhook URL that is too long is refused, without repeating it', async ({ control }) => {
  const url = `http://127.0.0.1:1/${'x'.repeat(1_000_000)}`;
  const { outcome, message } = await control.refusal('setWebhook', { body: { url } });
  expect(outcome).toBe('400 INVALID_REQUEST body.url');
  expect(message).toContain(`at most ${counted(MAX_URL, 'character')}, but has ${grouped(url.length)}`);
  expect(message.length).toBeLessThan(500);
});

test('an assertion with too many values is refused', async ({ control }) => {
  const fields = (count: number) => Object.fromEntries(times(count).map(index => [`f${index}`, 1]));
  const verify = (count: number) => ({ body: { match: { body: fields(count) } } });
  await control.call('verifyRequests', verify(MAX_EXPECTED_VALUES - 2));
  const { outcome, message } = await control.refusal('verifyRequests', verify(MAX_EXPECTED_VALUES));
  expect(outcome).toBe('400 INVALID_REQUEST body.match');
  expect(message).toContain(`more than ${MAX_EXPECTED_VALUES} values`);
});

const tooMany = times(MAX_VALUES);
const inList = (text: string, count: number) => `[${`${text},`.repeat(count)}]`;

test.for([
  [
    'values inline',
    { scenario: { name: 'x', summary: 'x', requests: [{ reply: { body: tooMany } }] } },
    `more than ${MAX_VALUES} values`,
  ],
  [
    'values through aliases',
    { yaml: `a: &a ${inList('1', 200)}\nb: ${inList('*a', 40)}\n` },
    `more than ${MAX_VALUES} values`,
  ],
  ['tokens', { yaml: `a: ${inList('1', MAX_TOKENS / 2)}\n` }, `more than ${MAX_TOKENS} tokens`],
  ['aliases', { yaml: `a: &a 1\nb: ${inList('*a', MAX_ALIASES + 1)}\n` }, `more than ${MAX_ALIASES} aliases`],
] as const)('a scenario with too many %s is refused', async ([_, body, expected], { control }) => {
  const { valid, problems } = await control.call('checkScenario', { body });
  expect(valid).toBe(false);
  expect(problems.map(one => one.message)).toEqual([expect.stringContaining(expected)]);
});

test('an error message that quotes a long part of a request is cut off', async ({ control }) => {
  const { message } = await control.refusal('getAccount', { path: { account: 'x'.repeat(10_000) } });
  expect(message.length).toBeLessThanOrEqual(MAX_MESSAGE + 1);
});

test('an event shows its latest thousand deliveries, oldest first', async ({ control, sandbox }) => {
  await control.call('setWebhook', { body: { url: 'sandbox:receiver' } });
  await sandbox.api.order({ package_id: 1, address: RECIPIENT });
  await sandbox.quiet();
  const { items } = await control.call('listEvents');
  const path = { event_id: items[0]!.event_id };
  for (const _ of times(1_000)) await control.call('resendEvent', { path });
  const { deliveries } = await control.call('getEvent', { path });
  expect(deliveries).toHaveLength(1_000);
  expect([deliveries[0]!.copy, deliveries.at(-1)!.copy]).toEqual([1, 1_000]);
});
