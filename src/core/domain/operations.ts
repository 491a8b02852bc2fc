export const OPERATION_IDS = [
  'getQuote',
  'createEstimate',
  'createOrder',
  'getOrderStatus',
  'getBalance',
  'createOrdersBulk',
] as const;
export type OperationId = (typeof OPERATION_IDS)[number];

/** The maximum number of orders in a bulk request (specification: POST /api/v1/orders/bulk/). */
export const MAX_BULK_ITEMS = 50;

/** The permissions that a key can have (specification: Authentication). */
export const SCOPES = ['quote', 'orders:create', 'orders:read', 'balance'] as const;
export type Scope = (typeof SCOPES)[number];
