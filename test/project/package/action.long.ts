import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { pack, shellOf } from './installation.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly env: Record<string, string>; readonly run: string }[];
  };
}

let folder: string;
let tarball: string;
let action: Action;
const groups: number[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'action-'));
  ({ tarball } = await pack(folder));
  action = parse(await readFile(join(ROOT, 'action.yml'), 'utf8')) as Action;
});

afterAll(async () => {
  for (const group of groups) process.kill(-group, 'SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Runs one step as a runner does: with `bash -eo pipefail` and `${{ }}` expressions replaced. */
async function step(
  { env, run }: Action['runs']['steps'][number],
  inputs: Readonly<Record<string, string>>,
  temporary: string,
): Promise<{ code: number; output: string }> {
  const filled = Object.entries(env).map(([name, value]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)![1]!;
    return [name, inputs[input] ?? action.inputs[input]!.default];
  });
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
    cwd: folder,
    // A separate process group, which includes the processes that the step leaves running.
    detached: true,
    env: {
      ...shellOf(folder),
      ...Object.fromEntries(filled),
      RUNNER_TEMP: temporary,
      GITHUB_OUTPUT: join(temporary, 'output'),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', bytes => (output += bytes));
  const [code] = (await once(child, 'close')) as [number];
  if (code === 0 && run.includes('nohup')) groups.push(child.pid!);
  return { code, output };
}

const runner = (): Promise<string> => mkdtemp(join(folder, 'runner-'));

/** Runs the action in a job. Returns the result of the last step and the outputs. */
async function runAction(inputs: Readonly<Record<string, string>>, temporary: string) {
  await writeFile(join(temporary, 'output'), '');
  let outcome = { code: 0, output: '' };
  for (const one of action.runs.steps) {
    if (outcome.code === 0) outcome = await step(one, { version: `file:${tarball}`, ...inputs }, temporary);
  }
  const lines = (await readFile(join(temporary, 'output'), 'utf8')).trim().split('\n');
  const outputs = Object.fromEntries(lines.map(line => line.split(/=(.*)/s).slice(0, 2)));
  return { ...outcome, outputs: outputs as Record<string, string> };
}

test('the action starts a sandbox, outputs its URL, key and secret, and writes a log', async () => {
  const { code, output, outputs } = await runAction(
    { port: '0', clock: 'manual', scenario: 'review' },
    await runner(),
  );
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort());
  const response = await fetch(`${outputs['base-url']}/api/v1/balance/`, {
    headers: { Authorization: `Bearer ${outputs['api-key']}` },
  });
  expect(response.status).toBe(200);
  expect(outputs['webhook-secret']).toMatch(/^whsec_/);
  expect(existsSync(outputs.log!)).toBe(true);
});

test('the action starts a sandbox each time that a job uses it, with a log of its own', async () => {
  const job = await runner();
  const started = [await runAction({ port: '0' }, job), await runAction({ port: '0' }, job)];
  expect(started.map(({ code }) => code)).toEqual([0, 0]);
  for (const { outputs } of started) {
    const response = await fetch(`${outputs['base-url']}/api/v1/balance/`, {
      headers: { Authorization: `Bearer ${outputs['api-key']}` },
    });
    expect(response.status).toBe(200);
  }
  for (const { outputs } of started) {
    const calls = async () => (await readFile(outputs.log!, 'utf8')).match(/GET \/api\/v1\/balance\//g);
    await expect.poll(calls).toHaveLength(1);
  }
});

test('the action fails and shows the output of the sandbox if it does not start', async () => {
  const { code, output, outputs } = await runAction({ port: '0', scenario: 'revieww' }, await runner());
  expect(code).toBe(1);
  expect(output).toContain('::error::The sandbox did not start');
  expect(output).toContain('revieww');
  expect(outputs['base-url']).toBeUndefined();
});
