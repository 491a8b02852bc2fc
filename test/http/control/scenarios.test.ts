import { describe, expect } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled, test } from './support.ts';

const ORDER = { package_id: 1, address: RECIPIENT };
const names = (scenarios: readonly { readonly name: string }[]): string[] =>
  scenarios.map(({ name }) => name);

const YAML = `name: mine
summary: Every order is refused.
requests:
  - match: { operation: createOrder }
    reply: { status: 402, error: INSUFFICIENT_BALANCE }
`;

describe('scenarios of an account', () => {
  test('are replaced, added in front, and removed by name', async ({ control }) => {
    const set = await control.call('setScenarios', { body: { names: ['review', 'service-unavailable'] } });
    expect(names(set.active)).toEqual(['review', 'service-unavailable']);
    expect(names(set.library)).toContain('happy-path');
    const added = await control.call('addScenario', { body: { name: 'stuck-processing' } });
    expect(names(added.active)).toEqual(['stuck-processing', 'review', 'service-unavailable']);
    const left = await control.call('removeScenario', { path: { name: 'review' } });
    expect(names(left.active)).toEqual(['stuck-processing', 'service-unavailable']);
    const gone = await control.refusal('removeScenario', { path: { name: 'review' } });
    expect(gone.outcome).toBe('404 SCENARIO_NOT_FOUND params.name');
    const unknown = await control.refusal('setScenarios', { body: { names: ['reviw'] } });
    expect(unknown).toMatchObject({ outcome: '404 SCENARIO_NOT_FOUND body.names[0]' });
    expect(unknown.message).toContain('did you mean "review"?');
  });

  test.each([
    ['yaml', { yaml: YAML }],
    [
      'scenario',
      {
        scenario: {
          name: 'mine',
          summary: 'Every order is refused.',
          requests: [
            { match: { operation: 'createOrder' }, reply: { status: 402, error: 'INSUFFICIENT_BALANCE' } },
          ],
        },
      },
    ],
  ])(
    'accept a custom scenario as %s, which applies at once and stays available by its name',
    async (_kind, body) => {
      await using started = await startControlled();
      const { sandbox, control } = started;
      await control.call('addScenario', { body });
      expect((await sandbox.api.order(ORDER)).outcome).toBe('402 INSUFFICIENT_BALANCE');
      const set = await control.call('setScenarios', { body: { names: ['review', 'mine'] } });
      expect(names(set.active)).toEqual(['review', 'mine']);
    },
  );

  test('refuse an invalid scenario with the position of every problem', async ({ control }) => {
    const yaml = YAML.replace('createOrder', 'createOrdre').replace('402', '999');
    const answer = await control.answer('addScenario', { body: { yaml } });
    expect(answer).toMatchObject({ status: 400, body: { error: 'SCENARIO_INVALID', path: 'body.yaml' } });
    const { problems } = answer.body as unknown as { problems: { where: string; message: string }[] };
    expect(problems.map(({ where }) => where)).toEqual(['mine.yaml:4:25', 'mine.yaml:5:22']);
    expect(answer.body.message).toContain('createOrder');
    expect(answer.body.message).toContain('(and 1 more)');
  });

  test.each([[{}], [{ name: 'review', yaml: YAML }]])('refuse %j', async body => {
    await using started = await startControlled();
    expect((await started.control.refusal('addScenario', { body })).outcome).toBe('400 INVALID_REQUEST body');
  });
});

describe('the library', () => {
  test('shows a scenario with the text of its file', async ({ control }) => {
    const { items } = await control.call('listScenarios');
    expect(items.find(({ name }) => name === 'review')?.magic_address).toMatch(/^TReview/);
    const shown = await control.call('getScenario', { path: { name: 'review' } });
    expect(shown.yaml).toContain('name: review');
    expect(shown.rules).toMatchObject({ name: 'review' });
  });

  test('checks a scenario without storing it', async ({ control }) => {
    expect(await control.call('checkScenario', { body: { yaml: YAML } })).toMatchObject({
      valid: true,
      problems: [],
      warnings: [],
      scenario: { name: 'mine', requests: 1 },
    });
    const wrong = await control.call('checkScenario', { body: { yaml: 'name: [' } });
    expect(wrong).toMatchObject({ valid: false, scenario: null });
    expect(wrong.problems.length).toBeGreaterThan(0);
    expect((await control.refusal('getScenario', { path: { name: 'mine' } })).outcome).toBe(
      '404 SCENARIO_NOT_FOUND params.name',
    );
  });

  test('refuses rules that can never work, with the message of the check, and warns about dubious ones', async ({
    control,
  }) => {
    const rule = { match: { attempt: 10 }, corrupt: 'wrong-secret' };
    const webhooks = [rule];
    const scenario = { name: 'mine', summary: 'Mine.', webhooks };
    const checked = await control.call('checkScenario', { body: { scenario } });
    expect(checked).toMatchObject({ valid: false, warnings: [], scenario: null });
    expect(checked.problems).toEqual([
      { where: 'webhooks[0].match.attempt', message: expect.stringContaining('at most 9 attempts') },
    ]);
    const refusal = await control.refusal('addScenario', { path: { account: 'demo' }, body: { scenario } });
    expect(refusal.outcome).toBe('400 SCENARIO_INVALID body.scenario');
    const dubious = {
      ...scenario,
      given: { assumptions: { webhook_retry_delays_ms: [1_000] } },
      webhooks: [{ ...rule, match: { attempt: 3 } }],
    };
    expect(await control.call('checkScenario', { body: { scenario: dubious } })).toMatchObject({
      valid: true,
      problems: [],
      warnings: [{ where: 'webhooks[0].match.attempt' }],
    });
  });
});
