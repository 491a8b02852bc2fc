import { expect, test } from 'vitest';
import { readSources } from './source.ts';

/**
 * Files whose processes get more of the developer's environment: Debian's tools, which need the proxy of the machine to
 * make an image.
 */
const OTHERS = /^test\/project\/image\/|\/consumer\//;

const STARTS_PROCESSES = /^import \{(?! type \w+ \}).*\} from 'node:child_process';/m;
const GIVES_CLEAN_ENVIRONMENT =
  /\b(childEnvironment|shellOf|ENVIRONMENT)\b.*from '\.|\bfunction childEnvironment\b/;

test('every test file that starts processes gives them the clean environment of test/support/child-environment.ts', () => {
  const starting = readSources('test').filter(
    ({ path, text }) => STARTS_PROCESSES.test(text) && !OTHERS.test(path),
  );
  expect(starting.length).toBeGreaterThan(20);
  const others = starting.filter(({ text }) => !GIVES_CLEAN_ENVIRONMENT.test(text));
  expect(others.map(({ path }) => path)).toEqual([]);
});
