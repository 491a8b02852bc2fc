import { type Refusal, refuse } from '../../domain/errors.ts';
import { isoTime } from '../../domain/time-formats.ts';
import type { Account } from '../../engine/account.ts';
import { chargeKey, isExpired, rateOf } from '../../engine/key-checks.ts';
import { withCause } from '../../engine/refusal-causes.ts';
import type { KeyHolder } from '../../runtime/account-registry.ts';
import type { Core } from '../../runtime/core.ts';
import { bearerTokenOf } from '../bearer.ts';
import { callerIp } from '../caller-ip.ts';
import type { ServiceVisit } from './service-visit.ts';

/** The clocks for identification and the rate limit, in milliseconds. */
export interface Clocks {
  /** The time on the account's clock. */
  accountMs(account: Account): number;
  /** The host's monotonic clock. */
  hostMs(): number;
}

/** The header with which the dashboard marks its own requests. It means nothing on a request with another key. */
const DASHBOARD_HEADER = 'x-sandbox-dashboard';

/** The callers that the service knows. */
export type Callers = Pick<Core, 'accounts' | 'dashboardKeys'>;

/** The holder of a key. That of the dashboard is accepted only with its header, so that no client uses it by accident. */
function holderOf({ request }: ServiceVisit, key: string, callers: Callers): KeyHolder | null {
  const own = request.headers[DASHBOARD_HEADER] === undefined ? null : callers.dashboardKeys.holderOf(key);
  return own ?? callers.accounts.holderOf(key);
}

function explainNoKey(header: string | undefined): string {
  if (header === undefined)
    return 'the Authorization header is missing; send: Authorization: Bearer <API_KEY>';
  if (!/^bearer\b/i.test(header))
    return 'the Authorization header uses a scheme other than Bearer; send: Authorization: Bearer <API_KEY>';
  return bearerTokenOf(header) === null
    ? 'the Authorization header has no key after Bearer'
    : 'no account has this API key';
}

const DASHBOARD_ONLY = 'this key is the one of the dashboard, which no other client can use; create a key';

function refuseUnknown(header: string | undefined, key: string | null, callers: Callers): Refusal {
  const isOfDashboard = key !== null && callers.dashboardKeys.holderOf(key) !== null;
  return refuse('UNAUTHORIZED', isOfDashboard ? DASHBOARD_ONLY : explainNoKey(header));
}

/** Finds the account and the key of a request (specification: Authentication). A second call looks them up again. */
export function identify(visit: ServiceVisit, callers: Callers, clocks: Clocks): void {
  const header = visit.request.headers.authorization;
  const token = bearerTokenOf(header);
  const holder = token === null ? null : holderOf(visit, token, callers);
  visit.caller = null;
  if (!holder || holder.key.revoked) {
    visit.ip = callerIp(visit.request, []);
    visit.keyRefusal = holder
      ? withCause(holder.account.state, refuse('UNAUTHORIZED', 'the key was revoked'), holder.key.id)
      : refuseUnknown(header, token, callers);
    return;
  }
  const { account, key } = holder;
  visit.caller = holder;
  visit.ip = callerIp(visit.request, account.state.settings.trusted_proxies);
  if (isExpired(key, clocks.accountMs(account))) {
    const explain = `key ${key.name} expired at ${isoTime(key.expiresAtMs!)}`;
    visit.keyRefusal = withCause(account.state, refuse('TOKEN_EXPIRED', explain), key.id);
  } else visit.keyRefusal = null;
}

/** The current time on the clock that the account's rate limit uses. */
export const windowNowMs = (account: Account, clocks: Clocks): number =>
  account.state.settings.rate_limit_clock === 'real' ? clocks.hostMs() : clocks.accountMs(account);

/** Counts the request against its key's rate limit. A request without a valid key is not counted. */
export function charge(visit: ServiceVisit, clocks: Clocks): void {
  const { caller, keyRefusal } = visit;
  if (!caller) return;
  const { account, key } = caller;
  const nowMs = windowNowMs(account, clocks);
  visit.rate = keyRefusal ? rateOf(account, key, nowMs) : chargeKey(account, key, 1, nowMs);
}

/** The number of items of a bulk request if the account counts items; otherwise null. */
export function chargedItems({ body, caller }: ServiceVisit): number | null {
  const orders = (body as { orders?: unknown } | null | undefined)?.orders;
  const isCounted = caller!.account.state.settings.bulk_rate_cost === 'item' && Array.isArray(orders);
  return isCounted ? orders.length : null;
}

/** Counts the items of a bulk request after the first, if the account counts items. */
export function chargeItems(visit: ServiceVisit, clocks: Clocks): void {
  const items = chargedItems(visit);
  if (items === null) return;
  const { account, key } = visit.caller!;
  visit.rate = chargeKey(account, key, Math.max(0, items - 1), windowNowMs(account, clocks));
}
