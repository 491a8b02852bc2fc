import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfigFile } from '../../src/cli/config-file.ts';
import type { Settings } from '../../src/core/domain/assumptions.ts';
import { parseScenarioYaml } from '../../src/core/scenario/parse-scenario.ts';
import { startSandbox } from '../../src/server/start-sandbox.ts';
import { harOf } from '../lab/calibrate/har-log.ts';
import { RealService } from '../lab/calibrate/real-service.ts';
import { Shopper } from '../lab/calibrate/traffic.ts';
import { cli, temporaryFolder } from './support.ts';

/** A recording of a service with these settings. */
async function recordingOf(settings: Partial<Settings>, path: string): Promise<void> {
  await using service = await RealService.start(settings);
  const shopper = new Shopper(service);
  await shopper.get('/api/v1/quote/?package_id=1');
  await shopper.order({ package_id: 1 });
  await service.account.advance({ by: '3h' });
  await shopper.get(`/api/v1/status/?id=${shopper.orders[0]}`);
  await writeFile(path, JSON.stringify(harOf(service.exchanges)));
}

test('calibrate writes a config file and a scenario that start accepts, and --check then finds nothing', {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  await recordingOf({ discount_percent: 12.5, time_zone: 'Asia/Tokyo' }, at('traffic.har'));
  const words = [
    'calibrate',
    at('traffic.har'),
    '--out',
    at('sandbox.yaml'),
    '--observed',
    at('observed.yaml'),
  ];
  const first = await cli(words);
  expect(first).toMatchObject({
    code: 0,
    err: `${at('observed.yaml')}: written\n${at('sandbox.yaml')}: written\n`,
  });
  expect(first.out).toMatch(
    /error +discount_percent +discount_percent is contradicted: observed 12\.5; #1 body\.data/,
  );
  expect(first.out).toMatch(/Replay of \d+ exchanges with the learned settings: no difference/);
  const config = await readFile(at('sandbox.yaml'), 'utf8');
  expect(config).toContain('discount_percent: 12.5 # observed: 12.5 (');
  expect(config).toMatch(/time_zone: "Etc\/GMT-9" # observed: UTC\+09:00 \(as in .*; assumed was UTC\)/);
  const lines = config.split('\n').filter(line => line !== '' && line !== 'assumptions:');
  expect(lines.filter(line => !line.includes('#'))).toEqual([]);
  const loaded = parseScenarioYaml(await readFile(at('observed.yaml'), 'utf8'), 'observed.yaml');
  expect(loaded).toMatchObject({ scenario: { name: 'observed' }, warnings: [] });
  const { assumptions } = await readConfigFile(at('sandbox.yaml'));
  const sandbox = await startSandbox({
    assumptions: assumptions as Partial<Settings>,
    scenarios: [at('observed.yaml')],
  });
  await sandbox.close();
  const check = await cli([
    'calibrate',
    at('traffic.har'),
    '--config',
    at('sandbox.yaml'),
    '--check',
    '--format',
    'json',
  ]);
  expect(check.code).toBe(0);
  expect(JSON.parse(check.out)).toMatchObject({ tool: 'calibrate', replay: { differences: [] } });
});

test('calibrate --out copies the other fields of the config file', { timeout: 240_000 }, async () => {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  await recordingOf({ discount_percent: 5, time_zone: 'Asia/Tokyo' }, at('nightly.har'));
  const others =
    'port: 4100\nscenario: [review]\nfindings: { hung-up-early: warning }\nrate_limit: 7000\ndiscount: 4\n';
  await writeFile(
    at('sandbox.yaml'),
    `${others}assumptions: { discount_percent: 10, custom_energy_max: 4000000 }\n`,
  );
  const files = [
    '--config',
    at('sandbox.yaml'),
    '--out',
    at('sandbox.yaml'),
    '--observed',
    at('observed.yaml'),
  ];
  expect(await cli(['calibrate', at('nightly.har'), '--no-replay', ...files])).toMatchObject({ code: 0 });
  expect(await readConfigFile(at('sandbox.yaml'))).toEqual({
    port: 4100,
    scenario: ['review', at('observed.yaml')],
    findings: { 'hung-up-early': 'warning' },
    assumptions: expect.objectContaining({ discount_percent: 5, custom_energy_max: 4_000_000 }),
  });
  const again = await readFile(at('sandbox.yaml'), 'utf8');
  expect(await cli(['calibrate', at('nightly.har'), '--no-replay', ...files, '--check'])).toMatchObject({
    code: 0,
  });
  expect((await readConfigFile(at('sandbox.yaml'))).scenario).toEqual(['review', at('observed.yaml')]);
  expect(again).toContain('port: 4100 # from the config file');
});

test('calibrate --check does not pass if the service accepted nothing', async () => {
  await using folder = await temporaryFolder();
  const har = join(folder.path, 'nightly.har');
  const refused = {
    status: 401,
    responseHeaders: {},
    responseBody: Buffer.from('{"success":false,"error":"UNAUTHORIZED"}'),
  };
  const call = { atMs: 1, endMs: 2, method: 'GET', url: 'https://a/api/v1/balance/', requestBody: null };
  const requestHeaders = { authorization: 'Bearer expired' };
  await writeFile(har, JSON.stringify(harOf([{ ...call, requestHeaders, ...refused }])));
  expect(await cli(['calibrate', har, '--check', '--no-replay'])).toMatchObject({
    code: 2,
    err: 'energy-sandbox: nothing to check: the service accepted no request; #1 got 401 UNAUTHORIZED. Check the key and the target, and record again\n',
  });
  expect(await cli(['calibrate', har, '--no-replay'])).toMatchObject({ code: 0 });
});

test('calibrate --check exits with 1 and names the settings that have drifted', {
  timeout: 240_000,
}, async () => {
  await using folder = await temporaryFolder();
  const [har, config] = [join(folder.path, 'nightly.har'), join(folder.path, 'sandbox.yaml')];
  await recordingOf({ discount_percent: 5 }, har);
  await writeFile(config, 'assumptions: { discount_percent: 10 }\n');
  const words = ['calibrate', har, '--config', config, '--no-replay', '--format', 'github'];
  const report = await cli([...words, '--check']);
  expect(report.code).toBe(1);
  expect(report.out).toMatch(/^::error .*discount_percent is contradicted: observed 5; #1 .*assumed 10/m);
  expect(await cli(words)).toEqual({ ...report, code: 0 });
});

test('calibrate counts equal differences of the replay once', async () => {
  await using folder = await temporaryFolder();
  const har = join(folder.path, 'odd.har');
  const gone = [1_000, 2_000].map(atMs => ({
    atMs,
    endMs: atMs + 1,
    method: 'GET',
    url: 'https://a/api/v1/nothing/',
    requestHeaders: {},
    requestBody: null,
    status: 410,
    responseHeaders: {},
    responseBody: Buffer.from('{"success":false,"error":"GONE"}'),
  }));
  await writeFile(har, JSON.stringify(harOf(gone)));
  expect((await cli(['calibrate', har])).out).toMatch(
    /replay-differs +#1 GET \S+: status was 410 GONE, in the sandbox 404 NOT_FOUND \(2 times\)\n/,
  );
});

test('calibrate exits with 2 and names the position in a file that it cannot read', async () => {
  await using folder = await temporaryFolder();
  const at = async (name: string, text: string): Promise<string> => {
    const path = join(folder.path, name);
    await writeFile(path, text);
    return path;
  };
  const cut = await at('cut.har', '{"log":{"version":"1.2",\n"entries":[{"request":');
  const config = await at('config.har', '{"name":"package"}');
  const visit = { request: { method: 'GET', url: 'https://shop.example/' } };
  const foreign = await at('foreign.har', JSON.stringify({ log: { entries: [visit] } }));
  expect(await cli(['calibrate', cut])).toMatchObject({ code: 2, err: expect.stringContaining(`${cut}:2:`) });
  expect(await cli(['calibrate', config])).toMatchObject({
    code: 2,
    err: expect.stringContaining('not a HAR file'),
  });
  expect(await cli(['calibrate', foreign])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no path contains /api/v1/'),
  });
  expect(await cli(['calibrate'])).toMatchObject({ code: 2, err: expect.stringContaining('name HAR files') });
  expect(await cli(['calibrate', cut, '--observed', 'My Scenario.yaml'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('lowercase letters'),
  });
});

test('calibrate names a report whose format it cannot tell, before it reads any file', async () => {
  expect(await cli(['calibrate', 'missing.har', '--report', 'report'])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('energy-sandbox: --report: the name "report" does not say which format'),
  });
});
