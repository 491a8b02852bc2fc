import { useEffect } from 'preact/hooks';
import { api, type Schemas } from '../../control-api.ts';
import { counted, timeOfDay } from '../../format.ts';
import { Button, Card, Icon } from '../../parts/basics.tsx';
import { Loaded } from '../../parts/loading.tsx';
import { linkTo } from '../../routes.ts';
import { info } from '../../store/account.ts';
import { useResource } from '../../store/resource.ts';
import { attempt } from '../../store/tasks-and-toasts.ts';

interface Concern {
  readonly id: string;
  readonly tone: 'bad' | 'warn';
  readonly what: string;
  readonly detail: string;
  readonly href: string;
}

const ofFailedAccount = ({ account, code, reason }: Schemas['Info']['degraded'][number]): Concern => ({
  id: account,
  tone: 'bad',
  what: `Account ${account} ${code === 'ACCOUNT_FAILED' ? 'has failed' : 'cannot be stored'}`,
  detail: reason,
  href: linkTo('settings', null, account),
});

/** Requests without a valid key, with what is known of the latest. */
function ofUnknownCallers(calls: readonly Schemas['UnknownCall'][], hasMore: boolean): Concern[] {
  if (!calls[0]) return [];
  const { explanation, key, user_agent, ip, url, method, at } = calls[0];
  const caller = [ip, user_agent?.split(' ')[0]].filter(Boolean).join(', ');
  const count = `${hasMore ? 'at least ' : ''}${counted(calls.length, 'request')}`;
  return [
    {
      id: 'unknown callers',
      tone: 'warn',
      what: `${count} without a valid key: ${explanation}${key ? ` (…${key})` : ''}`,
      detail: `${caller}; last ${method} ${url}, ${timeOfDay(at)} UTC`,
      href: linkTo('settings'),
    },
  ];
}

const LATEST = 60;

/** Callers that no account knows. */
async function readCallers(signal: AbortSignal): Promise<readonly Concern[]> {
  const query = { sort: 'newest', limit: LATEST } as const;
  const { items, next } = await api.get('/_sandbox/unknown-callers', { query, signal });
  return ofUnknownCallers(items, next !== null);
}

/** Unknown callers belong to no account, so no account's stream announces them. */
const UNKNOWN_CALLERS_MS = 4_000;

/** What a person should look at; each entry links to the place that shows it. */
export function Attention({ account }: { account: string }) {
  const resource = useResource(`${account}/attention`, readCallers);
  const { data, reload } = resource;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, UNKNOWN_CALLERS_MS);
    return () => clearInterval(timer);
  }, []);
  const dismiss = async (): Promise<void> => {
    await attempt(() => api.delete('/_sandbox/unknown-callers'), 'Unknown callers dismissed.');
    await reload();
  };
  return (
    <Card
      title="Needs attention"
      flush
      actions={
        !!data?.length && (
          <Button look="small quiet" onClick={dismiss}>
            Dismiss unknown callers
          </Button>
        )
      }
    >
      <Loaded of={resource}>
        {concerns => <Concerns of={[...(info.value?.degraded ?? []).map(ofFailedAccount), ...concerns]} />}
      </Loaded>
    </Card>
  );
}

function Concerns({ of }: { of: readonly Concern[] }) {
  if (of.length === 0) {
    return (
      <p class="inside-pad row tight soft">
        <Icon name="check" /> Nothing at present.
      </p>
    );
  }
  return (
    <ul class="rows">
      {of.map(({ id, tone, what, detail, href }) => (
        <li key={id} class={`stack tight tone-${tone}`}>
          <a class="hit" href={href}>
            {what}
          </a>
          <span class="soft break">{detail}</span>
        </li>
      ))}
    </ul>
  );
}
