import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../src/sandbox.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** What a run starts its sandbox with. */
export interface ProgramOptions {
  readonly seed: string;
  readonly scenarioFile: string;
  readonly webhookUrl: string;
}

/** A sandbox with a manual clock. */
export interface Program {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** Starts a sandbox in this process. */
export async function startHere({ seed, scenarioFile, webhookUrl }: ProgramOptions): Promise<Program> {
  const { baseUrl, apiKey, close } = await startSandbox({
    clock: 'manual',
    seed,
    scenarios: [scenarioFile],
    webhookUrl,
  });
  return { baseUrl, apiKey, stop: close };
}

/** Starts the built program in a process of its own; it must have been built before. */
export async function startProcess({ seed, scenarioFile, webhookUrl }: ProgramOptions): Promise<Program> {
  if (!existsSync(PROGRAM)) throw new Error('dist/cli.js is missing; run: npm run build');
  const flags = [
    '--clock',
    'manual',
    '--seed',
    seed,
    '--scenario',
    scenarioFile,
    '--webhook-url',
    webhookUrl,
  ];
  const child = spawn(process.execPath, [PROGRAM, 'start', '--json', '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(([code]) => {
      throw new Error(`the program exited with ${code} before it was ready`);
    }),
  ])) as [string];
  const { base_url: baseUrl, api_key: apiKey } = JSON.parse(line) as { base_url: string; api_key: string };
  return {
    baseUrl,
    apiKey,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
