import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

// Imports nothing from src/, which fails to load if Prism's module has moved.

const MODULE = '@stoplight/prism-http/dist/validator/validators/utils.js';
const ADVICE =
  'src/contract/prism-validator.ts depends on it; look at what changed in @stoplight/prism-http before the upgrade';

const manifest = async (
  path: string,
): Promise<{ version: string; devDependencies: Record<string, string> }> =>
  JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'));

/** Loads the module at run time, so that its absence fails a test with a message instead of failing the import of this file. */
async function validateAgainstSchema(): Promise<(...parameters: unknown[]) => unknown> {
  const exported = await import(MODULE).catch(() => ({}));
  expect(exported.validateAgainstSchema, `${MODULE} has no validateAgainstSchema: ${ADVICE}`).toBeTypeOf(
    'function',
  );
  return exported.validateAgainstSchema;
}

describe('the installed Prism', () => {
  test('is the exact version that the project was tested with', async () => {
    const { devDependencies } = await manifest('package.json');
    const { version } = await manifest('node_modules/@stoplight/prism-http/package.json');
    expect(devDependencies['@stoplight/prism-http']).toBe('5.12.0');
    expect(version).toBe('5.12.0');
  });

  test('has its schema validator where the contract imports it, with the diagnostics that the contract reads', async () => {
    const validate = await validateAgainstSchema();
    const item = { type: 'object', required: ['id'], properties: { 'a/b': { type: 'integer', minimum: 1 } } };
    const schema = { type: 'object', properties: { items: { type: 'array', items: item } } };
    const ask = (value: unknown): unknown => validate(value, schema, false, 0, 'body');
    expect(ask({ items: [{ id: 1, 'a/b': 1 }] }), `an accepted value: ${ADVICE}`).toMatchObject({
      _tag: 'None',
    });
    expect(ask({ items: [{ 'a/b': 0 }] }), `diagnostics: ${ADVICE}`).toEqual({
      _tag: 'Some',
      value: [
        {
          path: ['body', 'items', '0'],
          code: 'required',
          message: "Request body property items.0 must have required property 'id'",
          severity: 0,
        },
        {
          path: ['body', 'items', '0', 'a~1b'],
          code: 'minimum',
          message: 'Request body property items.0.a~1b must be >= 1',
          severity: 0,
        },
      ],
    });
    expect(ask([]), `the path of the body itself: ${ADVICE}`).toMatchObject({
      value: [{ path: ['body'], code: 'type' }],
    });
  });

  test('coerces nothing when coercion is off', async () => {
    const validate = await validateAgainstSchema();
    expect(validate('1', { type: 'integer' }, false, 0, 'body'), ADVICE).toMatchObject({ _tag: 'Some' });
  });

  test('accepts every value for a schema that does not compile, which is why loading tests each schema', async () => {
    const validate = await validateAgainstSchema();
    expect(validate(5, { type: 'string', pattern: '[' }, false, 0, 'body'), ADVICE).toMatchObject({
      _tag: 'None',
    });
  });
});
