import { useEffect } from 'preact/hooks';
import { api, forAccount, type Schemas } from '../../api.ts';
import { counted, trx } from '../../format.ts';
import { Button, Card, Icon } from '../../parts/basics.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { linkTo } from '../../routes.ts';
import { info } from '../../store/account.ts';
import { attempt } from '../../store/actions.ts';
import { useResource } from '../../store/resource.ts';

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
  readonly exhausted: Listed<Schemas['Event']>;
  readonly findings: Listed<Schemas['Finding']>;
  readonly unknown: Listed<Schemas['UnknownCall']>;
}

/** The maximum number of concerns of a kind that are shown separately. */
const SHOWN = 3;

/** The first of a kind, and one entry that counts the rest: at least so many, if not all were loaded. */
function bounded(
  concerns: readonly Concern[],
  { next }: Listed<unknown>,
  kind: string,
  href: string,
): Concern[] {
  if (concerns.length <= SHOWN) return [...concerns];
  const [first] = concerns;
  const what = `${next === null ? '' : 'at least '}${concerns.length - SHOWN} more ${kind}`;
  return [...concerns.slice(0, SHOWN), { ...first!, id: `${first!.id}-rest`, what, detail: '', href }];
}

const troubles = (degraded: Schemas['Info']['degraded']): Concern[] =>
  degraded.map(({ account, code, reason }) => ({
    id: `trouble-${account}`,
    tone: 'bad',
    what: `Account ${account} ${code === 'ACCOUNT_FAILED' ? 'has failed' : 'cannot be stored'}`,
    detail: reason,
    href: linkTo('settings', null, account),
  }));

function givenUp({ exhausted }: Sources): Concern[] {
  const concerns = exhausted.items.map(
    ({ event_id, event, order_id, attempts }): Concern => ({
      id: event_id,
      tone: 'bad',
      what: `Gave up on ${event} of order ${order_id}`,
      detail: `none of ${counted(attempts, 'delivery', 'deliveries')} was acknowledged`,
      href: linkTo('webhooks', event_id),
    }),
  );
  return bounded(concerns, exhausted, 'webhooks that were given up', linkTo('webhooks'));
}

/** The mistakes of the integration. */
function mistakes({ findings }: Sources): Concern[] {
  const concerns = findings.items
    .filter(({ severity }) => severity !== 'info')
    .map(
      ({ id, severity, message, cost_trx }): Concern => ({
        id,
        tone: severity === 'error' ? 'bad' : 'warn',
        what: message,
        detail: cost_trx ? `a finding; it costs ${trx(cost_trx)} TRX` : 'a finding',
        href: linkTo('findings', id),
      }),
    );
  return bounded(concerns, findings, 'findings', linkTo('findings'));
}

/** Callers without a valid key, by address, program and key. */
function unknownCallers({ unknown }: Sources): Concern[] {
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
      what: `${counted(calls.length, 'request')} without a valid key: ${explanation}${key ? ` (…${key})` : ''}`,
      detail: `${[ip, program].filter(Boolean).join(', ')}; last ${method} ${url}, ${at.slice(11, 19)} UTC`,
      href: linkTo('settings'),
    };
  });
  return bounded(concerns, unknown, 'unknown callers', linkTo('settings'));
}

const RELOAD_DELAY_MS = 800;
/** Unknown callers belong to no account, so that no stream of one announces them. */
const UNKNOWN_CALLERS_MS = 4_000;
const LATEST = 60;

/** Everything that concerns are derived from. It is shown only once all of it has arrived. */
function useSources(account: string) {
  const resource = useResource<Sources>(
    `${account}/attention`,
    async signal => {
      const query = { sort: 'newest', limit: LATEST } as const;
      const [exhausted, findings, unknown] = await Promise.all([
        forAccount(account).get('/events', { query: { ...query, state: 'exhausted' }, signal }),
        forAccount(account).get('/findings', { query: { limit: LATEST }, signal }),
        api.get('/_sandbox/unknown-callers', { query, signal }),
      ]);
      return { exhausted, findings, unknown };
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

/** What a person should look at, the most serious first; each entry links to the place that shows it. */
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
          <Button look="small quiet" onClick={dismiss}>
            Dismiss unknown callers
          </Button>
        )
      }
    >
      <Loaded of={sources}>
        {data => (
          <Concerns
            concerns={[
              ...troubles(info.value?.degraded ?? []),
              ...givenUp(data),
              ...mistakes(data),
              ...unknownCallers(data),
            ]}
          />
        )}
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
    <ul class="rows">
      {concerns.map(({ id, tone, what, detail, href }) => (
        <li key={id} class={`tone-${tone}`}>
          <a href={href}>{what}</a>
          <span class="soft break">{detail}</span>
        </li>
      ))}
    </ul>
  );
}
