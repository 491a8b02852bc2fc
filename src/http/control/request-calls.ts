import type { components } from '../../contract/control-v1.generated.ts';
import type { Contract } from '../../contract/types.ts';
import type { Account } from '../../engine/account.ts';
import { RequestJournal } from '../../runtime/request-journal.ts';
import { explainMiss, missedConditions } from '../../scenario/choose-rule.ts';
import type { Exchange } from '../../wire/recorded-exchange.ts';
import { requestDetail, requestSummary } from '../../wire/request-data.ts';
import type { Handlers } from './call-types.ts';
import { ControlError } from './control-errors.ts';
import { pageOf } from './paging.ts';
import { spanOf } from './parse-values.ts';
import { violationsIn } from './recorded-request-remarks.ts';

type Schemas = components['schemas'];

const MAX_NEAR_MISSES = 5;

/** The summary of a request, with its violations of the description. */
export const shownRequest = (service: Contract, exchange: Exchange): Schemas['RequestSummary'] =>
  requestSummary(exchange, violationsIn(service, exchange));

/** Why the other rules did not apply to a request, the closest first. */
function nearMisses({ state }: Account, { facts, asked, rule }: Exchange): string[] {
  if (!facts) return [];
  return asked
    .flatMap(scenario => scenario.requests)
    .filter(one => one !== rule)
    .map(one => ({ one, missed: missedConditions(one, facts) }))
    .sort((a, b) => a.missed - b.missed)
    .slice(0, MAX_NEAR_MISSES)
    .map(({ one }) => explainMiss(one, facts, state.counters));
}

/** Calls about the request journal. */
export const requestCalls: Pick<Handlers, 'listRequests' | 'getRequest' | 'clearRequests'> = {
  listRequests: async ({ core, service, account, query, clock }) => {
    const journal = core.journalOf(account);
    const within = spanOf(query);
    const exchanges = journal.list();
    const { dropped } = journal;
    const page = await pageOf(clock, exchanges, query, {
      matches: exchange =>
        (query.operation === undefined || exchange.operation === query.operation) &&
        (query.status === undefined || exchange.status === query.status) &&
        (query.order === undefined || exchange.orders.includes(query.order)) &&
        within(exchange.atMs),
      show: exchange => shownRequest(service, exchange),
      lost: dropped,
    });
    return { ...page, bound: RequestJournal.bound, dropped };
  },
  clearRequests: ({ core, account }) => {
    const journal = core.journalOf(account);
    const cleared = journal.list().length;
    journal.clear();
    return { cleared };
  },
  getRequest: ({ core, service, account, path }) => {
    const exchange = core
      .journalOf(account)
      .list()
      .find(one => one.id === path.request);
    if (!exchange) {
      const message = `the journal has no request ${JSON.stringify(path.request)}; it keeps the last ${RequestJournal.bound}`;
      throw new ControlError('REQUEST_NOT_FOUND', message, 'params.request');
    }
    return requestDetail(exchange, violationsIn(service, exchange), nearMisses(account, exchange));
  },
};
