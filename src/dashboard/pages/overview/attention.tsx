import { useEffect } from 'preact/hooks';
import { api, type Schemas } from '../../api.ts';
import { plural, trx } from '../../format.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { linkTo } from '../../routes.ts';
import { info } from '../../store/account.ts';
import { useResource } from '../../store/resource.ts';
import { attempt } from '../../store/toasts.ts';

/** Something that a person should look at, with the place that shows it. */
interface Concern {
  readonly id: string;
  readonly tone: 'bad' | 'warn';
  readonly what: string;
  readonly detail: string;
  readonly href: string;
}

/** A page of a list. */
interface Listed<Item> {
  readonly items: readonly Item[];
  /** Null if the page has all items. */
  readonly next: string | null;
}

/** What concerns are derived from. */
interface Sources {
  readonly account: string;
  readonly degraded: Schemas['Info']['degraded'];
  readonly exhausted: Listed<Schemas['Event']>;
  readonly review: Listed<Schemas['Order']>;
  readonly findings: Listed<Schemas['Finding']>;
  readonly requests: readonly Schemas['RequestSummary'][];
  readonly unknown: Listed<Schemas['UnknownCall']>;
}

/** The maximum number of concerns of a kind that are shown separately. */
const SHOWN = 3;
/** So many refusals with the same code in a row are a pattern. */
const REPEATED = 3;

/**
 * The first of a kind, and one entry that counts the rest.
 * @param rest makes that entry from the number of the rest, such as `2`, or `at least 57` if not all were loaded
 */
function bounded(
  concerns: readonly Concern[],
  isWhole: boolean,
  rest: (amount: string) => Omit<Concern, 'id'>,
): Concern[] {
  if (concerns.length <= SHOWN) return [...concerns];
  const hidden = concerns.length - SHOWN;
  const last = { id: `${concerns[0]!.id}-rest`, ...rest(isWhole ? `${hidden}` : `at least ${hidden}`) };
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
  const concerns = exhausted.items.map(
    ({ event_id, event, order_id, attempts }): Concern => ({
      id: event_id,
      tone: 'bad',
      what: `Gave up on ${event} of order ${order_id}`,
      detail: `none of ${plural(attempts, 'delivery', 'deliveries')} was acknowledged`,
      href: linkTo(account, 'webhooks', event_id),
    }),
  );
  return bounded(concerns, exhausted.next === null, amount => ({
    tone: 'bad',
    what: `Gave up on ${amount} more webhooks`,
    detail: 'the list of webhooks can be filtered by state',
    href: linkTo(account, 'webhooks'),
  }));
}

function inReview({ account, review }: Sources): Concern[] {
  const concerns = review.items.map(
    ({ id, external_id }): Concern => ({
      id: `review-${id}`,
      tone: 'warn',
      what: `Order ${id} is in review`,
      detail: external_id ?? 'it has no external_id',
      href: linkTo(account, 'orders', id),
    }),
  );
  return bounded(concerns, review.next === null, amount => ({
    tone: 'warn',
    what: `${amount} more orders in review`,
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
  for (const call of unknown.items) {
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
    };
  });
  return bounded(concerns, unknown.next === null, amount => ({
    tone: 'warn',
    what: `${amount} more unknown callers`,
    detail: 'listed by GET /_sandbox/unknown-callers',
    href: linkTo(account, 'settings'),
  }));
}

/** The mistakes of the integration. */
function mistakes({ account, findings }: Sources): Concern[] {
  const concerns = findings.items
    .filter(({ severity }) => severity !== 'info')
    .map(
      ({ id, severity, message, cost_trx }): Concern => ({
        id,
        tone: severity === 'error' ? 'bad' : 'warn',
        what: message,
        detail: cost_trx ? `a finding; it costs ${trx(cost_trx)} TRX` : 'a finding',
        href: linkTo(account, 'findings', id),
      }),
    );
  return bounded(concerns, findings.next === null, amount => ({
    tone: 'warn',
    what: `${amount} more findings`,
    detail: 'grouped by rule, with their fixes',
    href: linkTo(account, 'findings'),
  }));
}

/** What needs attention, the most serious first. */
const concernsOf = (sources: Sources): Concern[] => [
  ...troubles(sources),
  ...givenUp(sources),
  ...mistakes(sources),
  ...refusals(sources),
  ...unknownCallers(sources),
  ...inReview(sources),
];

const RELOAD_DELAY_MS = 800;
/** Unknown callers belong to no account, so that no stream of one announces them. */
const UNKNOWN_CALLERS_MS = 4_000;
const LATEST = 60;

/** Everything that concerns are derived from. It is shown only once all of it has arrived. */
function useSources(account: string) {
  const resource = useResource<Sources>(
    `${account}/attention`,
    async signal => {
      const path = { account };
      const query = { sort: 'newest', limit: LATEST } as const;
      const state = 'exhausted';
      const status = 'review';
      const [exhausted, review, requests, findings, unknown] = await Promise.all([
        api.get('/_sandbox/accounts/{account}/events', { path, query: { ...query, state }, signal }),
        api.get('/_sandbox/accounts/{account}/orders', { path, query: { ...query, status }, signal }),
        api.get('/_sandbox/accounts/{account}/requests', { path, query, signal }),
        api.get('/_sandbox/accounts/{account}/findings', { path, query: { limit: LATEST }, signal }),
        api.get('/_sandbox/unknown-callers', { query, signal }),
      ]);
      return {
        account,
        degraded: [],
        exhausted,
        review,
        requests: requests.items,
        findings,
        unknown,
      };
    },
    () => true,
    RELOAD_DELAY_MS,
  );
  const { reload } = resource;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, UNKNOWN_CALLERS_MS);
    return () => clearInterval(timer);
  }, []);
  return resource;
}

/** What a person should look at; each entry links to the place that shows it. */
export function Attention({ account }: { account: string }) {
  const sources = useSources(account);
  const hasUnknown = (sources.data?.unknown.items.length ?? 0) > 0;
  const dismiss = async (): Promise<void> => {
    await attempt(() => api.delete('/_sandbox/unknown-callers'), 'Unknown callers dismissed.');
    await sources.reload();
  };
  return (
    <Card
      title="Needs attention"
      flush
      actions={
        hasUnknown && (
          <button type="button" class="button small quiet" onClick={dismiss}>
            Dismiss unknown callers
          </button>
        )
      }
    >
      <Loaded of={sources}>
        {data => <Concerns concerns={concernsOf({ ...data, degraded: info.value?.degraded ?? [] })} />}
      </Loaded>
    </Card>
  );
}

function Concerns({ concerns }: { concerns: readonly Concern[] }) {
  if (concerns.length === 0) {
    return (
      <p class="inside-pad row tight soft">
        <Icon name="check" /> Nothing at present.
      </p>
    );
  }
  return (
    <ul class="concerns">
      {concerns.map(({ id, tone, what, detail, href }) => (
        <li key={id} class={`tone-${tone}`}>
          <a href={href}>{what}</a>
          <span class="soft break">{detail}</span>
        </li>
      ))}
    </ul>
  );
}
