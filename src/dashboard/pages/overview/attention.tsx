import { useEffect } from 'preact/hooks';
import { api, type Schemas } from '../../control-api.ts';
import { counted, timeOfDay } from '../../format.ts';
import { Button, Card, Icon } from '../../parts/basics.tsx';
import { Loaded } from '../../parts/loading.tsx';
import { linkTo } from '../../routes.ts';
import { info } from '../../store/account.ts';
import { useResource } from '../../store/resource.ts';
import { attempt } from '../../store/tasks-and-toasts.ts';
import { NOT_ACKNOWLEDGED } from '../verdict.tsx';

const LATEST = 60;

/** Unknown callers belong to no account, so no account's stream announces them. */
const UNKNOWN_CALLERS_MS = 4_000;

/** What a person should look at; each entry links to the place that shows it. */
export function Attention({ account, unacknowledged }: { account: string; unacknowledged: number }) {
  const resource = useResource(`${account}/attention`, signal =>
    api.get('/_sandbox/unknown-callers', { query: { sort: 'newest', limit: LATEST }, signal }),
  );
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
  const failed = info.value?.degraded ?? [];
  return (
    <Card
      title="Needs attention"
      flush
      actions={
        !!data?.items.length && (
          <Button look="small quiet" onClick={dismiss}>
            Dismiss unknown callers
          </Button>
        )
      }
    >
      <Loaded of={resource}>
        {({ items: [latest, ...others], next }) => (
          <ul class="rows">
            {failed.map(one => (
              <FailedAccount key={one.account} {...one} />
            ))}
            {unacknowledged > 0 && (
              <li class="row tight tone-bad">
                <a class="hit" href={linkTo('webhooks') + NOT_ACKNOWLEDGED}>
                  The receiver did not acknowledge {counted(unacknowledged, 'webhook')}
                </a>
              </li>
            )}
            {latest && (
              <UnknownCallers
                latest={latest}
                count={`${next === null ? '' : 'at least '}${counted(1 + others.length, 'request')}`}
              />
            )}
            {!latest && failed.length + unacknowledged === 0 && (
              <li class="row tight soft">
                <Icon name="check" /> Nothing at present.
              </li>
            )}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

const FailedAccount = ({ account, code, reason }: Schemas['Info']['degraded'][number]) => (
  <li class="stack tight tone-bad">
    <a class="hit" href={linkTo('settings', null, account)}>
      Account {account} {code === 'ACCOUNT_FAILED' ? 'has failed' : 'cannot be stored'}
    </a>
    <span class="soft break">{reason}</span>
  </li>
);

/** Requests without a valid key, with what is known of the latest. */
function UnknownCallers({ latest, count }: { latest: Schemas['UnknownCall']; count: string }) {
  const { explanation, key, user_agent, ip, url, method, at } = latest;
  const caller = [ip, user_agent?.split(' ')[0]].filter(Boolean).join(', ');
  return (
    <li class="stack tight tone-warn">
      <a class="hit" href={linkTo('settings')}>
        {count} without a valid key: {explanation}
        {key && ` (…${key})`}
      </a>
      <span class="soft break">
        {caller}; last {method} {url}, {timeOfDay(at)} UTC
      </span>
    </li>
  );
}
