import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { endingWithFile } from '../../support/children.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
/** Enough for the server, but not for the orders. */
const HEAP_MB = 48;
const BULKS = 500;

test('a start with an account that does not fit into memory names it, says what to do, and changes nothing', async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  {
    await using sandbox = await startTestSandbox({ data, clock: 'manual', balance_trx: 1_000_000_000 });
    for (let bulk = 0; bulk < BULKS; bulk++) {
      const items = Array.from({ length: 50 }, (_, item) => ({
        external_id: `${bulk}-${item}`,
        address: RECIPIENT,
        package_id: 1,
      }));
      expect((await sandbox.api.bulk(items)).outcome).toBe('202');
    }
  }
  const words = [`--max-old-space-size=${HEAP_MB}`, CLI, 'start', '--port', '0', '--data', data];
  const child = endingWithFile(
    spawn(process.execPath, words, { env: childEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  const [err, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /its accounts do not fit into memory; nothing was changed\. The largest is demo, with \d+ MiB\. After a garbage collection, \d+ of 48 MiB are in use; .* move the files demo\.\* away/,
    ),
  ]);
  await using again = await startTestSandbox({ data });
  expect(again.state.orders).toHaveLength(50 * BULKS);
});
