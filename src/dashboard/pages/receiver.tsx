import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { BUILT_IN_RECEIVER } from '../../core/webhook/read-webhook.ts';
import { forAccount, type Schemas } from '../control-api.ts';
import { counted, latency, span } from '../format.ts';
import { Button, Facts, Instant, Note } from '../parts/basics.tsx';
import { HttpMessage } from '../parts/code.tsx';
import { Check, Segments, Select } from '../parts/field.tsx';
import { ListPage } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { Empty, Loaded, Skeleton } from '../parts/loading.tsx';
import { Pill, StatusPill } from '../parts/pill.tsx';
import { linkTo, type PageProps } from '../routes.ts';
import { readAccount } from '../store/account.ts';
import { ask } from '../store/dialogs.ts';
import { type List, useList } from '../store/list.ts';
import type { LiveEvent } from '../store/live.ts';
import { useResource } from '../store/resource.ts';
import { attempt, useTask } from '../store/tasks-and-toasts.ts';
import { SignatureCheck } from './signature-check.tsx';

type Receiver = Schemas['Receiver'];
type Arrival = Schemas['Arrival'];

/** Arrivals are events of their own kind; changes of the account can change the destination. */
const isNews = (event: LiveEvent): boolean =>
  event.type === 'happening' && /^(arrival|account)$/.test(event.data.kind);

function ResponsePill({ of: { status, state } }: { of: Arrival }) {
  if (status !== null) return <StatusPill status={status} />;
  return (
    <Pill tone={state === 'pending' ? 'calm' : 'bad'} text={state === 'timeout' ? 'timed out' : state} />
  );
}

const SignaturePill = ({ of: { signature } }: { of: Arrival }) => (
  <Pill tone={signature.valid ? 'good' : 'bad'} text={signature.valid ? 'verified' : 'not verified'} />
);

const COLUMNS: readonly Column<Arrival>[] = [
  ['Event', 'minmax(138px, 1fr) / 138px / minmax(0, 1fr)', arrival => arrival.event || 'no event'],
  ['Order', '64px / 52px', arrival => arrival.order_id ?? '–', 'num'],
  [
    'External ID',
    'minmax(100px, 1fr) / minmax(60px, 1fr)',
    arrival => arrival.external_id ?? <span class="soft">none</span>,
    'below',
  ],
  ['Signature', '116px / 112px / 92px', arrival => <SignaturePill of={arrival} />],
  [
    'Repeat',
    '90px / 74px',
    ({ duplicate_of: first }) =>
      first === null ? (
        <span class="soft">first</span>
      ) : (
        <span title="It has the event id of an earlier arrival; a receiver must ignore it">
          of no. {first}
        </span>
      ),
  ],
  ['Response', '100px / 88px / 74px', arrival => <ResponsePill of={arrival} />],
  ['No.', '52px', arrival => arrival.number, 'num'],
  ['Time', '66px / 62px', arrival => <Instant at={arrival.at} />, 'num'],
];

/** The built-in receiver: its settings, and what has arrived. */
export function ReceiverPage({ account, id }: PageProps) {
  const receiver = useResource(account, signal => forAccount(account).get('/receiver', { signal }), isNews);
  const list = useList<Arrival>({
    account,
    place: 'webhooks/receiver',
    read: (query, signal) => forAccount(account).get('/receiver/arrivals', { query, signal }),
    concerns: isNews,
  });
  const task = useTask();
  const sendHere = async (): Promise<void> => {
    const sent = () => forAccount(account).put('/webhook', { body: { url: BUILT_IN_RECEIVER } });
    await attempt(sent, 'The webhooks of this account now arrive here.');
    await readAccount();
    await receiver.reload();
  };
  const clear = async (): Promise<void> => {
    const text = 'An event that arrives again afterwards does not count as a duplicate.';
    if (!(await ask({ title: 'Clear the arrivals?', text, action: 'Clear' }))) return;
    await attempt(() => forAccount(account).delete('/receiver/arrivals'));
    await list.reload();
  };
  const repeats = list.rows?.filter(({ duplicate_of }) => duplicate_of !== null).length ?? 0;
  const among = list.hasMore ? ' among these' : '';
  return (
    <ListPage
      title="Webhooks"
      list={list}
      one="arrival"
      // Arrivals are numbered from 1, so the latest number is the number of all arrivals.
      total={list.rows?.[0]?.number}
      beside={repeats > 0 && <span class="soft">{counted(repeats, 'duplicate') + among}</span>}
      actions={
        <>
          {receiver.data?.is_destination === false && (
            <Button icon="receiver" look="main" aria-busy={task.isBusy} onClick={() => task.run(sendHere)}>
              Send webhooks here
            </Button>
          )}
          <Button look="danger" disabled={!list.rows?.length} onClick={clear}>
            Clear
          </Button>
        </>
      }
      above={
        <Loaded of={receiver}>
          {data => <ReceiverSettings account={account} receiver={data} onChanged={receiver.reload} />}
        </Loaded>
      }
      columns={COLUMNS}
      keyOf={arrival => arrival.number}
      chosen={id}
      icon="receiver"
      empty={
        <Empty icon="receiver" title="Nothing arrived yet">
          {receiver.data?.is_destination && (
            <>
              Webhooks of this account appear here as they arrive.{' '}
              <a href={linkTo('orders/new')}>Create an order</a> or trigger one on the{' '}
              <a href={linkTo('webhooks')}>list of events</a>.
            </>
          )}
          {receiver.data?.is_destination === false &&
            'The webhooks of this account do not arrive here. Make this receiver their destination to watch them.'}
        </Empty>
      }
      detail={id && <Loaded of={{ ...list, data: list.rows }}>{() => <Chosen id={id} list={list} />}</Loaded>}
    />
  );
}

function Chosen({ id, list }: { id: string; list: List<Arrival> }) {
  const arrival = list.rows?.find(({ number }) => String(number) === id);
  const isMissing = arrival === undefined;
  useEffect(() => {
    if (isMissing && list.hasMore) list.more();
  }, [isMissing, list]);
  if (arrival) return <ArrivalDetail arrival={arrival} />;
  return list.hasMore ? <Skeleton /> : <p class="soft">There is no arrival {id}, or it no longer exists.</p>;
}

function ArrivalDetail({ arrival }: { arrival: Arrival }) {
  const { event, event_id, order_id, external_id, signature, duplicate_of: first, duration_ms } = arrival;
  const order = <a href={linkTo('orders', order_id)}>{external_id ?? order_id}</a>;
  return (
    <>
      <div class="title">
        <h2 class="break">{event || 'no event'}</h2>
        <SignaturePill of={arrival} />
        <ResponsePill of={arrival} />
      </div>
      {signature.problem !== null && (
        <Note tone="bad" title="The signature is not valid">
          <span class="break">{signature.problem}</span>
        </Note>
      )}
      {first !== null && (
        <Note tone="warn" title="Duplicate">
          <span>
            It has the event id of <a href={linkTo('webhooks/receiver', first)}>arrival {first}</a>. A
            receiver acknowledges it and does nothing else.
          </span>
        </Note>
      )}
      <Facts
        rows={[
          ['Arrival', arrival.number],
          ['Time', <Instant at={arrival.at} whole />],
          ['Response after', duration_ms === null ? 'none yet' : latency(duration_ms)],
          ['Order', order_id === null ? 'none' : order],
          [
            'Event ID',
            <a class="break" href={linkTo('webhooks', event_id)}>
              {event_id}
            </a>,
            'wide',
          ],
        ]}
      />
      <HttpMessage title="Delivery" headers={Object.entries(arrival.headers)} body={arrival.body} />
      <SignatureCheck body={arrival.body} headers={arrival.headers} />
    </>
  );
}

type Setting = Pick<Receiver, 'status' | 'delay_ms' | 'hang' | 'times' | 'verify'>;

const RESPONSES = {
  '200': { status: 200, delay_ms: 0, hang: false },
  '500': { status: 500, delay_ms: 0, hang: false },
  'Slow, 3 s': { status: 200, delay_ms: 3_000, hang: false },
  Hang: { status: 200, delay_ms: 0, hang: true },
} as const;
const RESPONSE_NAMES = Object.keys(RESPONSES) as (keyof typeof RESPONSES)[];

/** The name of the response that a setting gives; empty if the page does not offer it. */
const responseOf = ({ status, delay_ms, hang }: Setting) =>
  RESPONSE_NAMES.find(name => {
    const response = RESPONSES[name];
    return response.hang === hang && (hang || (response.status === status && response.delay_ms === delay_ms));
  }) ?? '';

const ALL = 'all';

function settingText({ status, delay_ms, hang, times, verify }: Setting): string {
  const what = hang
    ? 'Never responds, so that each delivery times out'
    : `Responds with ${status}${delay_ms > 0 ? ` after ${span(delay_ms)}` : ' at once'}`;
  const limit =
    times === null ? '' : `, for ${counted(times, 'more delivery', 'more deliveries')}; then with 200`;
  const forged = verify
    ? 'Deliveries without a valid signature get 401.'
    : 'Forged deliveries are treated like genuine ones.';
  return `${what}${limit}. ${forged}`;
}

interface SettingsProps {
  readonly account: string;
  readonly receiver: Receiver;
  readonly onChanged: () => Promise<void>;
}

function ReceiverSettings({ account, receiver, onChanged }: SettingsProps) {
  /** The latest choice, until it is in effect or was refused. */
  const chosen = useSignal<Setting | null>(null);
  const lastChange = useRef(Promise.resolve());
  const shown = chosen.value ?? receiver;
  const choose = (setting: Setting): void => {
    chosen.value = setting;
    // One change after another, so that none undoes the one before.
    lastChange.current = lastChange.current.then(async () => {
      const { status, delay_ms, hang, times, verify } = setting;
      const body = { status, delay: `${delay_ms}ms`, hang, times, verify };
      await attempt(() => forAccount(account).put('/receiver', { body }));
      await onChanged();
      if (chosen.peek() === setting) chosen.value = null;
    });
  };
  /** The number of deliveries to which the next choice applies. */
  const next = useSignal(ALL);
  const response = responseOf(shown);
  const times = response === '200' ? next.value : String(shown.times ?? ALL);
  const limitOf = (limit: string): number | null => (limit === ALL ? null : Number(limit));
  return (
    <div class="card inside-pad stack">
      <div class="row">
        <span class="soft">Respond with</span>
        <Segments<typeof response>
          label="Response"
          value={response}
          options={RESPONSE_NAMES.map(name => [name, name])}
          onChange={name => {
            if (name === '') return;
            const limit = name === '200' ? null : limitOf(times);
            choose({ ...RESPONSES[name], times: limit, verify: shown.verify });
          }}
        />
        <span class="row tight">
          <span class="soft">to</span>
          <Select
            aria-label="For how many deliveries"
            value={times}
            options={[...new Set([ALL, '1', '2', '3', times])].map(limit => [
              limit,
              limit === ALL ? 'every delivery' : `the next ${limit === '1' ? 'one' : limit}`,
            ])}
            onChange={limit => {
              next.value = limit;
              if (response !== '200') choose({ ...shown, times: limitOf(limit) });
            }}
          />
        </span>
        <Check
          label="Verify signatures"
          isOn={shown.verify}
          onChange={verify => choose({ ...shown, verify })}
        />
      </div>
      <p class="tail" role="status">
        {settingText(receiver)}
      </p>
    </div>
  );
}
