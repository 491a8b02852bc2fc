import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/contract/contract-types.ts';
import { contractOf } from './requests.ts';

/** Cases that the service API does not have: path parameters, other types, an optional body. */
const DESCRIPTION = `
openapi: 3.0.0
info: { title: A small interface, version: 1.0.0 }
paths:
  /accounts/{account}/orders/{id}:
    post:
      operationId: changeOrder
      parameters:
        - name: account
          in: path
          required: true
          schema: { type: string, pattern: '^[a-z]+$', x-violation: { status: 404, error: NOT_FOUND } }
        - name: id
          in: path
          required: true
          schema: { type: integer, minimum: 1, x-violation: { status: 404, error: NOT_FOUND } }
        - name: share
          in: query
          schema: { type: number, maximum: 1, x-violation: { status: 400, error: INVALID } }
        - name: dry
          in: query
          required: true
          schema: { type: boolean, x-violation: { status: 400, error: INVALID } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              x-violation: { status: 400, error: INVALID }
              properties:
                lines: { type: array, items: { type: object, required: [price], properties: { price: { type: number } } } }
      responses:
        '200': { description: Done. }
        '400': { $ref: '#/components/responses/Refused' }
        '404': { $ref: '#/components/responses/Refused' }
components:
  responses:
    Refused:
      description: Refused.
      content:
        application/json:
          schema: { type: object, properties: { error: { type: string, enum: [INVALID, NOT_FOUND] } } }
`;

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf(DESCRIPTION);
});

const params = { account: 'demo', id: '17' };
const query = { dry: 'true' };

describe('an operation with parameters in its path', () => {
  test('has a route pattern, its method in upper case, and a scope only if it declares one', () => {
    expect(contract.byId('changeOrder')).toMatchObject({
      pathPattern: '/accounts/:account/orders/:id',
      method: 'POST',
      scope: null,
    });
  });

  test('accepts a body, and accepts its absence if the body is optional', () => {
    const operation = contract.byId('changeOrder');
    expect(operation.check({ params, query, body: undefined })).toEqual([]);
    expect(operation.check({ params, query, body: { lines: [{ price: 1.5 }] } })).toEqual([]);
  });

  test.each<[string, object, object, unknown, string]>([
    [
      'a path parameter',
      { account: 'demo', id: 'x' },
      query,
      undefined,
      '404 params.id must be an integer, but is "x"',
    ],
    [
      'a missing query parameter',
      params,
      {},
      undefined,
      '400 query.dry is missing; it must be true or false',
    ],
    [
      'another word than true or false',
      params,
      { dry: '1' },
      undefined,
      '400 query.dry must be true or false, but is "1"',
    ],
    [
      'a number out of range',
      params,
      { ...query, share: '1.5' },
      undefined,
      '400 query.share must be at most 1, but is 1.5',
    ],
    ['null for a body', params, query, null, '400 body must be an object, but is null'],
    [
      'a field deep in the body',
      params,
      query,
      { lines: [{ price: 1 }, {}] },
      '400 body.lines[1].price is missing; it must be a number',
    ],
  ])('refuses %s', (_name, parts, search, body, expected) => {
    const request = {
      params: parts as Record<string, string>,
      query: search as Record<string, string>,
      body,
    };
    const violations = contract.byId('changeOrder').check(request);
    expect(violations.map(({ status, message }) => `${status} ${message}`)).toEqual([expected]);
  });

  test('reports violations of the path first, then of the query, then of the body', () => {
    const request = { params: { account: 'demo', id: '0' }, query: { dry: '' }, body: [] };
    const violations = contract.byId('changeOrder').check(request);
    expect(violations.map(({ path }) => path)).toEqual(['params.id', 'query.dry', 'body']);
  });

  test('converts the query to its types', () => {
    const values = contract.byId('changeOrder').queryValues({ share: '0.25', dry: 'false', other: '1' });
    expect(values).toEqual({ share: 0.25, dry: false });
  });
});
