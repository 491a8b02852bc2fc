import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { cli, temporaryFolder } from './support.ts';

describe('scenario list', () => {
  it('prints each name with a description, aligned', async () => {
    const { code, out } = await cli(['scenario', 'list']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^review {2,}The order goes to review and stays there until it is moved manually\.$/m,
    );
    const starts = out
      .trimEnd()
      .split('\n')
      .map(line => line.search(/(?<= {2})\S/));
    expect(new Set(starts).size).toBe(1);
  });

  it('prints the bug and the magic address with --long', async () => {
    const { out } = await cli(['scenario', 'list', '--long']);
    expect(out).toContain('Magic address: TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK.');
    expect(out).toContain('Catches clients that stop waiting');
  });

  it('prints names, summaries and magic addresses with --json', async () => {
    const items = JSON.parse((await cli(['scenario', 'list', '--json'])).out) as Record<string, unknown>[];
    expect(items.find(({ name }) => name === 'review')).toMatchObject({
      magic_address: 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK',
    });
  });
});

describe('scenario show', () => {
  it('prints the YAML exactly as in the file, so that it can be saved', async () => {
    const { code, out, err } = await cli(['scenario', 'show', 'review']);
    expect(code).toBe(0);
    expect(out).toBe(await readFile('scenarios/review.yaml', 'utf8'));
    expect(err).toContain('TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK');
  });

  it('suggests the nearest scenario for an unknown name', async () => {
    const { code, err } = await cli(['scenario', 'show', 'respons-lost']);
    expect(code).toBe(1);
    expect(err).toBe(
      'energy-sandbox: there is no scenario named "respons-lost"; did you mean "response-lost"?\n',
    );
  });
});

describe('scenario check', () => {
  it('prints every problem of every file with its place, and fails', async () => {
    await using folder = await temporaryFolder();
    await writeFile(
      `${folder.path}/good.yaml`,
      'name: good\nsummary: Good.\nrequests: [{ fault: hang, times: 1 }, { fault: hang }]\nwebhooks: [{ deliver: { drop: true } }]\n',
    );
    await writeFile(
      `${folder.path}/bad.yaml`,
      'name: bad\nsummary: Bad.\norders:\n  - lifecycle:\n      - { after: 3s, to: delegatd }\n    tims: 1\n',
    );
    const { code, out, err } = await cli(['scenario', 'check', folder.path]);
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/\/bad\.yaml:5:\d+: expected .*did you mean "delegated"\?$/),
      expect.stringMatching(/\/bad\.yaml:6:5: unknown key "tims"; did you mean "times"\?$/),
      '',
    ]);
    expect(err).toContain('good.yaml: ok, 2 request rules, 1 webhook rule');
    expect(err).toContain('2 problems in 2 files');
  });

  it('prints file, line, column and message with --json', async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/bad.yaml`;
    await writeFile(path, 'name: bad\nsummary: Bad.\nordes: []\n');
    const { code, out } = await cli(['scenario', 'check', path, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual([
      {
        file: path,
        line: 3,
        column: 1,
        severity: 'error',
        message: expect.stringContaining('did you mean "orders"?'),
      },
    ]);
  });

  it('prints warnings and succeeds, and fails with --strict', async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/early.yaml`;
    await writeFile(
      path,
      'name: early\nsummary: Early.\ngiven: { assumptions: { webhook_retry_delays_ms: [1] } }\nwebhooks:\n  - { match: { attempt: 3 }, corrupt: extra-field }\n',
    );
    const relaxed = await cli(['scenario', 'check', path]);
    expect(relaxed.code).toBe(0);
    expect(relaxed.out).toBe(
      `${path}:5:25: warning: with the retry delays in given.assumptions there are only 2 attempts; use a smaller number, or add delays to webhook_retry_delays_ms\n`,
    );
    expect(relaxed.err).toContain('early.yaml: ok, 1 webhook rule');
    const strict = await cli(['scenario', 'check', path, '--strict']);
    expect(strict).toMatchObject({ code: 1, out: relaxed.out });
    expect(strict.err).toContain('1 warning in 1 file');
    const json = await cli(['scenario', 'check', path, '--json']);
    expect(json.code).toBe(0);
    expect(JSON.parse(json.out)).toEqual([
      {
        file: path,
        line: 5,
        column: 25,
        severity: 'warning',
        message: expect.stringContaining('only 2 attempts'),
      },
    ]);
  });

  it('finds no problem and no warning in the built-in scenarios', async () => {
    const { code, out } = await cli(['scenario', 'check', 'scenarios', '--strict', '--json']);
    expect({ code, out }).toEqual({ code: 0, out: '[]\n' });
  });

  it('finds a magic address that a built-in scenario already has', async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/mine.yaml`;
    await writeFile(
      path,
      'name: mine\nsummary: Mine.\nmagic_address: TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK\norders:\n  - lifecycle: [{ after: 1s, to: review }]\n',
    );
    const { code, out } = await cli(['scenario', 'check', path]);
    expect(code).toBe(1);
    expect(out).toContain('mine and review have the same magic_address');
  });

  it.each([['a folder without scenarios', ['src'], 'src: this folder contains no scenario files']])(
    'reports %s',
    async (_what, words, message) => {
      const { code, err } = await cli(['scenario', 'check', ...words]);
      expect(code).not.toBe(0);
      expect(err).toContain(message);
    },
  );
});
