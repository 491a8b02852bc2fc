import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestSandbox } from '../support/sandbox.ts';

const TEXT = readFileSync(join(import.meta.dirname, '../../openapi/energy-rental-v1.yaml'), 'utf8');
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Edit = readonly [from: string, to: string];

/** Writes the description with texts replaced, each where it first appears. */
function edited(...edits: readonly Edit[]): string {
  const path = join(folder, 'next.yaml');
  const text = edits.reduce((current, [from, to]) => {
    expect(current).toContain(from);
    return current.replace(from, () => to);
  }, TEXT);
  writeFileSync(path, text);
  return path;
}

/** The message with which a start is refused, with places of the file as `next.yaml:line:column`. */
async function refusal(...edits: readonly Edit[]): Promise<string> {
  const openapi = edited(...edits);
  const error = await startTestSandbox({ openapi }).then(
    async sandbox => sandbox.close().then(() => new Error('it was accepted')),
    one => one as Error,
  );
  return error.message.replaceAll(openapi, 'next.yaml');
}

/** `next.yaml:line:column` of a text in the edited file. */
function placeOf(needle: string): string {
  const before = readFileSync(join(folder, 'next.yaml'), 'utf8').split(needle)[0]!.split('\n');
  return `next.yaml:${before.length}:${before.at(-1)!.length + 1}`;
}

describe('a sandbox with a description of its own', () => {
  test('refuses what that description refuses, and shows it on its pages', async () => {
    const openapi = edited([
      '          maxLength: 128\n          pattern',
      '          maxLength: 20\n          pattern',
    ]);
    await using sandbox = await startTestSandbox({ openapi });
    const order = { package_id: 1, address: RECIPIENT };
    const long = await sandbox.api.call('POST', '/api/v1/order/', {
      body: { ...order, external_id: 'x'.repeat(21) },
    });
    expect(long.outcome).toBe('422 EXTERNAL_ID_INVALID');
    const short = await sandbox.api.call('POST', '/api/v1/order/', {
      body: { ...order, external_id: 'x'.repeat(20) },
    });
    expect(short.status).toBe(202);
    const page = await fetch(`${sandbox.baseUrl}/_sandbox/openapi/energy-rental-v1.yaml`);
    expect(await page.text()).toContain('maxLength: 20');
  });

  test('requires a field that is new in it, and reports it as known if it is optional', async () => {
    const field: Edit = [
      '        duration_minutes:\n          type: integer\n          minimum: 1\n          maximum: 9007199254740991\n          description',
      '        priority: { type: integer, x-violation: { status: 400, error: INVALID_JSON } }\n        duration_minutes:\n          type: integer\n          minimum: 1\n          maximum: 9007199254740991\n          description',
    ];
    const order = { package_id: 1, address: RECIPIENT };
    const openapi = edited(field, ['      required: [address]\n', '      required: [address, priority]\n']);
    await using sandbox = await startTestSandbox({ openapi, strict: true });
    const without = await sandbox.api.call('POST', '/api/v1/order/', { body: order });
    expect(without.outcome).toBe('400 INVALID_JSON');
    expect(without.explain).toContain('body.priority');
    const withIt = await sandbox.api.call('POST', '/api/v1/order/', { body: { ...order, priority: 2 } });
    expect(withIt.status).toBe(202);
  });
});

describe('a description is refused, with its place,', () => {
  const CASES: readonly [name: string, edits: readonly Edit[], place: string, text: string][] = [
    [
      'for a syntax error',
      [['openapi: 3.0.0', 'openapi: [3.0.0']],
      'info:\n  title',
      'close each { and [ before it',
    ],
    [
      'for another version of OpenAPI',
      [['openapi: 3.0.0', 'openapi: 3.1.0']],
      'openapi: 3',
      'write the description in OpenAPI 3.0',
    ],
    [
      'for an unknown operation',
      [['operationId: getBalance', 'operationId: getBalances']],
      'operationId: getBalances',
      'the sandbox has no operation getBalances; did you mean "getBalance"?',
    ],
    [
      'for an operation at another path',
      [['/api/v1/balance/:', '/api/v1/funds/:']],
      'get:\n      operationId: getBalance',
      'the sandbox serves getBalance as GET /api/v1/balance/ only; move it there',
    ],
    [
      'without an operation',
      [['  /api/v1/balance/:\n    get:', '  /api/v1/balance/:\n    x-get:']],
      'paths:',
      'getBalance is missing; describe it as GET /api/v1/balance/',
    ],
    [
      'without a scope',
      [['      x-scope: balance\n', '']],
      'get:\n      operationId: getBalance',
      'getBalance needs x-scope: one of quote',
    ],
    [
      'for a reference to nothing',
      [
        [
          "schema: { $ref: '#/components/schemas/BalanceResponse' }",
          "schema: { $ref: '#/components/schemas/Balances' }",
        ],
      ],
      "schema: { $ref: '#/components/schemas/Balances' }",
      '#/components/schemas/Balances is not in this file; correct the reference',
    ],
    [
      'for an unknown error code',
      [
        [
          'x-violation: { status: 404, error: PACKAGE_NOT_FOUND }',
          'x-violation: { status: 404, error: PACKAGE_GONE }',
        ],
      ],
      'schema:\n            type: integer\n            format: int64',
      'the sandbox has no error code PACKAGE_GONE',
    ],
    [
      'for a code with the status of another',
      [
        [
          'x-violation: { status: 404, error: PACKAGE_NOT_FOUND }',
          'x-violation: { status: 410, error: PACKAGE_NOT_FOUND }',
        ],
      ],
      'schema:\n            type: integer\n            format: int64',
      'the sandbox sends PACKAGE_NOT_FOUND with the status 404, not 410',
    ],
    [
      'for a parameter without a response to violations',
      [
        [
          '            x-violation: { status: 422, error: EXTERNAL_ID_INVALID }\n      responses',
          '      responses',
        ],
      ],
      'schema:\n            type: string\n            minLength: 1',
      'query.external_id needs x-violation',
    ],
    [
      'for a parameter in a header',
      [
        [
          '        - name: id\n          in: query',
          '        - name: X-Order\n          in: header\n          schema: { type: string }\n        - name: id\n          in: query',
        ],
      ],
      'name: X-Order',
      'the sandbox reads no header parameters; remove it',
    ],
    [
      'for requests that the engine cannot read',
      [['      required: [address]\n', '      required: [external_id]\n']],
      "address:\n          type: string\n          description: The recipient's TRON address in Base58Check format. It must be activated on the network.\n          x-violation: { status: 422, error: INVALID_TRON_ADDRESS }\n\n    ProductChoice",
      'createOrder cannot be executed if body.address is missing; it must be a string; the description has to refuse it',
    ],
    [
      'for more items than the engine takes',
      [
        [
          '          maxItems: 50\n          description: The orders',
          '          maxItems: 100\n          description: The orders',
        ],
      ],
      'orders:\n          type: array',
      'must have at most 50 items, but has 51',
    ],
    [
      'for a required field that the engine does not send',
      [
        ['          required: [balance_trx]\n', '          required: [balance_trx, currency]\n'],
        [
          '            balance_trx: { type: number',
          '            currency: { type: string, description: x }\n            balance_trx: { type: number',
        ],
      ],
      'currency: { type: string',
      "the 200 of getBalance of the sandbox does not match: data must have required property 'currency'",
    ],
    [
      'for a field of another type than the engine sends',
      [
        [
          "balance_trx: { type: number, format: double, description: 'The amount",
          "balance_trx: { type: string, description: 'The amount",
        ],
      ],
      'balance_trx: { type: string',
      'data.balance_trx must be string',
    ],
    [
      'without a success status that the engine sends',
      [
        [
          "        '207':\n          description: Some items",
          "        '208':\n          description: Some items",
        ],
      ],
      "responses:\n        '202':\n          description: Every item was accepted",
      'createOrdersBulk sends the status 207; describe it',
    ],
    [
      'without an event',
      [["          order.review: '#/components/schemas/OrderReviewEvent'\n", '']],
      'mapping:\n          order.processing',
      'the webhook order.review of the sandbox does not match',
    ],
    [
      'for a pattern that is no regular expression',
      [["pattern: '^[A-Za-z0-9._:-]+$'", "pattern: '^[A-Za-z0-9._:-+$'"]],
      "pattern: '^[A-Za-z0-9._:-+$'",
      'pattern is no regular expression; correct it',
    ],
    [
      'for such a pattern in a response',
      [["pattern: '^[0-9a-f]{64}$'", "pattern: '^[0-9a-f]{64$('"]],
      "pattern: '^[0-9a-f]{64$('",
      'pattern is no regular expression; correct it',
    ],
    [
      'for a length that is not a number',
      [['maxLength: 120', 'maxLength: many']],
      'maxLength: many\n',
      'maxLength must be integer',
    ],
    [
      'for a negative length',
      [['minLength: 1\n', 'minLength: -1\n']],
      'minLength: -1\n',
      'minLength must be >= 0',
    ],
    [
      'for a bound that is not a number',
      [['minimum: 1\n            maximum', "minimum: '1'\n            maximum"]],
      "minimum: '1'\n",
      'minimum must be number',
    ],
    [
      'for an unknown type',
      [['  Success: { type: boolean', '  Success: { type: bool']],
      'type: bool, enum: [true]',
      'type must be equal to one of the allowed values: array, boolean',
    ],
    [
      'for names that are not a list',
      [['required: [address]', 'required: address']],
      'required: address\n      properties',
      'required must be array',
    ],
  ];
  test.each(CASES)('%s', async (_name, edits, needle, text) => {
    const message = await refusal(...edits);
    expect(message).toContain(text);
    expect(message.split('\n').find(line => line.includes(text))).toContain(placeOf(needle));
  });

  test('if the file does not exist', async () => {
    const openapi = join(folder, 'none.yaml');
    await expect(startTestSandbox({ openapi })).rejects.toThrow(`openapi: ${openapi}: `);
  });
});

describe('a description that would stop the server', () => {
  const ID_PATTERN = "pattern: '^[A-Za-z0-9._:-]+$'";

  test.each([
    ['^([A-Za-z0-9._:-]+)+$', 'exponential'],
    ['^(a|a)*$', 'exponential'],
    ['[a-z]+x', 'more than linear'],
  ])('is refused for the pattern %s, with its line and a fix', async (pattern, time) => {
    const message = await refusal([ID_PATTERN, `pattern: '${pattern}'`]);
    expect(message).toContain(`the pattern ${pattern} is refused: it takes ${time} time`);
    expect(message).toMatch(/next\.yaml:\d+:\d+: the pattern/);
    expect(message).toContain('instead of ^([a-z]+)+$');
  });

  test('is not refused for a pattern whose repetitions are separated', async () => {
    const openapi = edited([ID_PATTERN, "pattern: '^[A-Za-z0-9._:]+(-[A-Za-z0-9._:]+)*$'"]);
    await using sandbox = await startTestSandbox({ openapi });
    expect((await sandbox.api.order({ external_id: 'a-b', address: RECIPIENT, package_id: 1 })).outcome).toBe(
      '202',
    );
  });

  test('is refused for aliases that repeat very many values', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `  l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`)}]\n`,
    );
    const bomb = `x-bomb:\n  l0: &l0 [a]\n${levels.join('')}info:\n`;
    expect(await refusal(['info:\n', bomb])).toContain(
      'the file has more than 500000 values, counting what its aliases stand for each time; split it',
    );
  });

  test('is refused for references that stand for very many values', async () => {
    const levels = Array.from({ length: 20 }, (_, level) => {
      const next = `{ $ref: '#/components/schemas/L${level + 1}' }`;
      return `    L${level}: { type: object, properties: { a: ${next}, b: ${next} } }\n`;
    });
    const message = await refusal(
      ['  schemas:\n', `  schemas:\n${levels.join('')}    L20: { type: string }\n`],
      [ID_PATTERN, `${ID_PATTERN}\n            x-more: { $ref: '#/components/schemas/L0' }`],
    );
    expect(message).toContain('its references stand for more than 500000 values');
  });
});
