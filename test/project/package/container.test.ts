import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Running } from '../../cli/support.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

test('the image is built from paths that exist and that its ignore file does not exclude', async () => {
  const copied = [...(await read('docker/Dockerfile')).matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
    ([, paths]) => paths!.split(' '),
  );
  expect(copied).toContain('src');
  expect(copied.filter(path => !existsSync(join(ROOT, path)))).toEqual([]);
  const reaching = (await read('docker/Dockerfile.dockerignore')).match(/(?<=^!).*/gm)!;
  expect(copied.filter(path => !reaching.includes(path.split('/')[0]!))).toEqual([]);
});

test('the services of the compose file use flags and variables that the program knows', async () => {
  const { services } = parse(await read('docker/compose.yaml'), { merge: true }) as {
    services: Record<string, { command: string[]; read_only: boolean }>;
  };
  for (const { command, read_only } of Object.values(services)) {
    const verb = command[0]!.startsWith('-') ? 'start' : command[0]!;
    const help = new Running([verb, '--help'], {});
    expect(await help.ended).toBe(0);
    for (const flag of command.filter(word => word.startsWith('-')))
      expect(help.out.text).toContain(`${flag} `);
    expect(read_only).toBe(true);
  }
  const variables = Object.keys((services.sandbox as unknown as { environment: object }).environment);
  const help = new Running(['start', '--help'], {});
  await help.ended;
  for (const name of variables) expect(help.out.text).toContain(`[${name}]`);
});

test('the sandbox of the compose file keeps its accounts in a volume, and starts again after a crash', async () => {
  const { services, volumes } = parse(await read('docker/compose.yaml'), { merge: true });
  const [volume, folder] = services.sandbox.volumes[0].split(':');
  expect(Object.keys(volumes)).toContain(volume);
  expect(services.sandbox.environment.ENERGY_SANDBOX_DATA).toBe(folder);
  expect(services.sandbox.restart).toBe('unless-stopped');
});
