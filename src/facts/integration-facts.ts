import type { Account } from '../engine/account.ts';
import type { Happening } from '../engine/command-context.ts';
import { isMadeByDashboard } from '../engine/dashboard-key.ts';
import { orderById } from '../engine/state-lookup.ts';
import type { FactListener } from './fact-stream.ts';

/** The order that a happening belongs to, or null. Changes of the balance concern the whole account. */
function orderIn({ state }: Account, happening: Happening): number | null {
  switch (happening.kind) {
    case 'order':
    case 'refund':
      return happening.order;
    case 'attempt':
      return state.events[happening.plan.event]!.orderId;
    case 'retry':
    case 'settled':
      return state.events[happening.event]!.orderId;
    case 'ledger':
    case 'account':
      return null;
  }
}

function isOfDashboard(account: Account, happening: Happening): boolean {
  const id = orderIn(account, happening);
  const order = id === null ? undefined : orderById(account.state, id);
  return order !== undefined && isMadeByDashboard(order);
}

/**
 * A listener that learns only what says something about the integration: not the requests that the dashboard makes, nor
 * what happens to the orders that these create.
 */
export const ofIntegration = (listener: FactListener): FactListener => ({
  decided: (account, exchange) => {
    if (!exchange.byDashboard) listener.decided?.(account, exchange);
  },
  answered: (account, exchange) => {
    if (!exchange.byDashboard) listener.answered?.(account, exchange);
  },
  happened: (account, happenings) => {
    const isMixed = happenings.some(one => isOfDashboard(account, one));
    const others = isMixed ? happenings.filter(one => !isOfDashboard(account, one)) : happenings;
    if (others.length > 0) listener.happened?.(account, others);
  },
  restarted: account => listener.restarted?.(account),
  closed: account => listener.closed?.(account),
});
