import { escapeControls } from '../../core/text/escape.ts';
import { api, origin, type Schemas } from '../api.ts';
import { count, plural } from '../format.ts';
import { Command } from '../parts/command.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { type Column, GridTable } from '../parts/grid-table.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Panes } from '../parts/panes.tsx';
import { StatusPill } from '../parts/pill.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { SelectFilter } from '../parts/select-filter.tsx';
import { linkTo } from '../routes.ts';
import { useDebounced } from '../store/debounced.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/toasts.ts';
import { viewSignal } from '../store/view.ts';
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
        <StatusPill status={request.status} />{' '}
        <span class="soft" title={request.explanation}>
          {request.error ?? request.fault}
        </span>
      </>
    ),
  },
  {
    name: 'External ID',
    midOnly: true,
    cell: ({ external_ids: ids }) =>
      ids.length === 0 ? (
        <span class="faint">–</span>
      ) : (
        <span title={escapeControls(ids.join(', '))}>
          {escapeControls(ids[0] ?? '')}
          {ids.length > 1 && <span class="faint"> and more</span>}
        </span>
      ),
  },
  {
    name: 'Order',
    align: 'num',
    midOnly: true,
    cell: ({ orders: [first, ...others] }) =>
      first === undefined ? <span class="faint">–</span> : `${first}${others.length > 0 ? '…' : ''}`,
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

const KINDS: readonly (readonly [kind: Kind, text: string])[] = [
  ['', 'All responses'],
  ['good', 'Successful'],
  ['refused', 'Client errors (4xx)'],
  ['failed', 'Server errors, no response'],
  ['deviating', 'With deviations'],
];

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

/** The URL with its percent-encoding decoded, as far as it is valid. */
function readable(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Whether the row itself contains the text; the server searches the bodies. */
const matches = (request: Request, text: string): boolean =>
  [
    `${request.method} ${request.url}`,
    readable(request.url),
    request.operation,
    request.error,
    request.key,
    request.id,
    ...request.external_ids,
  ].some(value => value?.toLowerCase().includes(text) ?? false);

const LONGEST_SEARCH = 200;
const TYPING_PAUSE_MS = 200;

/** The ids of the requests that contain a text anywhere, including in their bodies; null while the server searches. */
function useFound(account: string, text: string): ReadonlySet<string> | null {
  const wanted = text.slice(0, LONGEST_SEARCH);
  const search = useDebounced(wanted, TYPING_PAUSE_MS);
  const found = useResource(
    search === '' ? null : `${account}?${search}`,
    signal =>
      api.get('/_sandbox/accounts/{account}/requests', {
        path: { account },
        query: { sort: 'newest', limit: 1_000, ...(search && { search }) },
        signal,
      }),
    event => event.type === 'request',
  );
  const isOfText = search === wanted && (found.data !== null || found.error !== null);
  return isOfText ? new Set(found.data?.items.map(({ id }) => id)) : null;
}

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
    await resource.reload();
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
          <ConfirmButton
            label="Clear"
            disabled={!resource.data?.items.length}
            title="Clear the journal?"
            onConfirm={clear}
          >
            <p>
              This removes all recorded requests of {account}, for everyone who uses it. Orders and webhooks
              stay.
            </p>
          </ConfirmButton>
        </div>
      </div>
      <Panes
        name="Request details"
        back={{ href: linkTo(account, 'requests'), text: 'All requests' }}
        list={
          <Loaded of={resource}>
            {({ items }) => <RequestList account={account} id={id} requests={items} />}
          </Loaded>
        }
        detail={id && <RequestDetail account={account} request={id} />}
      />
    </div>
  );
}

interface ListProps {
  readonly account: string;
  readonly id: string | null;
  readonly requests: readonly Request[];
}

function RequestList({ account, id, requests }: ListProps) {
  const place = `${account}/requests`;
  const search = viewSignal(place, 'search', '');
  const kind = viewSignal<Kind>(place, 'kind', '');
  const text = search.value.trim().toLowerCase();
  const found = useFound(account, text);
  const shown = requests.filter(
    request => isOfKind(request, kind.value) && (!text || found?.has(request.id) || matches(request, text)),
  );
  return (
    <>
      <div class="filters">
        <SearchField text={search} name="Search requests" hint="Search path, code, external_id, body" />
        <SelectFilter name="Kind of response" chosen={kind} options={KINDS} />
        {text && <span class="tail">{plural(shown.length, 'match', 'matches')}</span>}
      </div>
      <GridTable
        label="Requests"
        rows={shown}
        columns={columnsOf(account)}
        widths="minmax(150px, 1.3fr) minmax(140px, 1.1fr) minmax(100px, 1fr) 60px 72px 48px 66px"
        narrowWidths="minmax(0, 1.2fr) minmax(0, 1.6fr) minmax(0, 1fr) 52px 62px"
        slimWidths="minmax(0, 1.2fr) minmax(0, 1fr) 62px"
        keyOf={request => request.id}
        place={place}
        chosen={id}
        empty={
          requests.length > 0 ? (
            <Empty
              icon="requests"
              title={text && !found ? 'Searching the bodies…' : 'No matching requests'}
            />
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
