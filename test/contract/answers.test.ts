import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/contract/contract-types.ts';
import { builtinContract } from '../../src/contract/load-contract.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await builtinContract('energy-rental-v1');
});

const headers = {
  'content-type': 'application/json',
  'x-ratelimit-limit': '6000',
  'x-ratelimit-remaining': '5999',
};
const balance = { success: true, data: { balance_trx: 96.1 } };

describe('a response', () => {
  test('as described has no problems', async () => {
    expect(await contract.validateResponse('getBalance', 200, headers, balance)).toEqual([]);
  });

  test.each<[string, number, Record<string, string>, unknown, RegExp]>([
    [
      'a field of the wrong type',
      200,
      headers,
      { success: true, data: { balance_trx: '1' } },
      /balance_trx must be number/,
    ],
    ['a field that is missing', 200, headers, { success: true, data: {} }, /required property 'balance_trx'/],
    [
      'a field that is not described',
      200,
      headers,
      { success: true, data: { balance_trx: 1, owner: 'x' } },
      /^body\.data\.owner is not described$/,
    ],
    [
      'a missing rate limit header',
      200,
      { 'content-type': 'application/json' },
      balance,
      /x-ratelimit-limit/,
    ],
    [
      'a rate limit header that is not a number',
      200,
      { ...headers, 'x-ratelimit-limit': 'many' },
      balance,
      /x-ratelimit-limit/,
    ],
    [
      'another media type',
      200,
      { ...headers, 'content-type': 'text/html' },
      balance,
      /media type "text\/html"/,
    ],
    ['a status that is not listed', 418, headers, balance, /status code/],
    [
      'a code that does not belong to the status',
      403,
      headers,
      { success: false, error: 'UNAUTHORIZED' },
      /SCOPE_FORBIDDEN/,
    ],
    ['429 without Retry-After', 429, headers, { success: false, error: 'RATE_LIMITED' }, /retry-after/],
    ['405 without Allow', 405, headers, { success: false, error: 'METHOD_NOT_ALLOWED' }, /allow/],
    ['no body', 200, headers, undefined, /.+/],
  ])('with %s is reported', async (_name, status, sent, body, problem) => {
    const problems = await contract.validateResponse('getBalance', status, sent, body);
    expect(problems.some(one => problem.test(one))).toBe(true);
  });

  test('with a bulk result of neither kind is reported', async () => {
    const result = { index: 0, external_id: 'a', status: 'accepted', error: 'NOT_FOUND' };
    const body = { success: true, data: { accepted: 1, failed: 0, results: [result] } };
    expect(await contract.validateResponse('createOrdersBulk', 202, headers, body)).not.toEqual([]);
  });

  test('of an undescribed operation rejects', async () => {
    await expect(contract.validateResponse('getNothing', 200, headers, {})).rejects.toThrow(
      'the description has no operation getNothing; it has getQuote',
    );
  });
});

describe('the body of a webhook', () => {
  const event = {
    event: 'order.processing',
    event_id: 'order-1-order.processing-0f9e8d7c6b5a',
    created_at: '2026-01-05T12:00:00.000Z',
    data: {
      order_id: 1,
      external_id: null,
      address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1',
      energy_amount: 65_000,
      duration_minutes: 60,
      price_trx: 3.9,
      status: 'processing',
      txid: null,
      refunded: false,
      error_code: null,
      created_at: '2026-01-05 12:00:00',
      delivered_at: null,
      completed_at: null,
      updated_at: '2026-01-05 12:00:00',
    },
  };

  test.each<[string, unknown, string[]]>([
    ['as described', event, []],
    [
      'with fields that are not described',
      { ...event, tenant: 1, data: { ...event.data, owner: 2 } },
      ['body.data.owner is not described', 'body.tenant is not described'],
    ],
    [
      'with a status that does not belong to the event',
      { ...event, data: { ...event.data, status: 'failed' } },
      [
        'body.data.status: Request body property data.status must be equal to one of the allowed values: processing',
      ],
    ],
    [
      'of another event',
      { ...event, event: 'order.lost' },
      ['body.event: is not one of the described events'],
    ],
    ['that is no object', [event], ['body: must be an object']],
  ])('%s', (_name, body, problems) => {
    expect(contract.validateEvent(body).sort()).toEqual(problems);
  });
});
