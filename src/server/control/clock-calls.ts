import type { ServerResponse } from 'node:http';
import { clockData } from '../../contract/json/account-json.ts';
import { accountEventData, stillApplies, upcomingData } from '../../contract/json/event-json.ts';
import type { Chain } from '../../core/chain/chain.ts';
import type { OrderStatus } from '../../core/domain/order.ts';
import { isoTime, LATEST_INSTANT_MS } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import { whyUnreachable } from '../../core/engine/order-lifecycle.ts';
import type { Goal } from '../../host/clock-advancer.ts';
import type { BodyOf, Call, Handlers } from './control-call.ts';
import { ControlError, invalid } from './control-error.ts';
import { pageByKey, pageOf } from './paging.ts';
import { clockModeOf, durationOf, instantOf, overlapTest } from './read-fields.ts';

type AdvanceBody = BodyOf<'advanceClock'>;

const TX_CONFIRMED = 'tx.confirmed';

function goalName(body: AdvanceBody): 'by' | 'to' | 'until' {
  const given = (['by', 'to', 'until'] as const).filter(name => body[name] !== undefined);
  const [name, another] = given;
  if (name === undefined) {
    throw invalid(
      'body',
      'give exactly one of by (a duration), to (an instant) and until (order.completed, idle, …)',
    );
  }
  if (another !== undefined) {
    throw invalid(`body.${another}`, `${given.join(' and ')} are given together; give only one of them`);
  }
  const { order, external_id, txid } = body;
  if ((body.until === TX_CONFIRMED) !== (txid !== undefined)) {
    throw invalid('body.txid', `until ${TX_CONFIRMED} and txid are given together, or not at all`);
  }
  if (order !== undefined && external_id !== undefined) {
    throw invalid('body.external_id', 'order and external_id are given together; give only one of them');
  }
  for (const field of ['order', 'external_id'] as const) {
    const isOfOrder = body.until?.startsWith('order.');
    if (body[field] === undefined || isOfOrder) continue;
    const reason = `${field} applies only to until with an event, not to ${name}${name === 'until' ? ` ${body.until}` : ''}`;
    throw invalid(`body.${field}`, `${reason}; omit it`);
  }
  return name;
}

function instantGoal(atMs: number, path: string): Goal {
  if (atMs <= LATEST_INSTANT_MS) return { kind: 'instant', atMs };
  throw invalid(path, `${path} would move the clock past the year 9999`);
}

function untilGoal(account: Account, until: string, order: number | undefined): Goal {
  if (until === 'idle') return { kind: 'idle' };
  const status = until.replace('order.', '') as OrderStatus;
  const reason = whyUnreachable(account.state, status, order ?? null);
  if (reason) throw new ControlError('NOT_REACHABLE', `${until} cannot happen: ${reason}`, 'body.until');
  return {
    kind: 'event',
    matches: one =>
      one.kind === 'order' && one.status === status && (order === undefined || one.order === order),
  };
}

/** The id of the order that the body names; undefined if it names none. @throws ControlError ORDER_NOT_FOUND */
function orderIn(account: Account, { order, external_id }: AdvanceBody): number | undefined {
  if (external_id !== undefined) {
    const found = account.orderByExternalId(external_id);
    if (found) return found.id;
    const message = `the account has no order with external_id ${JSON.stringify(external_id)}`;
    throw new ControlError('ORDER_NOT_FOUND', message, 'body.external_id');
  }
  if (order === undefined || account.orderById(order)) return order;
  throw new ControlError('ORDER_NOT_FOUND', `the account has no order ${order}`, 'body.order');
}

/** @throws ControlError if the chain does not know the transaction */
function confirmedGoal(chain: Chain, txid: string, nowMs: number): Goal {
  const atMs = chain.confirmedMs(txid, nowMs);
  if (atMs !== null) return instantGoal(Math.max(atMs, nowMs), 'body.txid');
  const message = `${TX_CONFIRMED} cannot happen: the node has accepted no transaction ${txid}`;
  throw new ControlError('NOT_REACHABLE', message, 'body.txid');
}

function goalOf({ account, body }: Call<'advanceClock'>, nowMs: number, chain: Chain | null): Goal {
  if (goalName(body) === 'until' && chain) return confirmedGoal(chain, body.txid!, nowMs);
  switch (goalName(body)) {
    case 'by':
      return instantGoal(nowMs + durationOf(body.by!, 'body.by'), 'body.by');
    case 'to': {
      const atMs = instantOf(body.to!, 'body.to');
      if (atMs >= nowMs) return instantGoal(atMs, 'body.to');
      const message = `body.to is ${isoTime(atMs)}, but the clock already shows ${isoTime(nowMs)}; time never runs backward`;
      throw invalid('body.to', message);
    }
    case 'until':
      return untilGoal(account, body.until!, orderIn(account, body));
  }
}

/** Aborts when the connection of a response closes, so that nobody waits for it. */
function closingOf(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  if (response.destroyed) closing.abort();
  else response.once('close', () => closing.abort());
  return closing.signal;
}

export const clockCalls = {
  getClock: ({ core, account }) => clockData(account.state, core.runner.nowMs(account)),
  setClock: ({ core, account, body }) => {
    const mode = clockModeOf(body.mode, 'body.mode');
    core.runner.setClock(account, mode);
    return clockData(account.state, core.runner.nowMs(account));
  },
  listAdvances: ({ core, account, query, clock }) => {
    const history = core.advancesOf(account);
    const overlaps = overlapTest(query);
    return pageOf(clock, history.list(), query, {
      matches: ({ fromMs, toMs }) => overlaps(fromMs, toMs),
      show: ({ fromMs, toMs }) => ({ from: isoTime(fromMs), to: isoTime(toMs) }),
      lost: history.dropped,
    });
  },
  advanceClock: async call => {
    const { core, account, body, response } = call;
    // Loaded on demand: few accounts use the chain.
    const chain = body.until === TX_CONFIRMED ? (await import('../../core/chain/chain.ts')).Chain : null;
    const advanced = await core.advancer.advance(
      account,
      now => goalOf(call, now, chain?.of(account) ?? null),
      closingOf(response),
    );
    if (!advanced.reached) {
      const message = `${body.until} did not happen: nothing more is due, and the clock shows ${isoTime(advanced.nowMs)}`;
      throw new ControlError('NOT_REACHABLE', message, 'body.until');
    }
    return {
      now: isoTime(advanced.nowMs),
      fired: advanced.fired.map(one => accountEventData(account.state, one)),
      fired_total: advanced.firedTotal,
    };
  },
  listUpcoming: async ({ account, clock, query }) => {
    const { state } = account;
    // A copy, because the heap changes while a long one is searched in slices.
    const tasks = [...state.agenda];
    const page = await pageByKey(clock, tasks, query, {
      matches: task => stillApplies(state, task),
      show: task => upcomingData(state, task),
      keyOf: task => [task.dueMs, task.seq],
    });
    return { ...page, total: tasks.length };
  },
} satisfies Partial<Handlers>;
