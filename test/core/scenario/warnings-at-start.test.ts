import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../../../src/server/start-sandbox.ts';

const DUBIOUS = `name: pointless
summary: Corrupts an attempt for which its retry delays leave no room.
given:
  assumptions: { webhook_retry_delays_ms: [1000] }
webhooks:
  - match: { attempt: 3 }
    corrupt: wrong-secret
`;

const WARNING = /pointless\.yaml:6:23: warning: with the retry delays .* there are only 2 attempts/;

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
  const sandbox = await startSandbox({ scenarios: [join(folder, 'pointless.yaml')], on_remark: onRemark });
  await sandbox.close();
  expect(remarks).toEqual([expect.stringMatching(WARNING)]);
});

test('a server that starts with a folder of scenarios says which of them are dubious', async () => {
  const sandbox = await startSandbox({ scenarios_dir: folder, on_remark: onRemark });
  await sandbox.close();
  expect(remarks).toEqual([expect.stringMatching(WARNING)]);
});
