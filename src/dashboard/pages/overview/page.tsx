import { useEffect } from 'preact/hooks';
import '../../styles/overview.css';
import { BUILT_IN_RECEIVER } from '../../../core/webhook/receiving.ts';
import { api } from '../../api.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Pill } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { account as accountSignal, info } from '../../store/account.ts';
import { demo } from '../../store/demo.ts';
import type { LiveEvent } from '../../store/live.ts';
import { orders } from '../../store/orders.ts';
import { type Resource, useResource } from '../../store/resource.ts';
import { startRiver } from '../../store/river.ts';
import { attempt } from '../../store/toasts.ts';
import { severityTone } from '../finding-tone.ts';
import type { PageProps } from '../page-props.ts';
import { concernsOf } from './attention.ts';
import { AttentionList } from './attention-list.tsx';
import { BalanceLine, FindingCounts, OrderStates, WebhookSuccess } from './figures.tsx';
import { FIRST_STEPS } from './first-steps.ts';
import { River } from './river.tsx';
import { Tour } from './tour.tsx';
import { TOUR } from './tour-steps.ts';

startRiver();

const RELOAD_DELAY_MS = 800;
/** Unknown callers belong to no account, so that no stream of one announces them. */
const UNKNOWN_CALLERS_MS = 4_000;
const LATEST = 200;
const FINDINGS_SHOWN = 4;

const ofKinds =
  (...kinds: readonly string[]) =>
  (event: LiveEvent): boolean =>
    event.type === 'happening' ? kinds.includes(event.data.kind) : kinds.includes(event.type);

/** The data of the overview, apart from the data that the page always has. */
function useSources(account: string) {
  const path = { account };
  const query = { sort: 'newest', limit: LATEST } as const;
  const ledger = useResource(
    `${account}/ledger`,
    signal => api.get('/_sandbox/accounts/{account}/ledger', { path, query, signal }),
    ofKinds('ledger', 'account'),
    RELOAD_DELAY_MS,
  );
  const events = useResource(
    `${account}/events`,
    signal => api.get('/_sandbox/accounts/{account}/events', { path, query, signal }),
    ofKinds('order', 'attempt', 'settled', 'account'),
    RELOAD_DELAY_MS,
  );
  const exhausted = useResource(
    `${account}/exhausted`,
    signal =>
      api.get('/_sandbox/accounts/{account}/events', {
        path,
        query: { ...query, state: 'exhausted' },
        signal,
      }),
    ofKinds('settled', 'account'),
    RELOAD_DELAY_MS,
  );
  const requests = useResource(
    `${account}/requests`,
    signal => api.get('/_sandbox/accounts/{account}/requests', { path, query, signal }),
    ofKinds('request', 'account'),
    RELOAD_DELAY_MS,
  );
  const findings = useResource(
    `${account}/findings`,
    signal => api.get('/_sandbox/accounts/{account}/findings', { path, query: { limit: 1_000 }, signal }),
    ofKinds('finding', 'account'),
    RELOAD_DELAY_MS,
  );
  return { ledger, events, exhausted, requests, findings };
}

function useUnknownCallers() {
  const resource = useResource('unknown-callers', signal =>
    api.get('/_sandbox/unknown-callers', { query: { sort: 'newest', limit: LATEST }, signal }),
  );
  const { reload } = resource;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, UNKNOWN_CALLERS_MS);
    return () => clearInterval(timer);
  }, []);
  return resource;
}

const itemsOf = <Item,>({ data }: Resource<{ items: readonly Item[] }>): readonly Item[] => data?.items ?? [];

/** The activity in the account, and the concerns that need attention. */
export function OverviewPage({ account }: PageProps) {
  const { ledger, events, exhausted, requests, findings } = useSources(account);
  const unknown = useUnknownCallers();
  const found = itemsOf(findings);
  const concerns = concernsOf({
    account,
    degraded: info.value?.degraded ?? [],
    exhausted: itemsOf(exhausted),
    orders: orders.value,
    requests: itemsOf(requests),
    unknown: itemsOf(unknown),
  });
  const dismiss = async (): Promise<void> => {
    await attempt(() => api.delete('/_sandbox/unknown-callers'), 'Unknown callers dismissed.');
    await unknown.reload();
  };
  return (
    <div class="sheet overview">
      <div class="title">
        <h1>Overview</h1>
        {demo.value?.account === account && (
          <span class="soft">
            {demo.value.running ? 'demo traffic is running' : 'demo traffic is stopped'}
          </span>
        )}
        <div class="actions">
          <a class="button main" href={linkTo(account, 'orders/new')}>
            <Icon name="new" /> New order
          </a>
        </div>
      </div>
      <Guide account={account} />
      <div class="figures">
        <OrderStates account={account} />
        <BalanceLine account={account} ledger={itemsOf(ledger)} />
        <WebhookSuccess account={account} events={itemsOf(events)} />
        <FindingCounts account={account} findings={found} />
      </div>
      <div class="overview-columns">
        <River />
        <div class="stack loose">
          <AttentionList concerns={concerns} onDismiss={dismiss} />
          <LatestFindings account={account} findings={found.slice(0, FINDINGS_SHOWN)} />
        </div>
      </div>
    </div>
  );
}

/** The accounts that had no orders when they were first shown. */
const newAccounts = new Set<string>();

/** Suggestions to try: the tour in the demo's account, and the first steps in a new account without a receiver. */
function Guide({ account }: { account: string }) {
  if (demo.value?.account === account) {
    return <Tour account={account} title="A tour in five steps" steps={TOUR} />;
  }
  const { name, orders: placed, webhook } = accountSignal.value ?? {};
  if (name !== account) return null;
  const isFree = webhook?.url === null || webhook?.url === BUILT_IN_RECEIVER;
  if (placed === 0 && isFree) newAccounts.add(account);
  if (!newAccounts.has(account)) return null;
  return <Tour account={account} title="Three things to try first" steps={FIRST_STEPS} />;
}

interface FindingsProps {
  readonly account: string;
  readonly findings: Parameters<typeof FindingCounts>[0]['findings'];
}

function LatestFindings({ account, findings }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <Card title="Findings" actions={<a href={linkTo(account, 'findings')}>All findings</a>} flush>
      <ul class="concerns">
        {findings.map(({ id, severity, message }) => (
          <li key={id} class={`tone-${severityTone(severity)}`}>
            <a href={linkTo(account, 'findings', id)} class="finding-message">
              {message}
            </a>
            <span>
              <Pill tone={severityTone(severity)} text={severity} plain />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
