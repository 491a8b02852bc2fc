import type { components } from '../../contract/control-v1.generated.ts';
import { isoTime } from '../../domain/time-formats.ts';
import { MAX_KEYS } from '../../engine/account-limits.ts';
import type { ApiKey } from '../../engine/account-state.ts';
import { isRejection } from '../../engine/command-rejection.ts';
import type { KeyRequest } from '../../runtime/core.ts';
import type { Handlers } from './call-types.ts';
import { ControlError, rejected } from './control-errors.ts';
import { checkIpRanges, instantOf } from './parse-values.ts';

type Schemas = components['schemas'];

const shownKey = (key: ApiKey): Schemas['Key'] => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: [...key.scopes],
  ip_allow: [...key.ipAllow],
  rate_limit_per_minute: key.ratePerMinute,
  expires_at: key.expiresAtMs === null ? null : isoTime(key.expiresAtMs),
  revoked: key.revoked,
});

/** The key to create from a request's body. @throws ControlError */
export function keyRequestOf(body: Schemas['KeyRequest']): KeyRequest {
  const { name, scopes, ip_allow, rate_limit_per_minute, expires_at } = body;
  if (ip_allow) checkIpRanges(ip_allow, 'body.ip_allow');
  return {
    ...(name === undefined ? {} : { name }),
    ...(scopes ? { scopes } : {}),
    ...(ip_allow ? { ipAllow: ip_allow } : {}),
    ...(rate_limit_per_minute === undefined ? {} : { ratePerMinute: rate_limit_per_minute }),
    ...(expires_at == null ? {} : { expiresAtMs: instantOf(expires_at, 'body.expires_at') }),
  };
}

/** Calls about an account's API keys. */
export const keyCalls: Pick<Handlers, 'createKey' | 'listKeys' | 'revokeKey'> = {
  createKey: ({ core, account, body = {} }) => {
    const { keys } = account.state;
    if (keys.length >= MAX_KEYS) {
      const message = `the account has ${keys.length} API keys, revoked ones included, which is the maximum; use one of them, or another account`;
      throw new ControlError('LIMIT_REACHED', message);
    }
    const { key, apiKey } = core.makeKey(account, keyRequestOf(body));
    return { api_key: apiKey, key: shownKey(key) };
  },
  listKeys: ({ account }) => ({ items: account.state.keys.map(shownKey), next: null }),
  revokeKey: ({ core, account, path }) => {
    const { reply } = core.runner.execute(account, 'revokeKey', { id: path.key });
    if (!isRejection(reply)) return shownKey(reply);
    const known = account.state.keys.map(({ id }) => id).join(', ');
    throw rejected({ ...reply, explain: `${reply.explain}; the account's keys are ${known}` }, 'params.key');
  },
};
