import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { cli, type Outcome, temporaryFolder } from './support.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const LIMIT_MS = 300_000;

/** What a suite does: the first response is lost, then it buys again. The argument is the second external_id. */
const BUY = `
  async function buy({ url, key }, again) {
    const order = (external_id, scenario = '') => fetch(url + '/api/v1/order/', {
      method: 'POST',
      headers: {
        Authorization: 'Bearer ' + key,
        'Content-Type': 'application/json',
        ...(scenario ? { 'X-Sandbox-Scenario': scenario } : {}),
      },
      body: JSON.stringify({ external_id, package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
    });
    await order('inv-1', 'response-lost').catch(() => undefined);
    await order(again);
    await fetch(url + '/api/v1/status/?external_id=' + again, { headers: { Authorization: 'Bearer ' + key } });
  }`;

/** A suite that uses the sandbox of exec. */
const suite = (again: string, after = ''): string[] => [
  process.execPath,
  '--input-type=module',
  '-e',
  `${BUY}
   const { ENERGY_SANDBOX_URL: url, ENERGY_SANDBOX_API_KEY: key } = process.env;
   await buy({ url, key }, '${again}');
   ${after}`,
];

/** A suite whose processes create sandboxes of their own with these accounts, and do not close them. */
const suiteOfProcesses = (...accounts: string[]): string[] => {
  const worker = `${BUY}
    const { createSandbox } = await import(${JSON.stringify(`file://${DIST}/index.js`)});
    const sandbox = await createSandbox();
    const account = await sandbox.createAccount({ name: process.argv[1] });
    await buy({ url: sandbox.url, key: account.api_key }, 'inv-2');
    process.exit(0);`;
  const start = [process.execPath, '--input-type=module', '-e', worker];
  return ['sh', '-c', `for name in ${accounts.join(' ')}; do "$@" "$name"; done`, 'sh', ...start];
};

/** Runs `energy-sandbox exec` inside this process. */
const exec = (flags: readonly string[], words: readonly string[]): Promise<Outcome> =>
  cli(['exec', ...flags, '--', ...words], { environment: childEnvironment() });

/** Runs `energy-sandbox exec` as a process in a folder, which is also that for its temporary files. */
const execIn = (folder: string, flags: readonly string[], words: readonly string[]): Promise<Outcome> =>
  new Promise(resolve => {
    execFile(
      process.execPath,
      [join(DIST, 'cli.js'), 'exec', ...flags, '--', ...words],
      { cwd: folder, env: childEnvironment({ TMPDIR: folder }), timeout: LIMIT_MS },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

describe('exec --findings', () => {
  test('fails for a suite that passes but pays twice, says what it cost, and leaves no run folder behind', async () => {
    await using folder = await temporaryFolder();
    const { code, out, err } = await execIn(folder.path, ['--findings'], suite('inv-2'));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /^error +paid-twice +order 48211, 48212 .*inv-1.*No response had told the client of the first order.*inv-2.*Instead of req-2: repeat req-1 .* +3\.9 TRX$/m,
    );
    expect(err).toMatch(/^1 error, 0 warnings, .*cost 3\.9 TRX$/m);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('passes for the same suite once it repeats the external_id', async () => {
    const { code, out, err } = await exec(['--findings=warning'], suite('inv-1'));
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/^0 errors, 0 warnings/m);
  });

  test('obeys the config file: a rule that is off is not judged, for the reason that the file gives', async () => {
    await using folder = await temporaryFolder();
    const config = 'findings:\n  paid-twice: { severity: off, reason: known since May }\n';
    const file = join(folder.path, 'sandbox.yaml');
    await writeFile(file, config);
    const { code, err } = await exec(['--findings', '--config', file], suite('inv-2'));
    expect(code).toBe(0);
    expect(err).toMatch(/^Off\npaid-twice:\n {2}known since May$/m);
    expect(err).toMatch(/^0 errors, 0 warnings, \d+ passed, 1 off, \d+ not applicable$/m);
  });

  test('obeys the config file for the sandboxes that the command creates', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'sandbox.yaml');
    await writeFile(file, 'findings:\n  paid-twice: warning\n');
    const { code, err } = await exec(['--findings', '--config', file], suiteOfProcesses('worker-1'));
    expect(err).toMatch(/^warning +paid-twice +order 48211, 48212 /m);
    expect(err).toMatch(/^0 errors, 1 warning, /m);
    expect(code).toBe(0);
  });

  test.for([
    { what: 'errors under never', level: 'never', words: suite('inv-2'), expected: 0 },
    { what: 'nothing if the command fails', level: 'error', words: ['sh', '-c', 'exit 7'], expected: 7 },
    {
      what: 'errors if the command fails',
      level: 'error',
      words: suite('inv-2', 'process.exit(7)'),
      expected: 7,
    },
  ])('exits with $expected for $what', async ({ level, words, expected }) => {
    const { code, err } = await exec([`--findings=${level}`], words);
    expect(code).toBe(expected);
    expect(err).toContain('Findings of the run');
  });

  test('reports what is known when the run is interrupted', async () => {
    await using folder = await temporaryFolder();
    const { code, err } = await execIn(
      folder.path,
      ['--findings'],
      suite('inv-2', `process.kill(process.ppid, 'SIGTERM'); setInterval(() => {}, 1000);`),
    );
    expect(code).toBe(143);
    expect(err).toMatch(/^error +paid-twice /m);
  });

  test('writes JSON to a file whose name says so, and one line to stderr', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'found.json');
    const { code, err } = await exec(['--findings', '--out', file], suite('inv-2'));
    expect(code).toBe(1);
    expect(err).toMatch(/^\S+\/found\.json: 1 error, 0 warnings, [^\n]*\n$/);
    const { results } = JSON.parse(await readFile(file, 'utf8'));
    expect(results[0]).toMatchObject({ rule: 'paid-twice', severity: 'error' });
  });

  test('keeps a run folder that the user named, for a report on several runs', async () => {
    await using folder = await temporaryFolder();
    const run = join(folder.path, 'run');
    const flags = ['--findings', '--run', run, '--format', 'github'];
    const first = await exec(flags, suite('inv-2'));
    expect(first.err).toMatch(/^::error title=energy-sandbox findings%3A paid-twice::/m);
    const second = await exec(flags, ['true']);
    expect(second).toMatchObject({ code: 0, err: expect.not.stringContaining('paid-twice') });
    expect(await readdir(run)).toHaveLength(2);
  });

  test('shares its disturbance with the sandboxes that the command creates, in whatever folder they run', async () => {
    await using folder = await temporaryFolder();
    await writeFile(
      join(folder.path, 'down.yaml'),
      'name: down\nsummary: Always down.\nrequests:\n  - match: { operation: getBalance }\n    reply: { error: SERVICE_UNAVAILABLE }\n',
    );
    const script = `
      process.chdir('/');
      const { createSandbox } = await import(${JSON.stringify(`file://${DIST}/index.js`)});
      const own = await createSandbox();
      const account = await own.createAccount();
      const status = async (url, key) =>
        (await fetch(url + '/api/v1/balance/', { headers: { Authorization: 'Bearer ' + key } })).status;
      const { ENERGY_SANDBOX_URL: url, ENERGY_SANDBOX_API_KEY: key } = process.env;
      console.log(await status(url, key), await status(own.url, account.api_key));
      process.exit(0);`;
    const words = [process.execPath, '--input-type=module', '-e', script];
    const { out } = await execIn(folder.path, ['--disturbance', './down.yaml'], words);
    expect(out).toBe('503 503\n');
  });
});

describe('exec --disturbance takes the ids that explore prints', () => {
  const order = `
    const { ENERGY_SANDBOX_URL: url, ENERGY_SANDBOX_API_KEY: key } = process.env;
    const response = await fetch(url + '/api/v1/order/', {
      method: 'POST',
      headers: { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ external_id: 'a', package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
    });
    process.exitCode = response.ok ? 0 : 7;`;
  const words = [process.execPath, '--input-type=module', '-e', order];

  test('and applies the disturbance wherever it can', async () => {
    expect((await exec(['--disturbance', 'forbidden'], words)).code).toBe(7);
  });

  test('and refuses one that only explore can cause', async () => {
    const { code, err } = await exec(['--disturbance', 'receiver-restarted'], words);
    expect(code).toBe(2);
    expect(err).toContain('use explore --only receiver-restarted --restart COMMAND');
  });
});

test('exec --findings --coverage covers the sandboxes that processes of the command create', async () => {
  const { code, out, err } = await exec(
    ['--findings', '--coverage'],
    suiteOfProcesses('worker-1', 'worker-2'),
  );
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^error +paid-twice +worker-1, order 48211, 48212 /m);
  expect(err).toMatch(/^error +paid-twice +worker-2, order 48211, 48212 /m);
  expect(err).toContain('From 3 sandboxes.');
  expect(err).toMatch(/^Coverage: [\d.]+ %, \d+ of \d+ covered\n/m);
  expect(err).toMatch(/^createOrder +- +2 /m);
  expect(err).toMatch(/^not covered +what provokes it\n(.+\n){20}and \d+ more\n$/m);
});

describe('exec --coverage', () => {
  test.for([
    { flag: '--coverage=1', words: suite('inv-1'), expected: 0 },
    { flag: '--coverage=99', words: ['true'], expected: 1 },
  ])('exits with $expected for $flag', async ({ flag, words, expected }) => {
    const { code, err } = await exec([flag], words);
    expect(code).toBe(expected);
    expect(err.includes('; at least 99 % is required')).toBe(expected === 1);
  });

  test('follows the findings in one file, or has a file of its own where one holds a single report', async () => {
    await using folder = await temporaryFolder();
    const both = (out: string, words: readonly string[]) =>
      exec(['--findings', '--coverage', '--out', join(folder.path, out)], words);
    expect((await both('summary.md', suite('inv-2'))).err).toMatch(
      /^\S+\/summary\.md: 1 error.*\n\S+\/summary\.md: Coverage: .*\n$/,
    );
    const summary = await readFile(join(folder.path, 'summary.md'), 'utf8');
    expect(summary.match(/^## (?:Findings|Coverage)/gm)).toEqual(['## Findings', '## Coverage']);
    await both('junit.xml', ['true']);
    expect((await readdir(folder.path)).sort()).toEqual(['junit-coverage.xml', 'junit.xml', 'summary.md']);
    expect(await readFile(join(folder.path, 'junit-coverage.xml'), 'utf8')).toContain(
      'energy-sandbox.coverage',
    );
  });
});

test.for([
  { flags: ['--findings', '--run', process.execPath], message: `run folder ${process.execPath}: ` },
  { flags: ['--coverage=all'], message: '--coverage: expected a number, got "all"' },
  { flags: ['--out', 'x.json'], message: '--out: there is no report without --findings or --coverage' },
  { flags: ['--findings=eror'], message: '--findings: unknown level "eror"; did you mean "error"?' },
  { flags: ['--findings', '--format', 'json'], message: '--format json needs --out' },
  { flags: ['--findings', '--out', 'found'], message: '--out: the name "found" does not say which format' },
  {
    flags: ['--findings', '--out', 'no/x.md'],
    message: '--out: no/x.md cannot be written: there is no folder no; create it',
  },
  {
    flags: ['--findings', '--out', '.', '--format', 'text'],
    message: '--out: . cannot be written: it is a folder; name a file in it',
  },
  {
    flags: ['--findings', '--format', 'junt'],
    message: '--format: unknown format "junt"; did you mean "junit"?',
  },
])('exec refuses the flags $flags with 2 before the command runs', async ({ flags, message }) => {
  await using folder = await temporaryFolder();
  const { code, out, err } = await exec(flags, ['touch', join(folder.path, 'ran')]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  expect(await readdir(folder.path)).toEqual([]);
});
