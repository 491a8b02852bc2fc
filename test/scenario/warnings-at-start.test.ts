import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox.ts';

const DUBIOUS = `name: pointless
summary: Holds an event until one that comes before it.
webhooks:
  - match: { event: order.completed }
    deliver: { hold_until: order.delegated }
`;

const WARNING =
  /pointless\.yaml:5:28: warning: order\.delegated comes before order\.completed, so nothing is held/;

let folder: string;
let remarks: string[];
const onRemark = (text: string): void => void remarks.push(text);

beforeEach(async () => {
  remarks = [];
  folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
  await writeFile(join(folder, 'pointless.yaml'), DUBIOUS);
});
afterEach(() => rm(folder, { recursive: true }));

test('a server that starts with a dubious scenario file says what is dubious, once', async () => {
  const sandbox = await startSandbox({ scenarios: [join(folder, 'pointless.yaml')], onRemark });
  await sandbox.close();
  expect(remarks).toEqual([expect.stringMatching(WARNING)]);
});

test('a server that starts with a folder of scenarios says which of them are dubious', async () => {
  const sandbox = await startSandbox({ scenariosDir: folder, onRemark });
  await sandbox.close();
  expect(remarks).toEqual([expect.stringMatching(WARNING)]);
});

test('a server that starts with a file of which nothing is dubious says nothing', async () => {
  const path = join(folder, 'fine.yaml');
  await writeFile(
    path,
    DUBIOUS.replace('pointless', 'fine')
      .replace('order.delegated }', 'order.completed }')
      .replace('{ event: order.completed }', '{ event: order.delegated }'),
  );
  const sandbox = await startSandbox({ scenarios: [path], onRemark });
  await sandbox.close();
  expect(remarks).toEqual([]);
});
