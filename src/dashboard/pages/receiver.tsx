import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, type Schemas } from '../api.ts';
import { plural, span } from '../format.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { ExternalId } from '../parts/external-id.tsx';
import { Segments } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { type Column, ListTable, Panes, Tally } from '../parts/list.tsx';
import { Loaded, Skeleton } from '../parts/loaded.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { Switch } from '../parts/switch.tsx';
import { linkTo } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { useChoice } from '../store/choice.ts';
import { type List, listView, useList } from '../store/list.ts';
import type { LiveEvent } from '../store/live.ts';
import { useResource } from '../store/resource.ts';
import { useTask } from '../store/task.ts';
import { attempt, showToast } from '../store/toasts.ts';
import { type Arrival, ArrivalDetail, ResponsePill, SignaturePill } from './arrival.tsx';
import type { PageProps } from './page-props.ts';

type Receiver = Schemas['Receiver'];

/** Arrivals come as happenings of their own kind; changes of the account can change the destination. */
const concernsReceiver = (event: LiveEvent): boolean =>
  event.type === 'happening' && /^(arrival|account)$/.test(event.data.kind);

/** Makes a URL the destination, and offers to set the former one back. */
async function sendTo(account: string, url: string | null): Promise<void> {
  const before = accountSignal.value?.webhook.url ?? null;
  const put = (destination: string | null) =>
    api.put('/_sandbox/accounts/{account}/webhook', { path: { account }, body: { url: destination } });
  const isSet = await attempt(() => put(url));
  await readAccount();
  if (!isSet) return;
  const undo = async (): Promise<void> => {
    await attempt(
      () => put(before),
      before === null ? 'There is no destination.' : `Webhooks go to ${before}.`,
    );
    await readAccount();
  };
  showToast('The webhooks of this account now arrive here.', false, { text: 'Undo', run: undo });
}

const columnsOf = (account: string): readonly Column<Arrival>[] => [
  {
    name: 'Event',
    widths: ['minmax(138px, 1fr)', '138px', 'minmax(0, 1fr)'],
    cell: arrival => (
      <a class="hit" href={linkTo(account, 'webhooks/receiver', arrival.number)} title={arrival.event}>
        {arrival.event || 'no event'}
      </a>
    ),
  },
  { name: 'Order', widths: ['64px', '52px'], align: 'num', cell: arrival => arrival.order_id ?? '–' },
  {
    name: 'External ID',
    widths: ['minmax(100px, 1fr)', 'minmax(60px, 1fr)'],
    cell: arrival => <ExternalId id={arrival.external_id} />,
  },
  {
    name: 'Signature',
    widths: ['116px', '112px', '92px'],
    cell: arrival => <SignaturePill arrival={arrival} />,
  },
  {
    name: 'Repeat',
    widths: ['90px', '74px'],
    cell: arrival =>
      arrival.duplicate_of === null ? (
        <span class="faint">first</span>
      ) : (
        <span title="It has the event id of an earlier arrival; a receiver must ignore it">
          of no. {arrival.duplicate_of}
        </span>
      ),
  },
  {
    name: 'Response',
    widths: ['100px', '88px', '74px'],
    cell: arrival => <ResponsePill arrival={arrival} />,
  },
  { name: 'No.', widths: ['52px'], align: 'num', cell: arrival => arrival.number },
  { name: 'Time', widths: ['66px', '62px'], align: 'num', cell: arrival => <Instant at={arrival.at} /> },
];

/** The built-in webhook receiver of the account: its settings, and what arrived. */
export function ReceiverPage({ account, id }: PageProps) {
  const view = listView(`${account}/webhooks/receiver`);
  const path = { account };
  const receiver = useResource(
    account,
    signal => api.get('/_sandbox/accounts/{account}/receiver', { path, signal }),
    concernsReceiver,
  );
  const list = useList<Arrival>({
    view,
    read: (query, signal) =>
      api.get('/_sandbox/accounts/{account}/receiver/arrivals', { path, query, signal }),
    concerns: concernsReceiver,
  });
  return (
    <div class="sheet full">
      <div class="stack">
        <div class="title">
          <h1>Webhooks</h1>
          <PageTabs />
          {/* Arrivals are numbered from 1, so that the latest number is that of all arrivals. */}
          <Tally list={list} one="arrival" total={list.rows?.[0]?.number} view={view} />
          <Duplicates rows={list.rows} />
          <div class="actions">
            {receiver.data?.is_destination === false && (
              <SendHereButton account={account} url={receiver.data.url} onSent={receiver.reload} />
            )}
            <ClearArrivals account={account} list={list} />
          </div>
        </div>
        <Loaded of={receiver}>
          {data => <ReceiverSettings account={account} receiver={data} onChanged={receiver.reload} />}
        </Loaded>
      </div>
      <Panes
        name="Arrival details"
        back={{ href: linkTo(account, 'webhooks/receiver'), text: 'All arrivals' }}
        list={
          <ListTable
            label="Arrivals"
            list={list}
            columns={columnsOf(account)}
            keyOf={arrival => arrival.number}
            chosen={id}
            view={view}
            icon="receiver"
            empty={<NoArrivals account={account} isDestination={receiver.data?.is_destination} />}
          />
        }
        detail={
          id && (
            <Loaded of={{ ...list, data: list.rows }}>
              {() => <Chosen account={account} id={id} list={list} />}
            </Loaded>
          )
        }
      />
    </div>
  );
}

function ClearArrivals({ account, list }: { account: string; list: List<Arrival> }) {
  const path = { account };
  const clear = async (): Promise<void> => {
    await attempt(() => api.delete('/_sandbox/accounts/{account}/receiver/arrivals', { path }));
    await list.reload();
  };
  return (
    <ConfirmButton label="Clear" disabled={!list.rows?.length} title="Clear the arrivals?" onConfirm={clear}>
      <p>An event that arrives again afterwards does not count as a duplicate.</p>
    </ConfirmButton>
  );
}

interface SendHereProps {
  readonly account: string;
  readonly url: string;
  readonly onSent: () => Promise<void>;
}

function SendHereButton({ account, url, onSent }: SendHereProps) {
  const task = useTask();
  const send = async (): Promise<void> => {
    await sendTo(account, url);
    await onSent();
  };
  return (
    <button type="button" class="button main" aria-busy={task.isBusy} onClick={() => task.run(send)}>
      <Icon name="receiver" /> Send webhooks here
    </button>
  );
}

function Duplicates({ rows }: { rows: readonly Arrival[] | null }) {
  const repeats = rows?.filter(({ duplicate_of }) => duplicate_of !== null).length ?? 0;
  return repeats > 0 ? <span class="faint">{plural(repeats, 'duplicate')}</span> : null;
}

interface NoArrivalsProps {
  readonly account: string;
  /** Undefined until it was received. */
  readonly isDestination: boolean | undefined;
}

function NoArrivals({ account, isDestination }: NoArrivalsProps) {
  const webhook = accountSignal.value?.webhook;
  const other = webhook?.url == null ? 'are sent nowhere yet' : 'are sent elsewhere';
  return (
    <Empty icon="receiver" title="Nothing arrived yet">
      {isDestination && (
        <>
          Webhooks of this account appear here as they arrive.{' '}
          <a href={linkTo(account, 'orders/new')}>Create an order</a> or trigger an event among the{' '}
          <a href={linkTo(account, 'webhooks')}>events</a>.
        </>
      )}
      {isDestination === false &&
        webhook &&
        `The webhooks of this account ${other}. Make this receiver the destination to watch them arrive here.`}
    </Empty>
  );
}

function Chosen({ account, id, list }: { account: string; id: string; list: List<Arrival> }) {
  const arrival = list.rows?.find(({ number }) => String(number) === id);
  const isMissing = arrival === undefined;
  // It may be older than the loaded ones.
  useEffect(() => {
    if (isMissing && list.hasMore) list.more();
  }, [isMissing, list]);
  if (arrival) return <ArrivalDetail account={account} arrival={arrival} />;
  if (list.hasMore) return <Skeleton />;
  return (
    <p class="soft">
      There is no arrival {id}, or not any more.{' '}
      <a href={linkTo(account, 'webhooks/receiver')}>Show all arrivals</a>
    </p>
  );
}

/** The receiver settings that this control changes. */
type Setting = Pick<Receiver, 'status' | 'delay_ms' | 'hang' | 'times' | 'verify'>;
type Mode = 'ok' | 'error' | 'slow' | 'hang';

const USUAL = { status: 200, delay_ms: 0, hang: false } as const;

/** The choices of the control. */
const MODES: readonly (readonly [mode: Mode, text: string, setting: Partial<Setting>])[] = [
  ['ok', '200', {}],
  ['error', '500', { status: 500 }],
  ['slow', 'Slow, 3 s', { delay_ms: 3_000 }],
  ['hang', 'Hang', { hang: true }],
];

/** The value of the select for all deliveries. */
const ALL = 'all';

const timesText = (times: string): string => {
  if (times === ALL) return 'every delivery';
  return times === '1' ? 'the next one' : `the next ${times}`;
};

/** The choices of the number of deliveries, including the current one. */
const timesChoices = (current: string): (readonly [times: string, text: string])[] =>
  [...new Set([ALL, '1', '2', '3', current])].map(times => [times, timesText(times)] as const);

function modeOf({ status, delay_ms, hang }: Setting): Mode | null {
  if (hang) return 'hang';
  if (status >= 500) return 'error';
  if (status !== 200) return null;
  return delay_ms > 0 ? 'slow' : 'ok';
}

/** The settings in words. */
function settingText({ status, delay_ms, hang, times }: Setting): string {
  const what = hang
    ? 'Never responds, so that each delivery times out'
    : `Responds with ${status}${delay_ms > 0 ? ` after ${span(delay_ms)}` : ' at once'}`;
  if (times === null) return `${what}.`;
  return `${what}, for ${times === 1 ? 'one more delivery' : `${times} more deliveries`}; then with 200.`;
}

interface SettingsProps {
  readonly account: string;
  readonly receiver: Receiver;
  readonly onChanged: () => Promise<void>;
}

/** Shows how the receiver responds, and lets the user change it. */
function ReceiverSettings({ account, receiver, onChanged }: SettingsProps) {
  const { shown, choose } = useChoice<Setting>(receiver, async setting => {
    const { status, delay_ms, hang, times, verify } = setting;
    const body = { status, delay: `${delay_ms}ms`, hang, times, verify };
    await attempt(() => api.put('/_sandbox/accounts/{account}/receiver', { path: { account }, body }));
    await onChanged();
  });
  /** The number of deliveries to which the next choice applies. */
  const next = useSignal(ALL);
  const mode = modeOf(shown);
  const isUsual = mode === 'ok';
  const times = isUsual ? next.value : String(shown.times ?? ALL);
  const setMode = (chosen: Mode): void => {
    const [, , setting] = MODES.find(([one]) => one === chosen)!;
    const limit = chosen === 'ok' || times === ALL ? null : Number(times);
    choose({ ...USUAL, ...setting, times: limit, verify: shown.verify });
  };
  const setTimes = (chosen: string): void => {
    next.value = chosen;
    if (!isUsual) choose({ ...shown, times: chosen === ALL ? null : Number(chosen) });
  };
  return (
    <div class="receiver-settings">
      <div class="row">
        <span class="soft">Respond with</span>
        <Segments<Mode | ''>
          label="Response"
          value={mode ?? ''}
          options={MODES.map(([one, text]) => [one, text] as const)}
          onChange={one => one !== '' && setMode(one)}
        />
        <TimesChoice times={times} onChange={setTimes} />
        <Switch
          label="Verify signatures"
          isLabelShown
          isOn={shown.verify}
          onChange={verify => choose({ ...shown, verify })}
        />
      </div>
      <p class="tail" role="status">
        {settingText(receiver)}{' '}
        {receiver.verify
          ? 'Deliveries without a valid signature get 401.'
          : 'Forged deliveries are treated like genuine ones.'}
      </p>
    </div>
  );
}

function TimesChoice({ times, onChange }: { times: string; onChange: (times: string) => void }) {
  return (
    <span class="row tight">
      <span class="soft">to</span>
      <select
        class="select"
        aria-label="For how many deliveries"
        value={times}
        onChange={event => onChange(event.currentTarget.value)}
      >
        {timesChoices(times).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}
