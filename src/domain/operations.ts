/** The six operations of the service, by the ids that scenarios and the journal use. */
export const OPERATION_IDS = [
  'getQuote',
  'createEstimate',
  'createOrder',
  'getOrderStatus',
  'getBalance',
  'createOrdersBulk',
] as const;
export type OperationId = (typeof OPERATION_IDS)[number];

/** The permissions that a key can carry (specification: Authentication). */
export const SCOPES = ['quote', 'orders:create', 'orders:read', 'balance'] as const;
export type Scope = (typeof SCOPES)[number];
