import { escapeControls } from '../../core/text/escape.ts';
import { api, origin, type Schemas } from '../api.ts';
import { Command } from '../parts/command.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Instant } from '../parts/instant.tsx';
import { type Column, Filters, ListTable, Panes, Tally } from '../parts/list.tsx';
import { StatusPill } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { type List, listView, useList } from '../store/list.ts';
import { attempt } from '../store/toasts.ts';
import type { PageProps } from './page-props.ts';
import { RequestDetail } from './request-detail.tsx';

type Request = Schemas['RequestSummary'];

const columnsOf = (account: string): readonly Column<Request>[] => [
  {
    name: 'Request',
    widths: ['minmax(150px, 1.3fr)', 'minmax(0, 1.2fr)', 'minmax(0, 1.2fr)'],
    cell: request => (
      <a class="hit" href={linkTo(account, 'requests', request.id)} title={request.url}>
        {request.method} {request.url.replace(/^\/api\/v1/, '')}
        {request.by_dashboard && <span class="faint"> · dashboard</span>}
      </a>
    ),
  },
  {
    name: 'Response',
    widths: ['minmax(140px, 1.1fr)', 'minmax(0, 1.6fr)', 'minmax(0, 1fr)'],
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
    widths: ['minmax(100px, 1fr)', 'minmax(0, 1fr)'],
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
    widths: ['60px', '52px'],
    align: 'num',
    cell: ({ orders: [first, ...others] }) =>
      first === undefined ? <span class="faint">–</span> : `${first}${others.length > 0 ? '…' : ''}`,
  },
  {
    name: 'Deviations',
    widths: ['72px'],
    align: 'num',
    cell: request =>
      request.violations.length > 0 ? <span class="warn">{request.violations.length}</span> : '',
  },
  { name: 'ms', widths: ['48px'], align: 'num', cell: request => request.duration_ms.toFixed(1) },
  {
    name: 'Time',
    widths: ['66px', '62px', '62px'],
    align: 'num',
    cell: request => <Instant at={request.at} />,
  },
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

const balanceCurl = (key: string): string =>
  `curl -i ${origin}/api/v1/balance/ \\\n  -H 'Authorization: Bearer ${key}'`;

/** The journal: every API request with its response and an explanation. */
export function RequestsPage({ account, id }: PageProps) {
  const view = listView(`${account}/requests`);
  const { text, choice, question } = view;
  const list = useList<Request>({
    view,
    read: (page, signal) =>
      api.get('/_sandbox/accounts/{account}/requests', {
        path: { account },
        query: { ...page, ...(text && { search: text }) },
        signal,
      }),
    keeps: choice.value === '' ? undefined : request => isOfKind(request, choice.value as Kind),
    concerns: event => event.type === 'request',
  });
  // The search does not reach requests that the journal has discarded.
  const total = question === '' ? accountSignal.value?.requests : undefined;
  return (
    <div class="sheet full">
      <div class="title">
        <h1>Requests</h1>
        <Tally list={list} one="request" total={total} view={view} />
        <div class="actions">
          <ClearJournal account={account} list={list} />
        </div>
      </div>
      <Panes
        name="Request details"
        back={{ href: linkTo(account, 'requests'), text: 'All requests' }}
        list={
          <>
            <Filters
              view={view}
              searchName="Search requests"
              hint="Search path, code, body"
              choiceName="Kind of response"
              options={KINDS}
            />
            <ListTable
              label="Requests"
              list={list}
              columns={columnsOf(account)}
              keyOf={request => request.id}
              view={view}
              chosen={id}
              icon="requests"
              empty={<NoRequests account={account} />}
            />
          </>
        }
        detail={id && <RequestDetail account={account} request={id} />}
      />
    </div>
  );
}

function ClearJournal({ account, list }: { account: string; list: List<Request> }) {
  const clear = async (): Promise<void> => {
    await attempt(
      () => api.delete('/_sandbox/accounts/{account}/requests', { path: { account } }),
      'Journal cleared.',
    );
    await Promise.all([list.reload(), readAccount()]);
  };
  return (
    <ConfirmButton label="Clear" disabled={!list.rows?.length} title="Clear the journal?" onConfirm={clear}>
      <p>
        This removes all recorded requests of {account}, for everyone who uses it. Orders and webhooks stay.
      </p>
    </ConfirmButton>
  );
}

const NoRequests = ({ account }: { account: string }) => (
  <Empty icon="requests" title="No requests yet" command={<Command account={account} make={balanceCurl} />}>
    Requests of this account appear here with their responses and an explanation of each.
  </Empty>
);
