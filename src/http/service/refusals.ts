import type { Refusal } from '../../domain/errors.ts';
import { refuseIp, refuseRate, refuseScope } from '../../engine/admission.ts';
import { withCause } from '../../engine/provenance.ts';
import type { Runner } from '../../runtime/runner.ts';
import { type Answer, failed, refused } from '../answer.ts';
import { callerOf, type Visit } from './visit.ts';

/* The refusals that need no more than the head of a request, one for each step of the middleware. */

/** SERVICE_UNAVAILABLE while the server shuts down. */
export const refuseWhileClosing = (isClosing: boolean): Answer | null =>
  isClosing
    ? failed('SERVICE_UNAVAILABLE', 'the sandbox is shutting down', { headers: { Connection: 'close' } })
    : null;

/** UNAUTHORIZED or TOKEN_EXPIRED without a valid key. */
export const refuseKey = ({ keyRefusal }: Visit): Answer | null => keyRefusal && refused(keyRefusal);

function withKeyCause(visit: Visit, refusal: Refusal | null): Answer | null {
  if (!refusal) return null;
  const { account, key } = callerOf(visit);
  return refused(withCause(account.state, refusal, key.id));
}

/** IP_NOT_ALLOWED. */
export const refuseCallerIp = (visit: Visit): Answer | null =>
  withKeyCause(visit, refuseIp(callerOf(visit).key, visit.ip));

/** RATE_LIMITED. */
export const refuseOverLimit = (visit: Visit): Answer | null =>
  withKeyCause(visit, refuseRate(callerOf(visit).key, visit.rate));

/** SCOPE_FORBIDDEN. */
export const refuseMissingScope = (visit: Visit): Answer | null =>
  withKeyCause(visit, refuseScope(callerOf(visit).key, visit.operation!.scope));

/** SERVICE_UNAVAILABLE while the account cannot be stored: nothing should be done to it then. */
export function refuseUnstorable(visit: Visit, runner: Runner): Answer | null {
  const trouble = runner.trouble(callerOf(visit).account);
  return trouble && failed('SERVICE_UNAVAILABLE', trouble.message);
}

/** NOT_FOUND, or a redirect where only the final slash is missing and the account asks for one. */
export function refusePath({ path, request, caller }: Visit, paths: ReadonlySet<string>): Answer {
  if (!paths.has(`${path}/`)) {
    return failed('NOT_FOUND', `there is no path ${path}; every path begins with /api/v1/`);
  }
  const explain = `the path lacks its trailing slash: ${path}/`;
  if (caller?.account.state.settings.trailing_slash !== 'redirect') return failed('NOT_FOUND', explain);
  const { url = '' } = request;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return { status: 308, body: '', headers: { Location: `${path}/${query}` }, explain };
}

/** METHOD_NOT_ALLOWED, with the methods that the path has. */
export const refuseMethod = ({ request }: Visit, allow: string): Answer =>
  failed('METHOD_NOT_ALLOWED', `${request.method} is not allowed here, only ${allow}`, {
    headers: { Allow: allow },
  });
