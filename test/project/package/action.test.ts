import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (path: string): Promise<string> => readFile(join(import.meta.dirname, '../../..', path), 'utf8');

interface Action {
  readonly inputs: object;
  readonly outputs: object;
  readonly runs: { readonly main: string; readonly post: string };
}

test('the guide to continuous integration names the inputs and outputs that the action has', async () => {
  const guide = await read('docs/ci.md');
  const action = parse(await read('action.yml')) as Action;
  const rows = [...guide.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
  expect(rows).toEqual([...Object.keys(action.inputs), ...Object.keys(action.outputs)]);
});

test('the scripts of the action read each of its inputs, and no others', async () => {
  const { inputs, runs } = parse(await read('action.yml')) as Action;
  const scripts = await Promise.all([read(runs.main), read(runs.post)]);
  const used = scripts.flatMap(text => [...text.matchAll(/\binput\('([\w-]+)'\)/g)].map(([, name]) => name!));
  expect([...new Set(used)].sort()).toEqual(Object.keys(inputs).sort());
});
