import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (path: string): Promise<string> => readFile(join(import.meta.dirname, '../../..', path), 'utf8');

test('the guide to continuous integration names the inputs and outputs that the action has', async () => {
  const guide = await read('docs/ci.md');
  const action = parse(await read('action.yml')) as { inputs: object; outputs: object };
  const rows = [...guide.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
  expect(rows).toEqual([...Object.keys(action.inputs), ...Object.keys(action.outputs)]);
});
