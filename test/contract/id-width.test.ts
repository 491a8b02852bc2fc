import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Node {
  readonly [key: string]: unknown;
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const isId = (name: unknown): boolean => /^(id|order|\w+_id)$/.test(String(name));

/** The paths and formats of all integers in a description that are called an id: properties and parameters, not rules. */
function idsIn(node: unknown, path = ''): [path: string, format: unknown][] {
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'oneOf') return [];
    const at = `${path}/${key}`;
    const name = key === 'schema' ? node.name : path.endsWith('/properties') ? key : undefined;
    if (isObject(value) && value.type === 'integer' && isId(name)) return [[at, value.format]];
    return idsIn(value, at);
  });
}

test.each([
  ['energy-rental-v1', 11],
  ['control-v1', 20],
])('%s gives ids 64 bits, so that generated clients do not cut them off', async (name, least) => {
  const text = await readFile(new URL(`../../openapi/${name}.yaml`, import.meta.url), 'utf8');
  const ids = idsIn(parse(text));
  expect(ids.length).toBeGreaterThanOrEqual(least);
  expect(ids.filter(([, format]) => format !== 'int64')).toEqual([]);
});
