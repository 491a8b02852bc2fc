import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The built program in a process of its own. */
export interface Program {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** Starts the built program; it must have been built before. */
export async function startProgram(...flags: readonly string[]): Promise<Program> {
  if (!existsSync(PROGRAM)) throw new Error('dist/cli.js is missing; run: npm run build');
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
