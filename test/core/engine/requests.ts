import type { ErrorCode } from '../../../src/core/domain/error-codes.ts';
import type { ApiKey } from '../../../src/core/engine/account-state.ts';
import type { OrderRequest } from '../../../src/core/engine/place-order.ts';
import {
  NO_FIELDS,
  type RequestFields,
  type RequestViolation,
  type ServiceRequest,
} from '../../../src/core/engine/request/service-request.ts';
import { RECIPIENT } from '../../support/addresses.ts';

/** The fields of a request; those left out are null. */
export const fieldsOf = (fields: Partial<RequestFields> = {}): RequestFields => ({ ...NO_FIELDS, ...fields });

/** The fields of an order for the first package; those given take precedence. */
export const orderFields = (fields: Partial<RequestFields> = {}): RequestFields =>
  fieldsOf({ address: RECIPIENT, packageId: 1, ...fields });

/** A request of the service API with the world's first key; by default, it creates an order and has no violations. */
export const serviceRequest = (request: Partial<ServiceRequest> = {}): ServiceRequest => ({
  operation: 'createOrder',
  keyId: 'key-0',
  header: null,
  fields: NO_FIELDS,
  items: [],
  problem: null,
  violations: [],
  remarks: [],
  ...request,
});

/** An order that is placed outside the service API, for the first package unless fields say otherwise. */
export const manualOrder = (
  fields: Partial<RequestFields> = {},
  request: Partial<Omit<OrderRequest, 'fields'>> = {},
): OrderRequest => ({
  fields: orderFields(fields),
  kind: 'single',
  keyId: 'key-0',
  picked: null,
  ...request,
});

/** A violation of one field: of the request, or of the bulk item with an index. */
export const violationOf = (
  field: string,
  error: ErrorCode = 'PRODUCT_REQUIRED',
  item: number | null = null,
): RequestViolation => ({ error, explain: `${field} is wrong`, field, item });

/** A key named shop with a limit of three requests per minute, unless the fields say otherwise. */
export const keyWith = (fields: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key-1',
  name: 'shop',
  digest: '0'.repeat(64),
  hint: 'cdef',
  scopes: ['quote', 'balance'],
  ipAllow: [],
  ratePerMinute: 3,
  expiresAtMs: null,
  revoked: false,
  window: { startMs: 0, used: 0 },
  ...fields,
});
