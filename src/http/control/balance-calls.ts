import { toTrx } from '../../domain/money.ts';
import { ledgerData } from '../../wire/account-data.ts';
import type { Handlers } from './call-types.ts';
import { invalid } from './control-errors.ts';
import { pageOf } from './paging.ts';
import { overlapTest, sunOf } from './parse-values.ts';

/** @throws ControlError if the balance would exceed the integers that are exact */
function checkBalance(balanceSun: number, path: string): void {
  if (Number.isSafeInteger(balanceSun)) return;
  throw invalid(path, `${path} would raise the balance above ${toTrx(Number.MAX_SAFE_INTEGER)} TRX`);
}

/** Calls about balance and ledger. */
export const balanceCalls: Pick<Handlers, 'deposit' | 'setBalance' | 'listLedger'> = {
  deposit: ({ core, account, body }) => {
    const amountSun = sunOf(body.amount_trx, 'body.amount_trx');
    if (amountSun <= 0)
      throw invalid('body.amount_trx', `body.amount_trx must be greater than 0, but is ${body.amount_trx}`);
    checkBalance(account.state.balanceSun + amountSun, 'body.amount_trx');
    core.runner.execute(account, 'deposit', { amountSun });
    return { balance_trx: toTrx(account.state.balanceSun) };
  },
  setBalance: ({ core, account, body }) => {
    const { balance_trx } = body;
    sunOf(balance_trx, 'body.balance_trx');
    core.runner.execute(account, 'change', { balance_trx });
    return { balance_trx: toTrx(account.state.balanceSun) };
  },
  listLedger: ({ account, query, clock }) => {
    const { order, kind } = query;
    const within = overlapTest(query);
    return pageOf(clock, account.state.ledger, query, {
      matches: entry =>
        (order === undefined || entry.orderId === order) &&
        (kind === undefined || entry.kind === kind) &&
        within(entry.atMs),
      show: ledgerData,
    });
  },
};
