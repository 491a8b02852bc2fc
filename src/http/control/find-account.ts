import type { Account } from '../../engine/account.ts';
import type { Core } from '../../runtime/core.ts';
import { didYouMean } from '../../scenario/nearest-word.ts';
import { ControlError } from './control-errors.ts';

/** @throws ControlError ACCOUNT_NOT_FOUND with the nearest name */
export function accountNamed(core: Core, name: string, path: string): Account {
  const account = core.accounts.get(name);
  if (account) return account;
  const names = core.accounts.list().map(one => one.state.name);
  const near = didYouMean(name, names) || '; GET /_sandbox/accounts lists all accounts';
  throw new ControlError('ACCOUNT_NOT_FOUND', `there is no account ${JSON.stringify(name)}${near}`, path);
}
