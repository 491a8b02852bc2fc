import { chmod, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readConfig, readConfigFile } from '../../src/cli/config-file.ts';
import { checkEnvironment } from '../../src/cli/environment.ts';
import type { Terminal } from '../../src/cli/process-io.ts';
import { environmentOf, gatherOptions, START_OPTIONS } from '../../src/cli/start-options.ts';
import { cli, temporaryFolder } from './support.ts';

describe('the options of start', () => {
  it('prefer flags to the environment, the environment to the config file, and that to the default', () => {
    const config = { port: 1, balance: 1, host: 'from-file', clock: 'manual' };
    const environment = { ENERGY_SANDBOX_PORT: '2', ENERGY_SANDBOX_BALANCE: '2', ENERGY_SANDBOX_HOST: 'env' };
    expect(gatherOptions({ port: '3' }, environment, config)).toMatchObject({
      port: 3,
      balance_trx: 2,
      host: 'env',
      clock: 'manual',
    });
    expect(gatherOptions({}, {}, {})).toEqual({ port: 4010 });
  });

  it('include PORT as hosting services set it, but not HOST, which shells export as the name of the machine', () => {
    expect(gatherOptions({}, { PORT: '5', HOST: 'laptop' }, {})).toEqual({ port: 5 });
    expect(gatherOptions({}, { PORT: '5', ENERGY_SANDBOX_PORT: '6' }, {})).toEqual({ port: 6 });
  });

  it('accept lists as repeated flags, with commas, and in the file', () => {
    expect(gatherOptions({ scenario: ['a', 'b'] }, {}, {})).toMatchObject({ scenarios: ['a', 'b'] });
    expect(gatherOptions({}, { ENERGY_SANDBOX_SCENARIO: 'a,b' }, {})).toMatchObject({
      scenarios: ['a', 'b'],
    });
    expect(gatherOptions({}, {}, { scenario: ['a', 'b'] })).toMatchObject({ scenarios: ['a', 'b'] });
  });

  it.each([
    [{ port: '-1' }, {}, {}, '--port: expected a port from 0 to 65535, got "-1"'],
    [{ adminToken: 'short' }, {}, {}, '--admin-token: expected 16 to 512 characters, got 5'],
    [
      {},
      { ENERGY_SANDBOX_ADMIN_TOKEN: 'x' },
      {},
      'ENERGY_SANDBOX_ADMIN_TOKEN: expected 16 to 512 characters',
    ],
    [
      {},
      {},
      { admin_token: 1 },
      'config file, admin_token: expected a text, got a number; write it in quotes',
    ],
    [
      { publicUrl: 'x' },
      {},
      {},
      '--public-url: expected an http or https URL such as https://sandbox.example, got "x"',
    ],
    [{ webhookHost: ['*'] }, {}, {}, '--webhook-host: expected a host, a host with a port or a CIDR range'],
    [{}, { PORT: 'x' }, {}, 'PORT: expected a port'],
    [
      { clock: '60' },
      {},
      {},
      '--clock: expected real, manual or a speed such as 60x (at most 10000x), got "60"',
    ],
    [
      { balance: '-1' },
      {},
      {},
      '--balance: expected a number of TRX from 0 to 8589934592 in steps of 1/1000000, got -1',
    ],
    [
      { discount: '101' },
      {},
      {},
      '--discount: expected a number from 0 to 100 with at most two decimal places',
    ],
    [
      {},
      {},
      { webhook_url: 'ftp://x' },
      'config file, webhook_url: expected an http or https URL, or sandbox:receiver, got "ftp://x"',
    ],
    [{ apiKey: '' }, {}, {}, '--api-key: the value is empty; give one, or leave it out'],
    [{ scenario: ['a', ''] }, {}, {}, '--scenario: the value is empty'],
    [{}, { ENERGY_SANDBOX_API_KEY: '' }, {}, 'ENERGY_SANDBOX_API_KEY: the value is empty'],
    [{}, { ENERGY_SANDBOX_PORT: '' }, {}, 'ENERGY_SANDBOX_PORT: the value is empty'],
    [{}, { ENERGY_SANDBOX_SCENARIO: 'a,,b' }, {}, 'ENERGY_SANDBOX_SCENARIO: the value is empty'],
    [{ apiKey: 'a\u0085b' }, {}, {}, '--api-key: expected printable ASCII characters without spaces'],
  ])('report which value is invalid: %j %j %j', (flags, environment, config, message) => {
    expect(() => gatherOptions(flags, environment, config)).toThrow(message);
  });

  it('read the admin token from a file, without the line break at its end', async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/token`;
    await writeFile(path, 'sixteen-letters-x\n');
    const adminToken = 'sixteen-letters-x';
    expect(gatherOptions({ adminTokenFile: path }, {}, {})).toMatchObject({ admin_token: adminToken });
    const environment = { ENERGY_SANDBOX_ADMIN_TOKEN_FILE: path };
    expect(gatherOptions({}, environment, {})).toMatchObject({ admin_token: adminToken });
    expect(gatherOptions({}, {}, { admin_token_file: path })).toMatchObject({ admin_token: adminToken });
    expect(() => gatherOptions({ adminToken }, environment, {})).toThrow(
      'admin-token and admin-token-file: both are given; omit one of them',
    );
  });

  it('name the file of an admin token that cannot be used, and never quote its content', async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/token`;
    const message = (): string => {
      try {
        gatherOptions({ adminTokenFile: path }, {}, {});
        return 'none';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(message()).toBe(`--admin-token-file: ${path}: no such file or folder; check the path`);
    await writeFile(path, '');
    expect(message()).toBe(
      `--admin-token-file: ${path}: expected 16 to 512 characters, got 0; generate one: openssl rand -hex 16`,
    );
    await writeFile(path, 'two-tokens-in-it\nsecond-secret-here\n');
    expect(message()).toBe(
      `--admin-token-file: ${path}: expected printable ASCII characters without spaces, because the token is sent in a header`,
    );
  });

  it('warn about a token file of others', async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/token`;
    await writeFile(path, 'sixteen-letters-x\n');
    await chmod(path, 0o644);
    const warnings: string[] = [];
    gatherOptions({}, { ENERGY_SANDBOX_ADMIN_TOKEN_FILE: path }, {}, text => warnings.push(text));
    expect(warnings).toEqual([
      `${path}: other users of this machine can read or write this file (mode 0644); make it private: chmod 600 ${path}`,
    ]);
  });

  it('set by variables: those without a meaning get a remark, and an empty one is refused', () => {
    const lines: string[] = [];
    const err = { line: (text: string) => lines.push(text) } as unknown as Terminal;
    const check = (environment: NodeJS.ProcessEnv) => checkEnvironment({ environment, err });
    check({ ENERGY_SANDBOX_API_KYE: 'x', ENERGY_SANDBOX_LOG: 'text', ENERGY_SANDBOX_ZZ: 'y' });
    expect(lines).toEqual([
      'energy-sandbox: ENERGY_SANDBOX_API_KYE: unknown variable, which has no effect; did you mean ENERGY_SANDBOX_API_KEY?',
      'energy-sandbox: ENERGY_SANDBOX_ZZ: unknown variable, which has no effect',
    ]);
    expect(() => check({ ENERGY_SANDBOX_URL: '' })).toThrow('ENERGY_SANDBOX_URL: the value is empty');
  });

  it('are listed in the help with their environment variables', async () => {
    const { out } = await cli(['start', '--help']);
    const words = out.replace(/\s+/g, ' ');
    for (const option of START_OPTIONS) {
      expect(words).toContain(option.flag);
      expect(words).toContain(`[${environmentOf(option)}]`);
    }
  });
});

describe('a config file', () => {
  const read = async (text: string): Promise<unknown> => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/sandbox.yaml`;
    await writeFile(path, text);
    try {
      return await readConfigFile(path);
    } catch (error) {
      return (error as Error).message.replace(`${folder.path}/`, '');
    }
  };

  it('contains flags by their names, and assumptions', async () => {
    expect(await read('port: 4011\nscenario: [review]\nassumptions:\n  cors: any_origin\n')).toEqual({
      port: 4011,
      scenario: ['review'],
      assumptions: { cors: 'any_origin' },
    });
    expect(await read('')).toEqual({});
    expect(await read('{"port": 4011}')).toEqual({ port: 4011 });
  });

  it('takes every flag of start whose help names a variable, except its own', async () => {
    const { out } = await cli(['start', '--help'], { columns: 110 });
    const named = [...out.matchAll(/^ {2}--([a-z-]+)(?:(?!^ {2}--).)*?\[(ENERGY_SANDBOX_\w+)\]/gms)];
    expect(named.length).toBeGreaterThan(30);
    for (const [, flag, variable] of named) {
      const field = flag!.replaceAll('-', '_');
      expect(variable).toBe(`ENERGY_SANDBOX_${field.toUpperCase()}`);
      const problem = await read(`${field}:\n`);
      expect(problem, field).toMatch(field === 'config' ? /unknown field/ : /empty|expected one of/);
    }
  });

  it('sets the form of the log, which a flag and the environment override', async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/sandbox.yaml`;
    await writeFile(path, 'log: json\nclock: manual\n');
    const failure = async (words: readonly string[], environment = {}): Promise<string> =>
      (await cli(['--config', path, '--clock', 'soon', ...words], { environment })).err;
    expect(JSON.parse(await failure([]))).toMatchObject({ kind: 'failed', level: 'error' });
    expect(await failure(['--log', 'text'])).toMatch(/^energy-sandbox: --clock: /);
    expect(await failure([], { ENERGY_SANDBOX_LOG: 'text' })).toMatch(/^energy-sandbox: --clock: /);
    expect(await read('log: jsn')).toBe('sandbox.yaml:1:6: log: expected one of text, json');
    expect(await read('nonsense: 1')).toBe(
      'sandbox.yaml:1:1: unknown field "nonsense"; docs/command-line.md lists them all',
    );
  });

  it('configures rules, with a reason for each that is off', async () => {
    const findings = {
      'duration-left-out': 'info',
      'hung-up-early': { severity: 'off', reason: 'pages cancel their requests' },
    };
    const config = (await read(`findings: ${JSON.stringify(findings)}\n`)) as Record<string, unknown>;
    expect(gatherOptions({}, {}, config)).toEqual({ port: 4010, findings });
    const shared =
      'findings:\n  paid-twice: &known { severity: off, reason: known }\n  order-abandoned: *known\n';
    expect(await read(shared)).toMatchObject({ findings: { 'order-abandoned': { reason: 'known' } } });
  });

  it.each([
    ['port: 1\nprot: 2\n', 'sandbox.yaml:2:1: unknown field "prot"; did you mean "port"?'],
    ['- port\n', 'sandbox.yaml:1:1: expected fields such as "port: 4010"'],
    ['port: [1\n', 'sandbox.yaml:2:1: '],
    [
      'findings:\n  paid-twise: off\n',
      'sandbox.yaml:2:3: findings: there is no rule "paid-twise"; did you mean "paid-twice"?',
    ],
    [
      'findings:\n  paid-twice: warn\n',
      "sandbox.yaml:2:15: findings.paid-twice: expected error, warning, info, off, or { severity, reason }, got 'warn'",
    ],
    [
      'findings:\n  paid-twice: off\n',
      'sandbox.yaml:2:15: findings.paid-twice: a rule that is off needs a reason; write "paid-twice: { severity: off, reason: … }"',
    ],
    [
      'findings:\n  paid-twice: { severity: off }\n',
      'sandbox.yaml:2:15: findings.paid-twice: a rule that is off',
    ],
    [
      'findings:\n  paid-twice:\n',
      'sandbox.yaml:2:14: findings.paid-twice: expected error, warning, info, off',
    ],
    ['findings: strict\n', 'sandbox.yaml:1:11: findings: expected rules with their severities'],
    [
      'port: 1\nassumptions:\n  webhook_timeot_ms: 5\n',
      'sandbox.yaml:3:3: unknown assumption "webhook_timeot_ms"; did you mean "webhook_timeout_ms"?',
    ],
    [
      'assumptions: { x: 5 }\n',
      'sandbox.yaml:1:16: unknown assumption "x"; docs/assumptions.md lists them all',
    ],
    ['assumptions:\n  cors: 5\n', 'sandbox.yaml:2:3: '],
    ['assumptions: { order_of_checks: 5 }\n', 'sandbox.yaml:1:16: '],
    [
      'assumptions:\n  cors: any_origin\n  custom_energy_max: 20000\n',
      'sandbox.yaml:3:3: custom_energy_min, 32000, is greater than custom_energy_max, 20000, so no custom amount is in range; lower the minimum or raise the maximum',
    ],
  ])('reports the place of an error: %j', async (text, message) => {
    expect(await read(text)).toContain(message);
  });

  it.each([
    ['api_key:', 'sandbox.yaml:1:9: api_key: the value is empty; give one, or leave it out'],
    ['seed: ~', 'sandbox.yaml:1:7: seed: the value is empty'],
    ['data: ""', 'sandbox.yaml:1:7: data: the value is empty'],
    ['scenario: [review, ]\nport:', 'sandbox.yaml:2:6: port: the value is empty'],
    ['scenario: [~]', 'sandbox.yaml:1:11: scenario: the value is empty'],
    ['assumptions:', 'sandbox.yaml:1:13: assumptions: the value is empty'],
    ['findings:', 'sandbox.yaml:1:10: findings: the value is empty'],
    [
      'webhook_secret: 00123',
      'sandbox.yaml:1:17: webhook_secret: expected a text, got a number; write it in quotes',
    ],
    ['webhook_secret: 0x1F', 'expected a text, got a number; write it in quotes'],
    ['webhook_secret: 123456789012345678901', 'expected a text, got a number; write it in quotes'],
    ['seed: true', 'sandbox.yaml:1:7: seed: expected a text, got a boolean; write it in quotes'],
    ['api_key: { a: b }', 'sandbox.yaml:1:10: api_key: expected a text, got an object'],
    ['data: [x]', 'sandbox.yaml:1:7: data: expected a text, got a list'],
    ['scenario: [1]', 'sandbox.yaml:1:11: scenario: expected a text, got a number; write it in quotes'],
    ['tls: 1', 'sandbox.yaml:1:6: tls: expected true or false, got 1'],
    ['port: [1]', 'sandbox.yaml:1:7: port: expected an integer from 0'],
    ['{"seed": null}', 'sandbox.yaml:1:10: seed: the value is empty'],
    ['assumptions: strict', 'sandbox.yaml:1:14: assumptions: expected settings'],
  ])('takes no missing or odd value for a text: %j', async (text, message) => {
    expect(await read(`${text}\n`)).toContain(message);
  });

  it('has paths that are relative to the file', async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/sandbox.yaml`;
    await writeFile(`${folder.path}/token`, 'sixteen-letters-x\n', { mode: 0o600 });
    await writeFile(
      path,
      'data: ./data\nopenapi: /srv/api.yaml\nscenario: [review, own.yaml]\ndisturbance: a/b.yaml,timeout\nadmin_token_file: token\n',
    );
    expect(gatherOptions({}, {}, await readConfig({ config: path }, {}))).toMatchObject({
      data: `${folder.path}/data`,
      openapi: '/srv/api.yaml',
      scenarios: ['review', `${folder.path}/own.yaml`],
      disturbances: [`${folder.path}/a/b.yaml`, 'timeout'],
      admin_token: 'sixteen-letters-x',
    });
  });

  it('names the place of a syntax error once', async () => {
    expect(await read('port: 1\nport: 2\n')).toBe('sandbox.yaml:2:1: duplicate key; remove one of the two');
    expect(await read('findings:\n  paid-twice: { severity: off\n')).toMatch(
      /^sandbox\.yaml:3:1: this line does not begin in the column of the lines it belongs to; indent it like them, and close each \{ and \[ before it$/,
    );
  });

  it('has a limit on YAML aliases; the error names the file', async () => {
    const lists = Array.from({ length: 9 }, (_, level) => `  - &l${level + 1} [${`*l${level}, `.repeat(9)}]`);
    expect(await read(`assumptions:\n  - &l0 [x]\n${lists.join('\n')}\n`)).toMatch(
      /^sandbox\.yaml:8:35: the file has more than 50 aliases; write some of the values out$/,
    );
  });
});
