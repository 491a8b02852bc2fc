import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startTestSandbox, type TestOptions, type TestSandbox } from '../support/sandbox.ts';

const FIELDS = { address: RECIPIENT, package_id: 1 };

async function start(options: TestOptions): Promise<TestSandbox> {
  const sandbox = await startTestSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A folder that is removed when the test ends. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'disturbances-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

async function file(name: string, text: string): Promise<string> {
  const path = join(await newFolder(), `${name}.yaml`);
  await writeFile(path, text);
  return path;
}

test('a disturbance applies to every account, including accounts that are created later', async () => {
  const sandbox = await start({ disturbances: ['service-unavailable'] });
  const other = sandbox.openAccount();
  expect((await sandbox.api.order({ external_id: 'a', ...FIELDS })).outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect((await other.api.order({ external_id: 'a', ...FIELDS })).outcome).toBe('503 SERVICE_UNAVAILABLE');
});

test('the scenarios that an account activates take precedence over a disturbance', async () => {
  const sandbox = await start({ disturbances: ['service-unavailable'] });
  const own = sandbox.openAccount({ scenarios: [sandbox.core.library.get('insufficient-balance')!] });
  expect((await own.api.order({ external_id: 'a', ...FIELDS })).outcome).toBe('402 INSUFFICIENT_BALANCE');
});

test('a disturbance from a file does not replace the scenario of the same name', async () => {
  const path = await file(
    'response-lost',
    'name: response-lost\nsummary: Only a 503.\nrequests:\n  - match: { operation: createOrder }\n    times: 1\n    reply: { status: 503, error: SERVICE_UNAVAILABLE }\n',
  );
  const sandbox = await start({ disturbances: [path] });
  expect(sandbox.core.library.get('response-lost')!.summary).not.toBe('Only a 503.');
  expect((await sandbox.api.order({ external_id: 'a', ...FIELDS })).outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect((await sandbox.api.order({ external_id: 'a', ...FIELDS })).outcome).toBe('202');
});

test('an unknown disturbance is refused with the nearest name', async () => {
  await expect(createSandbox({ disturbances: ['response-lots'] })).rejects.toThrow(
    'disturbances: there is no scenario named "response-lots"; did you mean "response-lost"?',
  );
});

test('a disturbance that changes accounts is refused', async () => {
  const path = await file(
    'poor',
    'name: poor\nsummary: No balance.\ngiven: { balance_trx: 0 }\nrequests: []\n',
  );
  await expect(createSandbox({ disturbances: [path] })).rejects.toThrow('disturbances: poor has `given`');
});

test('a disturbance is refused together with a data folder', async () => {
  const data = await newFolder();
  await expect(createSandbox({ disturbances: ['response-lost'], data })).rejects.toThrow(
    'disturbances: cannot be combined with a data folder',
  );
});
