import type { ErrorCode, Refusal } from '../domain/errors.ts';
import type { AccountChange } from '../scenario/scenario-schema.ts';
import type { AccountState, ApiKey } from './account-state.ts';

/** The parts of an account that can cause each error code; `key` stands for the key that was used. */
const SUBJECTS_OF: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  UNAUTHORIZED: ['key'],
  TOKEN_EXPIRED: ['key'],
  SCOPE_FORBIDDEN: ['key'],
  IP_NOT_ALLOWED: ['key'],
  RATE_LIMITED: ['rate_limit_per_minute'],
  INSUFFICIENT_BALANCE: ['balance'],
  ADDRESS_NOT_ACTIVE: ['inactive_addresses', 'deny_unknown', 'active_addresses'],
  PACKAGE_NOT_FOUND: ['packages'],
  DURATION_PRICE_UNAVAILABLE: ['packages'],
  RENTAL_DURATION_UNAVAILABLE: ['packages'],
  CUSTOM_ENERGY_DISABLED: ['custom_energy_enabled'],
  CUSTOM_ENERGY_OUT_OF_RANGE: ['custom_energy_min', 'custom_energy_max'],
  CUSTOM_ENERGY_INVALID_STEP: ['custom_energy_step'],
};

const subjectOfKey = (keyId: string): string => `key ${keyId}`;

function subjectsOf(change: AccountChange, keys: readonly ApiKey[]): string[] {
  return [
    ...Object.keys(change.assumptions ?? {}),
    ...(change.balance_trx === undefined ? [] : ['balance']),
    ...(change.rate_limit_per_minute === undefined ? [] : ['rate_limit_per_minute']),
    ...(change.inactive_addresses ? ['inactive_addresses'] : []),
    ...(change.prices || change.inactive_packages ? ['packages'] : []),
    ...(change.key ? keys.map(key => subjectOfKey(key.id)) : []),
  ];
}

/**
 * Records which scenario rule changed a part of an account, so that a later refusal can name the cause.
 * @param keys the keys that a key change applies to
 * @param by describes the scenario rule; null for a manual change, which refusals do not explain
 */
export function noteChange(
  state: AccountState,
  change: AccountChange,
  keys: readonly ApiKey[],
  by: string | null,
): void {
  for (const subject of subjectsOf(change, keys)) {
    if (by !== null) state.scripted = { ...state.scripted, [subject]: by };
    else if (state.scripted) delete state.scripted[subject];
  }
}

/** A refusal, with the scenario rule that caused it by an earlier change, if there is one. */
export function withCause(state: AccountState, refusal: Refusal, keyId = ''): Refusal {
  const { scripted } = state;
  if (!scripted) return refusal;
  const subjects = SUBJECTS_OF[refusal.error] ?? [];
  const causes = subjects.map(subject => scripted[subject === 'key' ? subjectOfKey(keyId) : subject]);
  const cause = causes.find(one => one !== undefined);
  return cause === undefined ? refusal : { ...refusal, explain: `${refusal.explain}; ${cause}` };
}
