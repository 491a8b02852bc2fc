import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/explore-me/shop.test.mjs');

test('the tests of the example for explore pass without a disturbance', async () => {
  const words = ['--test', '--test-reporter=tap', EXAMPLE];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env: childEnvironment() });
  expect(stdout).toMatch(/^# pass 2$/m);
});
