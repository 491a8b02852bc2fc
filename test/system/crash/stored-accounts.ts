import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventIdOf } from '../../../src/core/domain/seeded-values.ts';
import { type AccountState, orderOf } from '../../../src/core/engine/account-state.ts';
import { ScenarioLibrary } from '../../../src/core/scenario/scenario-library.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { loadBuiltInScenarios } from '../../../src/host/scenarios/read-scenarios.ts';
import { DataFolder } from '../../../src/host/storage/data-folder.ts';

/** Reads the accounts of a data folder. Meanwhile it locks the folder, as a server does. */
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
export const eventIdsOf = (state: AccountState): string[] =>
  state.events.map(event => {
    const { status } = orderOf(state, event).steps[event.step]!;
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

const SEQ_DIGITS = 16;
/** After the checksum, a line of a log begins with its sequence number. */
const seqOf = (line: string): number => Number(/^\S+ \[(\d+),/.exec(line)?.[1] ?? 0);

/**
 * Cuts off the end of the demo account's log in a copy of the folder, at the end of a line and at least the last
 * acknowledged entry. A start on the copy must be refused.
 * @param keep the part of the acknowledged lines that remains, from 0 to below 1
 * @returns false for `isCut` if the log has too few acknowledged entries, and the violation if the start was not refused
 */
export async function cutLog(
  data: string,
  keep: number,
): Promise<{ readonly isCut: boolean; readonly problem: string | null }> {
  const copy = await mkdtemp(join(tmpdir(), 'energy-cut-'));
  try {
    await cp(data, copy, { recursive: true, filter: path => !path.endsWith('/lock') });
    const path = join(copy, 'demo.log');
    const seal = await readFile(join(copy, 'demo.seal'), 'latin1').catch(() => '');
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').slice(0, -1);
    const acknowledged = lines.filter(line => seqOf(line) <= Number(seal.slice(0, SEQ_DIGITS)));
    const isCut = acknowledged.length > 1;
    if (!isCut) return { isCut, problem: null };
    const remaining = acknowledged.slice(0, Math.max(1, Math.floor(keep * acknowledged.length)));
    await writeFile(path, `${remaining.join('\n')}\n`);
    const outcome = await readAccounts(copy).then(
      () => 'the start was not refused',
      (error: Error) => error.message,
    );
    const isNoticed = /demo\.log: .* missing: according to .*demo\.seal/.test(outcome);
    return {
      isCut,
      problem: isNoticed ? null : `a log of ${lines.length} lines was cut to ${remaining.length}: ${outcome}`,
    };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
