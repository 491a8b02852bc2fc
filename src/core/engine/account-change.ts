import type { Settings } from '../domain/assumptions.ts';
import type { Package } from '../domain/catalogue.ts';
import { ERRORS, type ErrorCode, type Refusal } from '../domain/error-codes.ts';
import { toSun } from '../domain/money.ts';
import type { AccountChange } from '../scenario/scenario-schema.ts';
import type { AccountState, ApiKey } from './account-state.ts';
import { changeCondition } from './chain-commands.ts';
import type { CommandContext } from './command-context.ts';

function changeKey(context: CommandContext, key: ApiKey, change: NonNullable<AccountChange['key']>): void {
  if (change.expired) key.expiresAtMs = context.nowMs;
  if (change.revoked) key.revoked = true;
  if (change.scopes) key.scopes = change.scopes;
  if (change.ip_allow) key.ipAllow = change.ip_allow;
}

/** A package with the change applied; the same object if the change does not concern it. */
function changePackage(pack: Package, change: AccountChange): Package {
  let changed = change.inactive_packages?.includes(pack.id) ? { ...pack, active: false } : pack;
  for (const { package_id, duration_minutes, price_trx } of change.prices ?? []) {
    if (package_id !== pack.id) continue;
    const { [duration_minutes]: _old, ...others } = changed.pricesSun;
    const pricesSun = price_trx === null ? others : { ...others, [duration_minutes]: toSun(price_trx)! };
    changed = { ...changed, pricesSun };
  }
  return changed;
}

function changedSettings(settings: Settings, change: AccountChange): Settings {
  const { discount_percent, rate_limit_per_minute } = change;
  const packages =
    change.prices || change.inactive_packages
      ? settings.packages.map(pack => changePackage(pack, change))
      : settings.packages;
  return {
    ...settings,
    packages,
    ...change.assumptions,
    ...(discount_percent !== undefined && { discount_percent }),
    ...(rate_limit_per_minute !== undefined && { rate_limit_per_minute }),
  } as Settings;
}

function adjustBalance(context: CommandContext, balanceSun: number): void {
  const difference = balanceSun - context.account.state.balanceSun;
  if (difference !== 0) context.book('adjustment', difference);
}

/**
 * @param key the key that a key change applies to; null: all keys of the account
 * @param by describes the scenario rule that makes the change; null for a manual change
 */
export function applyChange(
  context: CommandContext,
  change: AccountChange,
  key: ApiKey | null,
  by: string | null = null,
): void {
  const { state } = context.account;
  const keys = key ? [key] : state.keys;
  state.settings = changedSettings(state.settings, change);
  if (change.inactive_addresses) state.inactiveAddresses = change.inactive_addresses;
  if (change.webhook_secret !== undefined)
    state.webhook = { ...state.webhook, secret: change.webhook_secret };
  if (change.balance_trx !== undefined) adjustBalance(context, toSun(change.balance_trx)!);
  if (change.chain) changeCondition(state, change.chain);
  if (change.key) for (const one of keys) changeKey(context, one, change.key);
  noteChange(state, change, keys, by);
  context.accountChanged('changed');
}

/** A part of an account that a scenario rule can change; `key` stands for the key that was used. */
type AccountPart = keyof Settings | 'balance' | 'inactive_addresses' | 'key';

/** The parts of an account that can cause each error code. */
const PARTS_BEHIND: Readonly<Record<ErrorCode, { readonly dependsOn: readonly AccountPart[] }>> = ERRORS;

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

/** A refusal that names the scenario rule whose earlier change caused it, if there is one. */
export function withCause(state: AccountState, refusal: Refusal, keyId = ''): Refusal {
  const { scripted } = state;
  if (!scripted) return refusal;
  const subjects = PARTS_BEHIND[refusal.error].dependsOn.map(part =>
    part === 'key' ? subjectOfKey(keyId) : part,
  );
  const causes = subjects.map(subject => scripted[subject]);
  const cause = causes.find(one => one !== undefined);
  return cause === undefined ? refusal : { ...refusal, explain: `${refusal.explain}; ${cause}` };
}
