import { ledgerData } from '../../wire/accounts.ts';
import type { Handlers } from './call.ts';
import { mapPage, pageOf } from './paging.ts';
import { spanOf } from './values.ts';

/** Calls about balance and ledger. */
export const moneyCalls: Pick<Handlers, 'listLedger'> = {
  listLedger: ({ account, query }) => {
    const { order, kind } = query;
    const within = spanOf(query);
    const page = pageOf(
      account.state.ledger,
      query,
      entry =>
        (order === undefined || entry.orderId === order) &&
        (kind === undefined || entry.kind === kind) &&
        within(entry.atMs),
    );
    return mapPage(page, ledgerData);
  },
};
