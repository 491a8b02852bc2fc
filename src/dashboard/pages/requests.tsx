import { useSignal } from '@preact/signals';
import { escapeControls } from '../../core/text/escape.ts';
import { forAccount, origin, type Schemas } from '../control-api.ts';
import { counted, grouped, timeOfDay } from '../format.ts';
import { Button, CopyButton, Facts, Instant, Links, Note } from '../parts/basics.tsx';
import { Command, HttpMessage } from '../parts/code.tsx';
import { ListPage } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { Empty, Loaded } from '../parts/loading.tsx';
import { StatusPill } from '../parts/pill.tsx';
import type { PageProps } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { ask } from '../store/dialogs.ts';
import { knownKey } from '../store/known-keys.ts';
import { useList } from '../store/list.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/tasks-and-toasts.ts';
import { Compare, Comparison, exchangedMessages } from './compare-card.tsx';
import { curl, curlOf } from './curl.ts';
import { MistakesWith } from './verdict.tsx';

type Request = Schemas['RequestSummary'];
type Detail = Schemas['RequestDetail'];

const COLUMNS: readonly Column<Request>[] = [
  [
    'Request',
    'minmax(150px, 1.3fr) / minmax(0, 1.2fr) / minmax(0, 1.2fr)',
    request => (
      <span title={request.url}>
        {request.method} {request.url.replace(/^\/api\/v1/, '')}
        {request.by_dashboard && <span class="soft"> · dashboard</span>}
      </span>
    ),
  ],
  [
    'Response',
    'minmax(140px, 1.1fr) / minmax(0, 1.6fr) / minmax(0, 1fr)',
    request => (
      <>
        <StatusPill status={request.status} />{' '}
        <span class="soft" title={request.explanation}>
          {request.error ?? request.fault}
        </span>
      </>
    ),
  ],
  [
    'External ID',
    'minmax(100px, 1fr) / minmax(0, 1fr)',
    ({ external_ids: ids }) => escapeControls(ids.join(', ')) || '–',
    'below',
  ],
  [
    'Order',
    '60px / 52px',
    ({ orders: [first, ...others] }) => `${first ?? '–'}${others.length > 0 ? '…' : ''}`,
    'num',
  ],
  ['Deviations', '72px', ({ violations }) => <span class="warn">{violations.length || ''}</span>, 'num'],
  ['ms', '48px', request => request.duration_ms.toFixed(1), 'num'],
  ['Time', '66px / 62px / 62px', request => <Instant at={request.at} />, 'num'],
];

/** The kinds of responses, and whether a request has one of that kind. */
const KINDS: readonly (readonly [kind: string, text: string, has: (request: Request) => boolean])[] = [
  ['', 'All responses', () => true],
  ['good', 'Successful', ({ status }) => status !== null && status < 400],
  ['refused', 'Client errors (4xx)', ({ status }) => status !== null && status >= 400 && status < 500],
  ['failed', 'Server errors, no response', ({ status }) => status === null || status >= 500],
  ['deviating', 'With deviations', ({ violations }) => violations.length > 0],
];

const balanceCurl = (key: string): string =>
  curl('', `${origin}/api/v1/balance/`, [`Authorization: Bearer ${key}`], null);

/** The journal: every API request with its response and an explanation. */
export function RequestsPage({ account, id }: PageProps) {
  const journal = useSignal({ dropped: 0, bound: 0 });
  const list = useList<Request>({
    account,
    place: 'requests',
    read: async (query, signal) => {
      const page = await forAccount(account).get('/requests', { query, signal });
      const { dropped, bound } = page;
      journal.value = { dropped, bound };
      return page;
    },
    keeps: (request, kind) => KINDS.find(([name]) => name === kind)![2](request),
    concerns: event => event.type === 'request',
  });
  const { dropped, bound } = journal.value;
  const recorded = accountSignal.value?.requests ?? 0;
  // The account and the list are read one after the other, in either order.
  const kept = Math.min(bound, Math.max(recorded - dropped, list.rows?.length ?? 0));
  const clear = async (): Promise<void> => {
    const text = `This removes all recorded requests of ${account}, for everyone who uses it. Orders and webhooks stay.`;
    if (!(await ask({ title: 'Clear the journal?', text, action: 'Clear' }))) return;
    await attempt(() => forAccount(account).delete('/requests'), 'Journal cleared.');
    await Promise.all([list.reload(), readAccount()]);
  };
  return (
    <ListPage
      title="Requests"
      list={list}
      one="request"
      // Neither the list nor the search reaches requests that the journal has discarded.
      total={list.question === '' ? kept : undefined}
      beside={
        dropped > 0 && (
          <span class="soft">
            the journal keeps {grouped(bound)}; {counted(dropped, 'older one')} {dropped === 1 ? 'is' : 'are'}{' '}
            gone
          </span>
        )
      }
      actions={
        <Button look="danger" disabled={!list.rows?.length} onClick={clear}>
          Clear
        </Button>
      }
      hint="Search path, code, body"
      filter={['Kind of response', KINDS.map(([kind, text]) => [kind, text])]}
      columns={COLUMNS}
      keyOf={request => request.id}
      chosen={id}
      icon="requests"
      empty={
        <Empty
          icon="requests"
          title="No requests yet"
          command={<Command account={account} make={balanceCurl} />}
        >
          Requests of this account appear here with their responses and an explanation of each.
        </Empty>
      }
      detail={id && <RequestDetail account={account} request={id} />}
    />
  );
}

/** Reads a request, and the first recorded request of its order if it is a repeat. */
async function readRequest(account: string, id: string, signal: AbortSignal) {
  const detail = await forAccount(account).get('/requests/{request}', { path: { request: id }, signal });
  const [order] = detail.orders;
  if (detail.operation !== 'createOrder' || order === undefined) return { detail, first: null };
  const query = { order, operation: 'createOrder', limit: 1 } as const;
  const { items } = await forAccount(account).get('/requests', { query, signal });
  return { detail, first: items.find(one => one.id !== id) ?? null };
}

type Repeatable = Awaited<ReturnType<typeof readRequest>>;

/** One request with its response and the explanation of it. */
export function RequestDetail({ account, request }: { account: string; request: string }) {
  const resource = useResource(`${account}/${request}`, signal => readRequest(account, request, signal));
  return <Loaded of={resource}>{read => <RequestContent {...read} account={account} />}</Loaded>;
}

function RequestContent({ detail, first, account }: Repeatable & { account: string }) {
  const { near_misses: misses } = detail;
  return (
    <>
      <div class="title">
        <h2 class="break">
          {detail.method} {detail.url}
        </h2>
        <div class="row actions">
          <CopyButton
            text={curlOf(detail, origin, knownKey(account) ?? '<API_KEY>')}
            name="Copy as curl"
            label="Copy as curl"
          />
        </div>
      </div>
      <Why detail={detail} />
      <MistakesWith account={account} isOf={({ requests }) => requests.includes(detail.id)} />
      <Facts
        rows={[
          ['Time', <Instant at={detail.at} whole />],
          ['Duration', `${detail.duration_ms.toFixed(1)} ms`],
          ['Operation', detail.operation ?? 'none'],
          ['Key', detail.by_dashboard ? 'dashboard (the order form)' : (detail.key ?? 'none')],
          ['Client IP', detail.ip],
          ['Request ID', detail.id],
          ['Orders', <Links place="orders" ids={detail.orders} />],
        ]}
      />
      <HttpMessage
        title="Request"
        headers={detail.headers.map(({ name, value }) => [name, value] as const)}
        body={detail.body}
      />
      {detail.status !== null && (
        <HttpMessage
          title="Response"
          headers={Object.entries(detail.answer.headers)}
          body={detail.answer.body}
        />
      )}
      <Differences key={detail.id} detail={detail} first={first} account={account} />
      {misses.length > 0 && (
        <details>
          <summary class="soft">
            Why {counted(misses.length, 'rule')} of the active scenarios did not apply
          </summary>
          <Bullets texts={misses} />
        </details>
      )}
    </>
  );
}

/** `12:00:05 POST /order/ inv-1: 202, req-7`. */
const optionOf = ({ id, at, method, url, external_ids: [external = ''], status }: Request): string =>
  `${timeOfDay(at)} ${method} ${url.replace(/^[/]api[/]v1/, '')} ${escapeControls(external)}: ${status ?? 'no response'}, ${id}`;

/** Compares a request with the first one for its order, or with any other one in the journal. */
function Differences({ detail, first, account }: Repeatable & { account: string }) {
  const isOpen = useSignal(first !== null);
  const chosen = useSignal(first?.id ?? '');
  const { value: id } = chosen;
  const requests = useResource(isOpen.value ? account : null, signal =>
    forAccount(account).get('/requests', { query: { sort: 'newest', limit: 1_000 }, signal }),
  );
  const other = useResource(id === '' ? null : `${account}/${id}`, signal =>
    forAccount(account).get('/requests/{request}', { path: { request: id }, signal }),
  );
  const others = requests.data?.items.filter(one => one.id !== detail.id) ?? [];
  return (
    <Compare
      title={`Compare with ${first ? 'the first recorded request for this order' : 'another request'}`}
      isOpen={isOpen}
      options={[
        ...(id === '' ? [['', 'Choose a request'] as const] : []),
        ...others.map(one => [one.id, optionOf(one)] as const),
      ]}
      chosen={chosen}
    >
      {id !== '' && (
        <Loaded of={other}>
          {one =>
            exchangedMessages(one).map((left, index) => (
              <Comparison key={left.name} left={left} right={exchangedMessages(detail)[index]!} />
            ))
          }
        </Loaded>
      )}
    </Compare>
  );
}

const Bullets = ({ texts }: { texts: readonly string[] }) => (
  <ul class="bullets">
    {texts.map((text, index) => (
      <li key={index} class="break">
        {text}
      </li>
    ))}
  </ul>
);

function Why({ detail: { status, error, explanation, rule, fault, violations } }: { detail: Detail }) {
  const title = (
    <>
      <StatusPill status={status} /> {error} {fault && `Injected fault: ${fault}.`}
      {!error && !fault && 'No error.'}
    </>
  );
  return (
    <>
      <Note tone={status === null || status >= 400 ? 'bad' : 'good'} title={title}>
        {explanation && <span class="break">{explanation}</span>}
        {rule && !explanation.includes(rule.source) && (
          <span class="break">
            Rule {rule.id} at <code>{rule.source}</code>
          </span>
        )}
      </Note>
      {violations.length > 0 && (
        <Note tone="warn" title={`${counted(violations.length, 'deviation')} from the specification`}>
          <Bullets texts={violations} />
        </Note>
      )}
    </>
  );
}
