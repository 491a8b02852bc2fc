import { useComputed, useSignal } from '@preact/signals';
import { api, origin, type Schemas } from '../api.ts';
import { count, plural } from '../format.ts';
import { Command } from '../parts/command.tsx';
import { Empty } from '../parts/empty.tsx';
import { type Column, GridTable } from '../parts/grid-table.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { StatusPill } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/toasts.ts';
import type { PageProps } from './page-props.ts';
import { RequestDetail } from './request-detail.tsx';

type Request = Schemas['RequestSummary'];

const columnsOf = (account: string): readonly Column<Request>[] => [
  {
    name: 'Request',
    cell: request => (
      <a class="hit" href={linkTo(account, 'requests', request.id)} title={request.url}>
        {request.method} {request.url.replace(/^\/api\/v1/, '')}
        {request.by_dashboard && <span class="faint"> · dashboard</span>}
      </a>
    ),
  },
  {
    name: 'Response',
    cell: request => (
      <>
        <StatusPill status={request.status} /> <span class="soft">{request.error ?? request.fault}</span>
      </>
    ),
  },
  {
    name: 'Deviations',
    align: 'num',
    wideOnly: true,
    cell: request =>
      request.violations.length > 0 ? <span class="warn">{request.violations.length}</span> : '',
  },
  { name: 'ms', align: 'num', wideOnly: true, cell: request => request.duration_ms.toFixed(1) },
  { name: 'Time', align: 'num', cell: request => <Instant at={request.at} /> },
];

type Kind = '' | 'good' | 'refused' | 'failed' | 'deviating';

const KINDS: Readonly<Record<Kind, string>> = {
  '': 'All responses',
  good: 'Successful',
  refused: 'Client errors (4xx)',
  failed: 'Server errors, no response',
  deviating: 'With deviations',
};

function isOfKind(request: Request, kind: Kind): boolean {
  const status = request.status ?? 599;
  switch (kind) {
    case '':
      return true;
    case 'good':
      return status < 400;
    case 'refused':
      return status >= 400 && status < 500;
    case 'failed':
      return status >= 500;
    case 'deviating':
      return request.violations.length > 0;
  }
}

const matches = (request: Request, text: string): boolean =>
  [request.url, request.method, request.operation, request.error, request.key, request.id].some(
    value => value?.toLowerCase().includes(text) ?? false,
  );

/** The journal: every API request with its response and an explanation. */
export function RequestsPage({ account, id }: PageProps) {
  const resource = useResource(
    account,
    signal =>
      api.get('/_sandbox/accounts/{account}/requests', {
        path: { account },
        query: { sort: 'newest', limit: 1_000 },
        signal,
      }),
    event => event.type === 'request',
  );
  const clear = async (): Promise<void> => {
    await attempt(
      () => api.delete('/_sandbox/accounts/{account}/requests', { path: { account } }),
      'Journal cleared.',
    );
    resource.reload();
  };
  return (
    <div class="sheet full">
      <div class="title">
        <h1>Requests</h1>
        {resource.data && (
          <span class="faint">
            {resource.data.dropped > 0
              ? `latest ${count(resource.data.bound)}; ${count(resource.data.dropped)} older requests were discarded`
              : plural(resource.data.items.length, 'request')}
          </span>
        )}
        <div class="actions">
          <button type="button" class="button" disabled={!resource.data?.items.length} onClick={clear}>
            Clear
          </button>
        </div>
      </div>
      <div class={`panes ${id ? 'open' : 'alone'}`}>
        <div class="list">
          <Loaded of={resource}>
            {({ items }) => <RequestList account={account} id={id} requests={items} />}
          </Loaded>
        </div>
        {id && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
          <section class="detail" aria-label="Request details" tabIndex={0}>
            <a class="button small detail-back" href={linkTo(account, 'requests')}>
              <Icon name="back" /> All requests
            </a>
            <RequestDetail account={account} request={id} />
          </section>
        )}
      </div>
    </div>
  );
}

interface ListProps {
  readonly account: string;
  readonly id: string | null;
  readonly requests: readonly Request[];
}

function RequestList({ account, id, requests }: ListProps) {
  const search = useSignal('');
  const kind = useSignal<Kind>('');
  const all = useSignal(requests);
  all.value = requests;
  const shown = useComputed(() => {
    const text = search.value.trim().toLowerCase();
    return all.value.filter(request => isOfKind(request, kind.value) && (!text || matches(request, text)));
  });
  return (
    <>
      <div class="filters">
        <input
          class="input search"
          type="search"
          aria-label="Search requests"
          placeholder="Search path, code, key"
          value={search.value}
          onInput={event => {
            search.value = event.currentTarget.value;
          }}
        />
        <select
          class="select"
          aria-label="Kind of response"
          value={kind.value}
          onChange={event => {
            kind.value = event.currentTarget.value as Kind;
          }}
        >
          {Object.entries(KINDS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <GridTable
        label="Requests"
        rows={shown.value}
        columns={columnsOf(account)}
        widths="minmax(120px, 1.3fr) minmax(110px, 1fr) 78px 48px 66px"
        narrowWidths="minmax(0, 1.2fr) minmax(0, 1fr) 62px"
        keyOf={request => request.id}
        chosen={id}
        empty={
          requests.length > 0 ? (
            <Empty icon="requests" title="No matching requests" />
          ) : (
            <Empty
              icon="requests"
              title="No requests yet"
              command={
                <Command
                  account={account}
                  make={key => `curl -i ${origin}/api/v1/balance/ \\\n  -H 'Authorization: Bearer ${key}'`}
                />
              }
            >
              Requests of this account appear here with their responses and an explanation of each.
            </Empty>
          )
        }
      />
    </>
  );
}
