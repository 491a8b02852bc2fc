import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfigFile } from '../../../src/cli/config-file.ts';
import { builtinContract } from '../../../src/contract/load-contract.ts';
import { parseScenarioYaml } from '../../../src/core/scenario/parse-scenario.ts';
import { loadScenarioFile } from '../../../src/host/scenarios/read-scenarios.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { sharedSandbox } from '../../support/control-api.ts';
import { measureWork } from '../../support/processor-time.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const started = sharedSandbox();

const POISONS = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"name":"p","__proto__":{"polluted":true},"assumptions":{"__proto__":{"polluted":true}}}',
  '{"format":1,"account":"demo","taken_at":"2031-01-01T00:00:00Z","state":{"__proto__":{"polluted":true},"settings":{"__proto__":{"polluted":true}}}}',
  '{"scenario":{"name":"p","summary":"s","__proto__":{"polluted":true},"given":{"assumptions":{"__proto__":{"polluted":true}}}}}',
  '{"yaml":"name: p\\nsummary: s\\n__proto__: {polluted: true}\\ngiven: {assumptions: {__proto__: {polluted: true}}}\\nrequests:\\n  - reply: {headers: {__proto__: x}, body: {__proto__: {polluted: true}}}\\n"}',
  '{"match":{"__proto__":{"polluted":true}},"times":0}',
];
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

/** True if some input got into Object.prototype. */
const isPolluted = (): boolean =>
  'polluted' in {} ||
  'polluted' in [] ||
  'polluted' in (() => undefined) ||
  Object.hasOwn(Object, 'polluted');

describe('Object.prototype', () => {
  test('cannot be changed by any call: by body, query, or names in the path', async () => {
    const { control, sandbox } = started;
    const { operations } = await builtinContract('control-v1');
    const failures: string[] = [];
    for (const { id, method, path } of operations) {
      // Streams do not end, and metrics are not JSON.
      if (id.startsWith('stream') || id === 'deleteAccount' || id === 'getMetrics') continue;
      const ask = async (url: string, body?: string): Promise<void> => {
        const { status } = await control.raw(method, url, body === undefined ? {} : { body });
        if (status >= 500) failures.push(`${status} ${method} ${url} ${body}`);
      };
      const ofDemo = path.replace('{account}', 'demo').replace(/\{\w+\}/g, '__proto__');
      await ask(`${ofDemo}?__proto__=1&constructor=2`);
      await ask(`${ofDemo}?__proto__[polluted]=1`);
      const bodies = method === 'GET' || method === 'DELETE' ? [undefined] : POISONS;
      for (const body of bodies) await ask(ofDemo, body);
      if (!path.includes('{')) continue;
      for (const name of NAMES) await ask(path.replace(/\{\w+\}/g, name), bodies[0]);
    }
    expect(failures).toEqual([]);
    expect(isPolluted()).toBe(false);
    for (const name of NAMES) expect(sandbox.core.accounts.get(name)).toBeNull();
  });

  test('cannot be changed through the service API: bodies, queries, headers, scenario names', async () => {
    await using sandbox = await startTestSandbox();
    const statuses: number[] = [];
    for (const body of POISONS) {
      for (const path of ['/api/v1/order/', '/api/v1/orders/bulk/', '/api/v1/estimate/']) {
        statuses.push((await sandbox.api.call('POST', path, { body })).status);
        const bulk = `{"orders":[${body}],"__proto__":{"polluted":true}}`;
        statuses.push((await sandbox.api.call('POST', path, { body: bulk })).status);
      }
    }
    for (const name of NAMES) {
      const order = { external_id: name, package_id: 1, address: RECIPIENT };
      expect((await sandbox.api.order(order)).status).toBe(202);
      expect((await sandbox.api.order(order)).status).toBe(200);
      expect((await sandbox.api.status({ external_id: name })).data.external_id).toBe(name);
      const named = await sandbox.api.order(order, { headers: { 'x-sandbox-scenario': name } });
      expect(named.outcome).toBe('400 SANDBOX_SCENARIO_UNKNOWN');
      statuses.push((await sandbox.api.quote({ [name]: 'x', package_id: 1 })).status);
    }
    expect(statuses.filter(status => status >= 500)).toEqual([]);
    expect(isPolluted()).toBe(false);
  });
});

describe('a YAML bomb', () => {
  const laughs = [
    'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(10).fill(`*a${n}`).join(', ')}]`),
  ].join('\n');
  const bombs: [string, string][] = [
    ['of aliases of aliases', laughs],
    ['of an alias within itself', 'name: &a [*a]\n'],
    ['of brackets', '['.repeat(500_000)],
    ['of braces', '{a: '.repeat(200_000)],
    ['of indentation', Array.from({ length: 1_000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
    ['of sequences in a line', '- '.repeat(100_000)],
    [
      'of merge keys',
      `a0: &a0 {x: 1}\n${Array.from({ length: 60 }, (_, n) => `a${n + 1}: &a${n + 1} {<<: [*a${n}, *a${n}]}`).join('\n')}`,
    ],
    ['of tags', `a: ${'!!set '.repeat(10_000)}x`],
    ['of anchors', Array.from({ length: 20_000 }, (_, n) => `k${n}: &k${n} v`).join('\n')],
  ];

  test.each(bombs)('%s is refused as a scenario within 3 s', (_name, text) => {
    const tookMs = measureWork();
    const loaded = parseScenarioYaml(text, 'bomb.yaml');
    expect('problems' in loaded && loaded.problems.length).toBeGreaterThan(0);
    expect(tookMs()).toBeLessThan(3_000);
  });

  test('is refused as a config file, and so is a scenario file of more than 1 MiB', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-bomb-'));
    try {
      const config = join(folder, 'config.yaml');
      await writeFile(config, laughs.replaceAll(/^a/gm, 'assumptions: &a0 [x]\na'));
      await expect(readConfigFile(config)).rejects.toThrow();
      await writeFile(
        config,
        `assumptions:\n  - ${laughs.replaceAll('\n', '\n  - ').replaceAll(/a\d+: /g, '')}`,
      );
      await expect(readConfigFile(config)).rejects.toThrow();
      const large = join(folder, 'large.yaml');
      await writeFile(large, `# ${'x'.repeat(1_048_576)}\n`);
      const loaded = await loadScenarioFile(large);
      expect('problems' in loaded && loaded.problems[0]?.message).toContain('too large');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a name', () => {
  const strays = [
    ...[
      '../x',
      '..',
      '.',
      '/etc/passwd',
      '%2e%2e%2fx',
      '..%2f..%2fx',
      'a/b',
      'a\\b',
      'a\0b',
      '',
      'x'.repeat(65),
    ],
  ];
  test.each(strays)('%j is none for an account, a snapshot or a scenario', async name => {
    const { control } = started;
    expect((await control.raw('POST', '/_sandbox/accounts', { body: { name } })).status).toBe(400);
    const taken = await control.raw('POST', '/_sandbox/accounts/demo/snapshots', { body: { name } });
    expect(taken.status).toBe(400);
    const scenario = { name, summary: 'Strays.' };
    const added = await control.raw('POST', '/_sandbox/accounts/demo/scenarios', { body: { scenario } });
    expect(added.status).toBe(400);
    const named = await control.raw('POST', '/_sandbox/accounts/demo/scenarios', { body: { name } });
    expect([400, 404]).toContain(named.status);
  });

  test.each([
    '/_sandbox/assets/../../../package.json',
    '/_sandbox/assets/..%2f..%2findex.js',
    '/_sandbox/assets/%2e%2e/index.html',
    '/_sandbox/docs/..%2f..%2f..%2fpackage.json',
    '/_sandbox/docs/../../package.json',
    '/_sandbox/openapi/..%2f..%2fpackage.json',
    '/_sandbox/scenarios/..%2f..%2fpackage',
    '/_sandbox//etc/passwd',
  ])('the path %s does not lead to a file', async path => {
    const answer = await sendRaw(
      started.sandbox.port,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/"devDependencies"|root:/);
  });
});
