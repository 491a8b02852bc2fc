import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { IS_ROOT, ServerProcess } from './server-process.ts';

const NOBODY = 65_534;

/** A folder as a container gets a volume: its group may write, and it has a folder that the server may not read. */
async function mountedVolume(): Promise<string> {
  const data = await freshFolder();
  await mkdir(data);
  if (IS_ROOT) await chown(data, NOBODY, 0);
  await chmod(data, 0o2770);
  const unreadable = join(data, 'lost+found');
  await mkdir(unreadable);
  await writeFile(join(unreadable, 'fragment'), 'x'.repeat(1_000_000));
  await chmod(unreadable, 0o000);
  return data;
}

test('a volume that the server may use by its group, with lost+found, keeps accounts and has a size', async () => {
  const data = await mountedVolume();
  const first = await ServerProcess.startUnprivileged(['--data', data]);
  const placed = await first.api.order({ external_id: 'kept', package_id: 1, address: RECIPIENT });
  expect(placed.status).toBe(202);
  const metrics = await (await fetch(`${first.baseUrl}/_sandbox/metrics`)).text();
  const [, bytes] = /^energy_sandbox_data_bytes (\d+)$/m.exec(metrics)!;
  expect(Number(bytes)).toBeGreaterThan(1_000);
  expect(Number(bytes)).toBeLessThan(1_000_000);
  expect(await first.stop()).toMatchObject({ code: 0, stderr: '' });
  const second = await ServerProcess.startUnprivileged(['--data', data]);
  expect((await second.api.status({ external_id: 'kept' })).status).toBe(200);
  expect(await second.stop()).toMatchObject({ code: 0, stderr: '' });
});
