import type { Schemas } from '../../api.ts';
import { plural } from '../../format.ts';
import { linkTo } from '../../routes.ts';
import type { Order } from '../../store/orders.ts';

/** Something that a person should look at, with the place that shows it. */
export interface Concern {
  readonly id: string;
  readonly tone: 'bad' | 'warn';
  readonly what: string;
  readonly detail: string;
  readonly href: string;
  /** Set for unknown callers, which belong to no account and can be dismissed. */
  readonly isUnknownCaller?: true;
}

/** The data from which concerns are derived. */
export interface Sources {
  readonly account: string;
  readonly degraded: Schemas['Info']['degraded'];
  readonly exhausted: readonly Schemas['Event'][];
  readonly orders: readonly Order[];
  readonly requests: readonly Schemas['RequestSummary'][];
  readonly unknown: readonly Schemas['UnknownCall'][];
}

/** The maximum number of concerns of a kind that are shown separately. */
const SHOWN = 3;
/** So many refusals with the same code in a row are a pattern. */
const REPEATED = 3;

/** The first of a kind, and one entry that counts the rest. */
function bounded(concerns: readonly Concern[], rest: (amount: number) => Omit<Concern, 'id'>): Concern[] {
  if (concerns.length <= SHOWN) return [...concerns];
  const hidden = concerns.length - SHOWN;
  const last = { id: `${concerns[0]!.id}-rest`, ...rest(hidden) };
  return [...concerns.slice(0, SHOWN), last];
}

const troubles = ({ degraded }: Sources): Concern[] =>
  degraded.map(({ account, code, reason }) => ({
    id: `trouble-${account}`,
    tone: 'bad',
    what: `Account ${account} ${code === 'ACCOUNT_FAILED' ? 'has failed' : 'cannot be stored'}`,
    detail: reason,
    href: linkTo(account, 'settings'),
  }));

function givenUp({ account, exhausted }: Sources): Concern[] {
  const concerns = exhausted.map(
    ({ event_id, event, order_id, attempts }): Concern => ({
      id: event_id,
      tone: 'bad',
      what: `Gave up on ${event} of order ${order_id}`,
      detail: `none of ${plural(attempts, 'delivery', 'deliveries')} was acknowledged`,
      href: linkTo(account, 'webhooks', event_id),
    }),
  );
  return bounded(concerns, amount => ({
    tone: 'bad',
    what: `Gave up on ${plural(amount, 'more webhook')}`,
    detail: 'the list of webhooks can be filtered by state',
    href: linkTo(account, 'webhooks'),
  }));
}

function inReview({ account, orders }: Sources): Concern[] {
  const concerns = orders
    .filter(({ status }) => status === 'review')
    .map(
      ({ id, external_id }): Concern => ({
        id: `review-${id}`,
        tone: 'warn',
        what: `Order ${id} is in review`,
        detail: external_id ?? 'it has no external_id',
        href: linkTo(account, 'orders', id),
      }),
    );
  return bounded(concerns, amount => ({
    tone: 'warn',
    what: `${plural(amount, 'more order')} in review`,
    detail: 'the list of orders can be filtered by status',
    href: linkTo(account, 'orders'),
  }));
}

/** Operations whose latest responses all had the same error code. */
function refusals({ account, requests }: Sources): Concern[] {
  const runs = new Map<string, { error: string | null; amount: number; id: string; explanation: string }>();
  const ended = new Set<string>();
  for (const { operation, error, id, explanation, by_dashboard } of requests) {
    if (operation === null || by_dashboard || ended.has(operation)) continue;
    const run = runs.get(operation);
    if (error === null || (run && run.error !== error)) ended.add(operation);
    else if (run) run.amount += 1;
    else runs.set(operation, { error, amount: 1, id, explanation });
  }
  return [...runs]
    .filter(([, { amount }]) => amount >= REPEATED)
    .map(([operation, { error, amount, id, explanation }]) => ({
      id: `refused-${operation}`,
      tone: 'warn',
      what: `${operation} was refused ${amount} times in a row: ${error}`,
      detail: explanation,
      href: linkTo(account, 'requests', id),
    }));
}

/** Callers without a valid key, by address, program and key. */
function unknownCallers({ account, unknown }: Sources): Concern[] {
  const groups = new Map<string, Schemas['UnknownCall'][]>();
  for (const call of unknown) {
    const name = `${call.ip} ${call.user_agent} ${call.key} ${call.explanation}`;
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  const concerns = [...groups].map(([name, calls]): Concern => {
    const { explanation, key, user_agent, ip, url, method, at } = calls[0]!;
    const program = user_agent?.split(' ')[0];
    return {
      id: `unknown-${name}`,
      tone: 'warn',
      what: `${plural(calls.length, 'request')} without a valid key: ${explanation}${key ? ` (…${key})` : ''}`,
      detail: `${[ip, program].filter(Boolean).join(', ')}; last ${method} ${url}, ${at.slice(11, 19)} UTC`,
      href: linkTo(account, 'settings'),
      isUnknownCaller: true,
    };
  });
  return bounded(concerns, amount => ({
    tone: 'warn',
    what: `${plural(amount, 'more unknown caller')}`,
    detail: 'listed by GET /_sandbox/unknown-callers',
    href: linkTo(account, 'settings'),
    isUnknownCaller: true,
  }));
}

/** The concerns that need attention, the most serious first. */
export const concernsOf = (sources: Sources): Concern[] => [
  ...troubles(sources),
  ...givenUp(sources),
  ...refusals(sources),
  ...unknownCallers(sources),
  ...inReview(sources),
];
