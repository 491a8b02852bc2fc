import { SCOPES } from '../domain/operations.ts';
import type { ApiKey, Order } from './account-state.ts';

/** The id and name of the key that the dashboard uses. An id of an account's own keys has another form. */
export const DASHBOARD_KEY = 'dashboard';

/**
 * The key of the dashboard's own requests. It is not part of the account's state: it is in no list, no snapshot and no
 * count, and what a scenario changes in the copy that a request has is forgotten.
 */
export const dashboardKey = (digest = '', hint = ''): ApiKey => ({
  id: DASHBOARD_KEY,
  name: DASHBOARD_KEY,
  digest,
  hint,
  scopes: SCOPES,
  ipAllow: [],
  ratePerMinute: null,
  expiresAtMs: null,
  revoked: false,
  window: { startMs: 0, used: 0 },
});

/** True if the dashboard's order form made the order. */
export const isMadeByDashboard = ({ steps }: Order): boolean => steps[0]!.cause === DASHBOARD_KEY;
