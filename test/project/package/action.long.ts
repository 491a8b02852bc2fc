import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { RECIPIENT } from '../../support/addresses.ts';
import { pack, shellOf } from './installation.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly main: string; readonly post: string };
}

let folder: string;
let tarball: string;
let action: Action;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'action-'));
  ({ tarball } = await pack(folder));
  action = parse(await readFile(join(ROOT, 'action.yml'), 'utf8')) as Action;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The values that a script appended to one of the files of the runner. */
async function valuesIn(path: string): Promise<Record<string, string>> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  return Object.fromEntries(lines.map(line => line.split(/=(.*)/s).slice(0, 2)));
}

/** A job that uses the action once, as a runner runs it. */
class Job {
  readonly #temporary: string;
  readonly #inputs: NodeJS.ProcessEnv;

  private constructor(temporary: string, inputs: Readonly<Record<string, string>>) {
    this.#temporary = temporary;
    const all = Object.entries(action.inputs).map(([name, { default: preset }]) => [name, preset]);
    const given: Readonly<Record<string, string>> = {
      ...Object.fromEntries(all),
      package: tarball,
      ...inputs,
    };
    this.#inputs = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    );
  }

  static async make(inputs: Readonly<Record<string, string>>): Promise<Job> {
    const temporary = await mkdtemp(join(folder, 'runner-'));
    for (const name of ['output', 'state', 'summary']) await writeFile(join(temporary, name), '');
    return new Job(temporary, inputs);
  }

  async #run(script: string, state: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, [join(ROOT, script)], {
      cwd: folder,
      env: {
        ...shellOf(folder),
        ...this.#inputs,
        ...state,
        RUNNER_TEMP: this.#temporary,
        GITHUB_OUTPUT: join(this.#temporary, 'output'),
        GITHUB_STATE: join(this.#temporary, 'state'),
        GITHUB_STEP_SUMMARY: join(this.#temporary, 'summary'),
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', bytes => (output += bytes));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  /** Starts the sandbox. */
  async start() {
    const ended = await this.#run(action.runs.main, {});
    return { ...ended, outputs: await valuesIn(join(this.#temporary, 'output')) };
  }

  /** What happens at the end of the job. */
  async end() {
    const state = Object.entries(await valuesIn(join(this.#temporary, 'state')));
    const ended = await this.#run(
      action.runs.post,
      Object.fromEntries(state.map(([name, value]) => [`STATE_${name}`, value])),
    );
    return { ...ended, summary: await readFile(join(this.#temporary, 'summary'), 'utf8') };
  }
}

const call = (outputs: Record<string, string>, path: string, body?: object): Promise<Response> =>
  fetch(outputs['base-url'] + path, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${outputs['api-key']}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

test('the action starts a sandbox, outputs its URL, key and secret, writes a log, and ends it with the job', async () => {
  const job = await Job.make({ port: '0', clock: 'manual', scenario: 'review' });
  const { code, output, outputs } = await job.start();
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort());
  expect((await call(outputs, '/api/v1/balance/')).status).toBe(200);
  expect(outputs['webhook-secret']).toMatch(/^whsec_/);
  await expect.poll(() => readFile(outputs.log!, 'utf8')).toMatch(/GET \/api\/v1\/balance\//);
  expect(await job.end()).toEqual({ code: 0, output: '', summary: '' });
  await expect(call(outputs, '/api/v1/balance/')).rejects.toThrow();
});

test('two uses of the action in one job have a sandbox and a log each', async () => {
  const jobs = await Promise.all([Job.make({ port: '0' }), Job.make({ port: '0' })]);
  const started = [await jobs[0].start(), await jobs[1].start()];
  expect(started.map(({ code }) => code)).toEqual([0, 0]);
  for (const { outputs } of started) expect((await call(outputs, '/api/v1/balance/')).status).toBe(200);
  for (const { outputs } of started) {
    const calls = async () => (await readFile(outputs.log!, 'utf8')).match(/GET \/api\/v1\/balance\//g);
    await expect.poll(calls).toHaveLength(1);
  }
  for (const job of jobs) expect((await job.end()).code).toBe(0);
});

test('the action reports findings and coverage at the end, and fails the job for what its inputs name', async () => {
  const token = 'a-token-of-this-job';
  const job = await Job.make({
    port: '0',
    'admin-token': token,
    data: join(folder, 'data'),
    findings: 'warning',
    coverage: '1',
  });
  const { outputs } = await job.start();
  // Without an external_id: a warning.
  const placed = await call(outputs, '/api/v1/order/', { package_id: 1, address: RECIPIENT });
  expect(placed.status).toBe(202);
  const { code, output, summary } = await job.end();
  expect(output).toContain('order-without-external-id');
  expect(output).toMatch(/^event order\.delegated /m);
  expect(summary.match(/^## \w+/gm)).toEqual(['## Findings', '## Coverage']);
  expect(code).toBe(1);
  expect(existsSync(join(folder, 'data/demo.json'))).toBe(true);
});

test('the action fails and shows the output of the sandbox if it does not start, and reports nothing', async () => {
  const job = await Job.make({ port: '0', scenario: 'revieww', findings: 'error' });
  const { code, output, outputs } = await job.start();
  expect(code).toBe(1);
  expect(output).toContain('::error::The sandbox did not start');
  expect(output).toContain('revieww');
  expect(outputs['base-url']).toBeUndefined();
  expect(await job.end()).toEqual({ code: 0, output: '', summary: '' });
});
