import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { startControlled, test } from './support.ts';

const failing = (name: string, seconds: number): string => `name: ${name}
summary: Every order fails.
orders:
  - lifecycle:
      - { after: ${seconds}s, to: failed }
`;

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
  async expected_digest => {
    await using started = await startControlled();
    const { control } = started;
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
] as const)('$call refuses an expectation that cannot hold: $body', async ({ call, body }) => {
  await using started = await startControlled();
  const refused = await started.control.refusal(call, { body });
  expect(refused.outcome).toBe('400 INVALID_REQUEST body.expected_digest');
});
