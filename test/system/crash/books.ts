import { eventIdOf } from '../../../src/core/domain/ids.ts';
import { type AccountState, orderOf } from '../../../src/core/engine/account-state.ts';
import { ScenarioLibrary } from '../../../src/core/scenario/scenario-library.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { loadBuiltInScenarios } from '../../../src/host/scenarios/scenario-files.ts';
import { DataFolder } from '../../../src/host/storage/data-folder.ts';

/** Reads the accounts of a data folder. The folder is locked meanwhile, as by a server. */
export async function readAccounts(path: string): Promise<AccountState[]> {
  const library = new ScenarioLibrary(await loadBuiltInScenarios());
  const folder = await DataFolder.open({ path, library, clock: systemClock, remark: () => undefined });
  await folder.close();
  return folder.accounts.map(account => account.state);
}

/** The state of the demo account. */
export const demoOf = (accounts: readonly AccountState[]): AccountState =>
  accounts.find(({ name }) => name === 'demo')!;

/** The ids of all of an account's events. */
export const eventIdsOf = (books: AccountState): string[] =>
  books.events.map(event => {
    const { status } = orderOf(books, event).steps[event.step]!;
    return eventIdOf(event.epoch, event.orderId, event.step, `order.${status}`);
  });

/** All inconsistencies in an account's money and ids; empty if there are none. */
export function mistakesIn({ ledger, balanceSun, orders, events }: AccountState): string[] {
  const mistakes: string[] = [];
  const sumSun = ledger.reduce((sum, { amountSun }) => sum + amountSun, 0);
  if (sumSun !== balanceSun) mistakes.push(`the ledger sums to ${sumSun}, the balance is ${balanceSun}`);
  const debits = new Map<number, number>();
  const refunds = new Map<number, number>();
  for (const { kind, orderId, amountSun } of ledger) {
    const book = kind === 'debit' ? debits : refunds;
    if (orderId !== null) book.set(orderId, (book.get(orderId) ?? 0) + amountSun);
  }
  for (const { id, priceSun, refund } of orders) {
    if (debits.get(id) !== -priceSun)
      mistakes.push(`order ${id} cost ${priceSun}, debited ${debits.get(id)}`);
    if ((refunds.get(id) ?? 0) !== (refund ? priceSun : 0))
      mistakes.push(`order ${id} has refunds of ${refunds.get(id) ?? 0}`);
  }
  const externalIds = orders.map(({ externalId }) => externalId);
  if (new Set(externalIds).size !== externalIds.length) mistakes.push('an external_id has two orders');
  const steps = orders.reduce((sum, order) => sum + order.steps.length, 0);
  if (steps !== events.length) mistakes.push(`${steps} changes of status, ${events.length} events`);
  return mistakes;
}
