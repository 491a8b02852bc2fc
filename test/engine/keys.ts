import type { ApiKey } from '../../src/engine/account-state.ts';

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
