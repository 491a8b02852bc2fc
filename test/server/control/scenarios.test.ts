import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { MAX_OWN_SCENARIOS } from '../../../src/core/engine/account-scenarios.ts';
import { freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled, test } from '../../support/control-api.ts';

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
  test.for([
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
    async ([_kind, body], { sandbox, control }) => {
      await control.call('addScenario', { body });
      expect((await sandbox.api.order(ORDER)).outcome).toBe('402 INSUFFICIENT_BALANCE');
      const set = await control.call('setScenarios', { body: { names: ['review', 'mine'] } });
      expect(names(set.active)).toEqual(['review', 'mine']);
    },
  );

  test.for([[{}], [{ name: 'review', yaml: YAML }]])('refuse %j', async ([body], { control }) => {
    expect((await control.refusal('addScenario', { body })).outcome).toBe('400 INVALID_REQUEST body');
  });
});

describe('the library', () => {
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

  test('refuses rules that can never work, with the message of the check', async ({ control }) => {
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
  });
});

/** A scenario file; every order fails after the given number of seconds. */
const failing = (name: string, seconds: number): string => `# kept as written
name: ${name}
summary: Every order fails.
orders:
  - lifecycle:
      - { after: ${seconds}s, to: failed }
`;

const MAGIC = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

describe("an account's own scenario", () => {
  test('that has the name of a built-in one is what runs, also after it was switched off and on', async ({
    sandbox,
    control,
  }) => {
    const path = { name: 'failed-with-refund' };
    await control.call('addScenario', { body: { yaml: failing(path.name, 55) } });
    await control.call('removeScenario', { path });
    await control.call('addScenario', { body: { name: path.name } });
    await sandbox.api.order({ package_id: 1, address: RECIPIENT });
    await sandbox.advance(54_000);
    expect(sandbox.state.orders[0]!.steps.at(-1)!.status).toBe('processing');
    await sandbox.advance(1_000);
    expect(sandbox.state.orders[0]!.steps.at(-1)!.status).toBe('failed');
    const file = await control.call('getScenarioFile', { path });
    expect(file).toMatchObject({ yaml: failing(path.name, 55), own: true, active: true });
  });

  test('stays listed and readable while it is off, and other accounts do not have it', async ({
    sandbox,
    control,
  }) => {
    sandbox.openAccount({ name: 'other' });
    const saved = await control.call('putScenarioFile', {
      path: { name: 'mine' },
      body: { yaml: failing('mine', 1) },
    });
    expect(saved).toMatchObject({ name: 'mine', own: true, active: false });
    const listed = await control.call('getActiveScenarios');
    expect([names(listed.own), names(listed.active)]).toEqual([['mine'], []]);
    expect(names((await control.of('other').call('getActiveScenarios')).own)).toEqual([]);
    const foreign = await control.of('other').refusal('getScenarioFile', { path: { name: 'mine' } });
    expect(foreign.outcome).toBe('404 SCENARIO_NOT_FOUND params.name');
  });

  test('that is saved while it is active runs from then on, with its precedence unchanged', async ({
    sandbox,
    control,
  }) => {
    await control.call('addScenario', { body: { yaml: failing('mine', 1) } });
    await control.call('addScenario', { body: { name: 'review' } });
    await control.call('putScenarioFile', { path: { name: 'mine' }, body: { yaml: failing('mine', 7) } });
    const { active } = await control.call('getActiveScenarios');
    expect(names(active)).toEqual(['review', 'mine']);
    expect(sandbox.state.scenarios[1]!.orders[0]!.lifecycle[0]!.after).toBe('7s');
  });

  test('can be given as JSON, and is then kept as YAML', async ({ control }) => {
    const scenario = { name: 'mine', summary: 'Nothing arrives.', webhooks: [{ deliver: { drop: true } }] };
    await control.call('addScenario', { body: { scenario } });
    const { yaml } = await control.call('getScenarioFile', { path: { name: 'mine' } });
    const check = await control.call('checkScenario', { body: { yaml } });
    expect(check).toMatchObject({ valid: true, scenario: { name: 'mine', webhooks: 1 } });
  });

  test('is picked by header, by external_id and by its magic address, before a built-in one', async ({
    sandbox,
    control,
  }) => {
    const yaml = failing('mine', 1).replace('summary', `magic_address: ${MAGIC}\nsummary`);
    await control.call('putScenarioFile', { path: { name: 'mine' }, body: { yaml } });
    const order = { package_id: 1, address: RECIPIENT };
    await sandbox.api.order(order, { headers: { 'x-sandbox-scenario': 'mine' } });
    await sandbox.api.order({ ...order, external_id: 'sandbox:mine:1' });
    await sandbox.api.order({ ...order, address: MAGIC });
    await sandbox.api.order(order);
    await sandbox.advance(1_000);
    expect(sandbox.state.orders.map(({ steps }) => steps.at(-1)!.status)).toEqual([
      'failed',
      'failed',
      'failed',
      'processing',
    ]);
  });

  test('is removed on request; then the built-in one of its name runs again', async ({ control }) => {
    const path = { name: 'failed-with-refund' };
    const builtIn = await control.call('getScenarioFile', { path });
    expect(builtIn).toMatchObject({ own: false, active: false, replaces_built_in: false });
    await control.call('addScenario', { body: { yaml: failing(path.name, 55) } });
    expect(await control.call('getScenarioFile', { path })).toMatchObject({ replaces_built_in: true });
    const left = await control.call('deleteScenarioFile', { path });
    expect([names(left.own), names(left.active)]).toEqual([[], [path.name]]);
    expect(await control.call('getScenarioFile', { path })).toEqual({ ...builtIn, active: true });
    await control.call('addScenario', { body: { yaml: failing('mine', 1) } });
    const without = await control.call('deleteScenarioFile', { path: { name: 'mine' } });
    expect(names(without.active)).toEqual([path.name]);
    const gone = await control.refusal('deleteScenarioFile', { path: { name: 'mine' } });
    expect(gone.outcome).toBe('404 SCENARIO_NOT_FOUND params.name');
  });

  test('is refused if its name differs from that of the path', async ({ control }) => {
    const body = { yaml: failing('yours', 1) };
    const other = await control.refusal('putScenarioFile', { path: { name: 'mine' }, body });
    expect(other.outcome).toBe('400 SCENARIO_INVALID body.yaml');
    expect(other.message).toContain('expected "mine"');
  });

  test('survives a reset, which activates it in the place of the built-in one of its name', async ({
    sandbox,
    control,
  }) => {
    const of = control.of('reset');
    await control.call('createAccount', { body: { name: 'reset', scenarios: ['failed-with-refund'] } });
    const yaml = failing('failed-with-refund', 55);
    await of.call('putScenarioFile', { path: { name: 'failed-with-refund' }, body: { yaml } });
    await of.call('resetAccount');
    const file = await of.call('getScenarioFile', { path: { name: 'failed-with-refund' } });
    expect(file).toMatchObject({ yaml, own: true, active: true });
    const account = sandbox.core.accounts.get('reset')!;
    expect(account.state.scenarios[0]!.orders[0]!.lifecycle[0]!.after).toBe('55s');
  });

  test('is in snapshots: a restore brings it back as it was', async ({ sandbox, control }) => {
    sandbox.openAccount({ name: 'other' });
    const path = { name: 'mine' };
    await control.call('putScenarioFile', { path, body: { yaml: failing('mine', 1) } });
    await control.call('takeSnapshot', { body: { name: 'before' } });
    await control.call('putScenarioFile', { path, body: { yaml: failing('mine', 2) } });
    await control.call('restoreSnapshot', { path: { name: 'before' } });
    expect((await control.call('getScenarioFile', { path })).yaml).toBe(failing('mine', 1));
    const exported = await control.call('exportSnapshot', { path: { name: 'before' } });
    const other = control.of('other');
    await other.call('importSnapshot', { path: { name: 'copy' }, body: exported });
    await other.call('restoreSnapshot', { path: { name: 'copy' } });
    expect((await other.call('getScenarioFile', { path })).yaml).toBe(failing('mine', 1));
  });

  test('is not needed to read a scenario that the server was started with', async () => {
    const folder = await freshFolder();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'given.yaml'), failing('given', 4));
    await using started = await startControlled({ scenarios_dir: folder });
    const file = await started.control.call('getScenarioFile', { path: { name: 'given' } });
    expect(file).toMatchObject({ yaml: failing('given', 4), own: false });
  });

  test('counts towards the limit of the account', async ({ sandbox, control }) => {
    const scenario = sandbox.core.library.get('review')!;
    const keep = (name: string, text: string) =>
      sandbox.core.runner.execute(sandbox.account, 'keepScenario', {
        scenario: { ...scenario, name },
        text,
        activate: false,
      });
    const body = { yaml: failing('mine', 1) };
    keep('own-0', '');
    for (let count = 1; count < MAX_OWN_SCENARIOS; count++) keep(`own-${count}`, '');
    const many = await control.refusal('addScenario', { body });
    expect(many.outcome).toBe('409 LIMIT_REACHED body');
    await control.call('deleteScenarioFile', { path: { name: 'own-0' } });
    await control.call('putScenarioFile', { path: { name: 'mine' }, body });
  });
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const MINE = { name: 'mine' };
const CHANGED = '409 SCENARIO_CHANGED body.expected_digest';

test('the file of a scenario has the digest of its text, also before the account has a file of its own', async ({
  control,
}) => {
  const builtIn = await control.call('getScenarioFile', { path: { name: 'review' } });
  expect(builtIn.digest).toBe(sha256(builtIn.yaml!));
  const text = failing('mine', 1).replace('fails', 'fäils');
  const saved = await control.call('putScenarioFile', { path: MINE, body: { yaml: text } });
  expect(saved.digest).toBe(sha256(text));
});

test('of two callers who edit the same file, the second is refused, and can overwrite what it has read', async ({
  control,
}) => {
  const save = (seconds: number, expected_digest: string | null) => ({
    path: MINE,
    body: { yaml: failing('mine', seconds), expected_digest },
  });
  const read = await control.call('putScenarioFile', save(1, null));
  const first = await control.call('putScenarioFile', save(2, read.digest));
  const second = await control.refusal('putScenarioFile', save(3, read.digest));
  expect(second).toMatchObject({ outcome: CHANGED });
  expect(second.message).toContain('was changed by someone else meanwhile; read it again');
  expect((await control.call('getScenarioFile', { path: MINE })).yaml).toBe(failing('mine', 2));
  expect((await control.call('putScenarioFile', save(3, first.digest))).yaml).toBe(failing('mine', 3));
  const without = { path: MINE, body: { yaml: failing('mine', 4) } };
  expect((await control.call('putScenarioFile', without)).yaml).toBe(failing('mine', 4));
});

test('a file that was created or deleted meanwhile is noticed, also where it replaces a built-in one', async ({
  control,
}) => {
  const path = { name: 'review' };
  const builtIn = await control.call('getScenarioFile', { path });
  const body = { yaml: failing('review', 1), expected_digest: builtIn.digest };
  const own = await control.call('putScenarioFile', { path, body });
  expect((await control.refusal('putScenarioFile', { path, body })).outcome).toBe(CHANGED);
  await control.call('deleteScenarioFile', { path });
  const gone = { yaml: failing('review', 2), expected_digest: own.digest };
  expect((await control.refusal('putScenarioFile', { path, body: gone })).outcome).toBe(CHANGED);
  const absent = { yaml: failing('mine', 1), expected_digest: own.digest };
  const deleted = await control.refusal('putScenarioFile', { path: MINE, body: absent });
  expect(deleted.message).toContain('the file of mine was deleted meanwhile');
  await control.call('putScenarioFile', { path: MINE, body: { ...absent, expected_digest: null } });
  const created = await control.refusal('putScenarioFile', {
    path: MINE,
    body: { ...absent, expected_digest: null },
  });
  expect(created.message).toContain('the file of mine was created by someone else meanwhile');
});

test('of files that are saved at the same time with the same expectation, one is kept', async ({
  control,
}) => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(seconds => {
      const body = { yaml: failing('mine', seconds), expected_digest: null };
      return control.answer('putScenarioFile', { path: MINE, body });
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('a scenario that is activated by its text is compared, too, and nothing is activated if it has changed', async ({
  sandbox,
  control,
}) => {
  const { digest } = await control.call('putScenarioFile', {
    path: MINE,
    body: { yaml: failing('mine', 1) },
  });
  await control.call('putScenarioFile', { path: MINE, body: { yaml: failing('mine', 2) } });
  const body = { yaml: failing('mine', 3), expected_digest: digest };
  expect((await control.refusal('addScenario', { body })).outcome).toBe(CHANGED);
  expect(sandbox.state.scenarios).toEqual([]);
  expect((await control.call('getScenarioFile', { path: MINE })).yaml).toBe(failing('mine', 2));
});

test('a file that was saved since it was read is not deleted', async ({ control }) => {
  const save = (seconds: number) =>
    control.call('putScenarioFile', { path: MINE, body: { yaml: failing('mine', seconds) } });
  const read = await save(1);
  const later = await save(2);
  const outdated = { path: MINE, query: { expected_digest: read.digest! } };
  const refused = await control.refusal('deleteScenarioFile', outdated);
  expect(refused.outcome).toBe('409 SCENARIO_CHANGED query.expected_digest');
  expect(refused.message).toContain(
    'the file of mine was changed by someone else meanwhile; read it again, or leave out the expected digest to delete it',
  );
  expect((await control.call('getScenarioFile', { path: MINE })).yaml).toBe(failing('mine', 2));
  const current = { path: MINE, query: { expected_digest: later.digest! } };
  expect((await control.call('deleteScenarioFile', current)).own).toEqual([]);
  // There is nothing left to compare with.
  expect((await control.refusal('deleteScenarioFile', current)).outcome).toBe(
    '404 SCENARIO_NOT_FOUND params.name',
  );
});

test.for(['', 'null', '0'])(
  'a digest that cannot be one is refused before a file is deleted: %j',
  async (expected_digest, { control }) => {
    await control.call('putScenarioFile', { path: MINE, body: { yaml: failing('mine', 1) } });
    const refused = await control.refusal('deleteScenarioFile', { path: MINE, query: { expected_digest } });
    expect(refused.outcome).toBe('400 INVALID_REQUEST query.expected_digest');
    expect((await control.call('getScenarioFile', { path: MINE })).own).toBe(true);
  },
);

test.for([
  { call: 'addScenario', body: { name: 'review', expected_digest: null } },
  { call: 'checkScenario', body: { yaml: failing('mine', 1), expected_digest: null } },
  { call: 'addScenario', body: { yaml: failing('mine', 1), expected_digest: 'SHA' } },
] as const)('$call refuses an expectation that cannot hold: $body', async ({ call, body }, { control }) => {
  const refused = await control.refusal(call, { body });
  expect(refused.outcome).toBe('400 INVALID_REQUEST body.expected_digest');
});

describe('a scenario that is activated for a number of times', () => {
  test('applies so often, says how often it did, and is then used up until it is activated again', async ({
    sandbox,
    control,
  }) => {
    const activate = () => control.call('addScenario', { body: { name: 'insufficient-balance', times: 2 } });
    const uses = async () => {
      const { active } = await control.call('getActiveScenarios');
      return active.map(({ times, applied, used_up }) => [times, applied, used_up]);
    };
    await activate();
    expect(await uses()).toEqual([[2, 0, false]]);
    const order = async () => (await sandbox.api.order(ORDER)).status;
    expect([await order(), await order(), await order()]).toEqual([402, 402, 202]);
    expect(await uses()).toEqual([[2, 2, true]]);
    expect(await control.call('getAccount')).toMatchObject({
      scenarios: ['insufficient-balance'],
      used_up_scenarios: ['insufficient-balance'],
    });
    expect(
      (await control.call('getScenarioFile', { path: { name: 'insufficient-balance' } })).yaml,
    ).toContain('name: insufficient-balance');
    await activate();
    expect([await uses(), await order()]).toEqual([[[2, 0, false]], 402]);
  });

  test('counts its uses also without a limit, and the limit of its file for each external_id', async ({
    sandbox,
    control,
  }) => {
    await control.call('setScenarios', { body: { names: ['stuck-processing', 'service-unavailable'] } });
    for (let attempt = 0; attempt < 3; attempt++) await sandbox.api.order({ ...ORDER, external_id: 'inv-1' });
    const { active } = await control.call('getActiveScenarios');
    expect(active.map(({ name, applied, used_up }) => [name, applied, used_up])).toEqual([
      ['stuck-processing', 1, false],
      ['service-unavailable', 2, false],
    ]);
  });
});
