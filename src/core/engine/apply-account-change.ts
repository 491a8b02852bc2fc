import type { Settings } from '../domain/assumptions.ts';
import type { Package } from '../domain/catalogue.ts';
import { toSun } from '../domain/money.ts';
import { forgetCounts } from '../scenario/choose-rule.ts';
import type { AccountChange, Scenario } from '../scenario/scenario-schema.ts';
import type { ApiKey } from './account-state.ts';
import type { CommandContext } from './command-context.ts';
import { adjustBalance } from './ledger.ts';
import { noteChange } from './refusal-causes.ts';

function changeKey(context: CommandContext, key: ApiKey, change: NonNullable<AccountChange['key']>): void {
  if (change.expired) key.expiresAtMs = context.nowMs;
  if (change.revoked) key.revoked = true;
  if (change.scopes) key.scopes = change.scopes;
  if (change.ip_allow) key.ipAllow = change.ip_allow;
}

/** A package with the change applied. A package that the change does not concern stays the same object. */
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

/** The settings with the change applied. */
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

/**
 * Changes an account.
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
  if (change.balance_trx !== undefined) adjustBalance(context, toSun(change.balance_trx)!);
  if (change.key) for (const one of keys) changeKey(context, one, change.key);
  noteChange(state, change, keys, by);
  context.happened({ kind: 'account', atMs: context.nowMs, change: 'changed' });
}

/** Compares the content, because after a restore an account has copies of its scenarios. */
const isSame = (one: Scenario, other: Scenario): boolean =>
  one === other || (one.name === other.name && JSON.stringify(one) === JSON.stringify(other));

/** Activates scenarios in this order. The counters of a new one start at 0, and its `given` is applied. */
export function setScenarios(context: CommandContext, scenarios: readonly Scenario[]): void {
  const { state } = context.account;
  const before = state.scenarios;
  state.scenarios = scenarios;
  for (const scenario of scenarios) {
    if (before.some(one => isSame(one, scenario))) continue;
    forgetCounts(state.counters, scenario.name);
    if (scenario.given) applyChange(context, scenario.given, null, `scripted by ${scenario.name}/given`);
  }
  context.happened({ kind: 'account', atMs: context.nowMs, change: 'scenarios' });
}
