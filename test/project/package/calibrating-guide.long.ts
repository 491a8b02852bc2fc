import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import type { Settings } from '../../../src/core/domain/assumptions.ts';
import { type RunningSandbox, startSandbox } from '../../../src/server/start-sandbox.ts';
import { RECIPIENTS } from '../../lab/calibrate/traffic.ts';
import { shellOf } from './installation.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GUIDE = join(ROOT, 'docs/calibrating.md');
const PATIENCE_MS = 300_000;

/** Runs what npx would, from this checkout. */
const NPX = `#!/bin/sh
[ "$1 $2" = "--no energy-rental-sandbox" ] || exit 99
shift 2
exec '${process.execPath}' '${ROOT}/dist/cli.js' "$@"
`;

/** A step of the workflow that runs a command. */
interface Step {
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** After `npm ci`, which would install this checkout. */
async function stepsOfGuide(): Promise<Step[]> {
  const guide = await readFile(GUIDE, 'utf8');
  const [, workflow] = /```yaml\n(name: calibrate\n.*?)```/s.exec(guide)!;
  const { steps } = parse(workflow!).jobs.calibrate;
  const [install, ...others] = steps.filter((step: Partial<Step>) => step.run !== undefined);
  expect(install).toEqual({ run: 'npm ci' });
  return others;
}

describe('the nightly workflow of the guide to calibrating', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nightly-'));
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin/npx'), NPX);
    await chmod(join(folder, 'bin/npx'), 0o755);
    const [, calls] = /```sh\n(# calls\.sh\n.*?)```/s.exec(await readFile(GUIDE, 'utf8'))!;
    await writeFile(join(folder, 'calls.sh'), calls!);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A sandbox in place of the service. */
  async function serve(assumptions: Partial<Settings>): Promise<RunningSandbox> {
    const service = await startSandbox({ port: 0, assumptions });
    onTestFinished(() => service.close());
    return service;
  }

  /** Runs a step as a shell of the workflow does, with another service and a free port. */
  async function run({ run: line, env = {} }: Step, service: RunningSandbox) {
    const plain = shellOf(folder);
    const values = { ENERGY_KEY: service.apiKey, ENERGY_ADDRESS: RECIPIENTS[0]! };
    // Each value comes from a secret or variable of its own name.
    for (const [name, value] of Object.entries(env)) expect(value).toMatch(`.${name} }}`);
    const given = Object.fromEntries(
      Object.keys(env).map(name => [name, values[name as keyof typeof values]]),
    );
    const adapted = line
      .replace('https://api.example.com', service.baseUrl)
      .replace('--out traffic.har', '--out traffic.har --port 0');
    const environment = { ...plain, ...given, PATH: [join(folder, 'bin'), plain.PATH].join(delimiter) };
    return new Promise<{ code: number; out: string; err: string }>(resolve => {
      execFile(
        'sh',
        ['-e', '-c', adapted],
        { cwd: folder, env: environment, timeout: PATIENCE_MS },
        (failure, out, err) => resolve({ code: failure ? Number(failure.code ?? -1) : 0, out, err }),
      );
    });
  }

  /** One night. @returns what the last step printed */
  async function night(service: RunningSandbox) {
    await rm(join(folder, 'traffic.har'), { force: true });
    const [record, check, ...others] = await stepsOfGuide();
    expect(others).toEqual([]);
    const recorded = await run(record!, service);
    expect(recorded).toMatchObject({ code: 0 });
    return run(check!, service);
  }

  test('passes while the service does what the config file says, and names the setting once it does not', async () => {
    await writeFile(
      join(folder, 'sandbox.yaml'),
      'assumptions: { discount_percent: 10, bulk_rate_cost: item }\n',
    );
    const same = await night(await serve({ discount_percent: 10, bulk_rate_cost: 'item' }));
    expect(same).toMatchObject({ code: 0 });
    expect(same.out).not.toContain('::error');
    const changed = await night(await serve({ discount_percent: 5, bulk_rate_cost: 'item' }));
    expect(changed).toMatchObject({ code: 1 });
    expect(changed.out).toMatch(
      /^::error .*discount_percent is contradicted: observed 5; #\d+ .*assumed 10/m,
    );
    expect(changed.out.match(/^::error/gm)).toHaveLength(1);
  });

  test('does not pass if the service cannot be reached, or refuses the key', async () => {
    await writeFile(join(folder, 'sandbox.yaml'), 'assumptions: { discount_percent: 10 }\n');
    const service = await serve({});
    const refused = await night({ ...service, apiKey: 'revoked' });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('accepted no request') });
    await service.close();
    const [record] = await stepsOfGuide();
    await rm(join(folder, 'traffic.har'), { force: true });
    expect(await run(record!, service)).not.toMatchObject({ code: 0 });
  });
});
