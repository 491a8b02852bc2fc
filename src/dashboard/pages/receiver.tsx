import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { BUILT_IN_RECEIVER } from '../../core/webhook/receiving.ts';
import { forAccount, type Schemas } from '../api.ts';
import { counted, latency, span } from '../format.ts';
import { Button, Facts, Instant, Note } from '../parts/basics.tsx';
import { HttpMessage } from '../parts/code.tsx';
import { Check, Segments, Select } from '../parts/field.tsx';
import type { Column } from '../parts/list.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Empty, Loaded, Skeleton } from '../parts/loaded.tsx';
import { Pill, StatusPill } from '../parts/pill.tsx';
import { linkTo, type PageProps } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { attempt, useTask } from '../store/actions.ts';
import { ask } from '../store/dialogs.ts';
import { type List, useList } from '../store/list.ts';
import type { LiveEvent } from '../store/live.ts';
import { useResource } from '../store/resource.ts';
import { SignatureCheck } from './signature-check.tsx';

type Receiver = Schemas['Receiver'];
type Arrival = Schemas['Arrival'];

/** Arrivals come as happenings of their own kind; changes of the account can change the destination. */
const concernsReceiver = (event: LiveEvent): boolean =>
  event.type === 'happening' && /^(arrival|account)$/.test(event.data.kind);

/** The response to an arrival, or why there is none. */
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
  const receiver = useResource(
    account,
    signal => forAccount(account).get('/receiver', { signal }),
    concernsReceiver,
  );
  const list = useList<Arrival>({
    account,
    place: 'webhooks/receiver',
    read: (query, signal) => forAccount(account).get('/receiver/arrivals', { query, signal }),
    concerns: concernsReceiver,
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
  return (
    <ListPage
      title="Webhooks"
      list={list}
      one="arrival"
      // Arrivals are numbered from 1, so that the latest number is that of all arrivals.
      total={list.rows?.[0]?.number}
      beside={repeats > 0 && <span class="soft">{counted(repeats, 'duplicate')}</span>}
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
      empty={<NoArrivals isDestination={receiver.data?.is_destination} />}
      detail={
        id && (
          <Loaded of={{ ...list, data: list.rows }}>
            {rows => (
              <Chosen id={id} list={list} arrival={rows.find(({ number }) => String(number) === id)} />
            )}
          </Loaded>
        )
      }
    />
  );
}

/** @param isDestination undefined until it was received */
function NoArrivals({ isDestination }: { isDestination: boolean | undefined }) {
  const webhook = accountSignal.value?.webhook;
  return (
    <Empty icon="receiver" title="Nothing arrived yet">
      {isDestination && (
        <>
          Webhooks of this account appear here as they arrive.{' '}
          <a href={linkTo('orders/new')}>Create an order</a> or trigger an event among the{' '}
          <a href={linkTo('webhooks')}>events</a>.
        </>
      )}
      {isDestination === false &&
        webhook &&
        `The webhooks of this account ${webhook.url === null ? 'are sent nowhere yet' : 'are sent elsewhere'}. Make this receiver the destination to watch them arrive here.`}
    </Empty>
  );
}

interface ChosenProps {
  readonly id: string;
  readonly list: List<Arrival>;
  readonly arrival: Arrival | undefined;
}

/** The chosen arrival; older ones are loaded until it is found. */
function Chosen({ id, list, arrival }: ChosenProps) {
  const isMissing = arrival === undefined;
  useEffect(() => {
    if (isMissing && list.hasMore) list.more();
  }, [isMissing, list]);
  if (arrival) return <ArrivalDetail arrival={arrival} />;
  return list.hasMore ? <Skeleton /> : <p class="soft">There is no arrival {id}, or not any more.</p>;
}

/** One arrival: its exact bytes, the check of its signature and the response. */
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

/** The receiver settings that the controls change. */
type Setting = Pick<Receiver, 'status' | 'delay_ms' | 'hang' | 'times' | 'verify'>;
type Mode = 'ok' | 'error' | 'slow' | 'hang';

const MODES = [
  ['ok', '200'],
  ['error', '500'],
  ['slow', 'Slow, 3 s'],
  ['hang', 'Hang'],
] as const;

const settingOf = (mode: Mode): Pick<Setting, 'status' | 'delay_ms' | 'hang'> => ({
  status: mode === 'error' ? 500 : 200,
  delay_ms: mode === 'slow' ? 3_000 : 0,
  hang: mode === 'hang',
});

/** The mode of a setting; empty for one that only the control API can make. */
function modeOf({ status, delay_ms, hang }: Setting): Mode | '' {
  if (hang) return 'hang';
  if (status >= 500) return 'error';
  if (status !== 200) return '';
  return delay_ms > 0 ? 'slow' : 'ok';
}

/** The value of the select for all deliveries. */
const ALL = 'all';

const timesText = (times: string): string => {
  if (times === ALL) return 'every delivery';
  return times === '1' ? 'the next one' : `the next ${times}`;
};

/** The settings in words. */
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

/** Shows how the receiver responds, and lets the user change it. */
function ReceiverSettings({ account, receiver, onChanged }: SettingsProps) {
  /** What was chosen last, until it is in force or was refused. */
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
  const mode = modeOf(shown);
  const times = mode === 'ok' ? next.value : String(shown.times ?? ALL);
  const limitOf = (chosen: string): number | null => (chosen === ALL ? null : Number(chosen));
  const setTimes = (chosen: string): void => {
    next.value = chosen;
    if (mode !== 'ok') choose({ ...shown, times: limitOf(chosen) });
  };
  return (
    <div class="card inside-pad stack">
      <div class="row">
        <span class="soft">Respond with</span>
        <Segments<Mode | ''>
          label="Response"
          value={mode}
          options={MODES}
          onChange={one => {
            const limit = one === 'ok' ? null : limitOf(times);
            choose({ ...settingOf(one as Mode), times: limit, verify: shown.verify });
          }}
        />
        <span class="row tight">
          <span class="soft">to</span>
          <Select
            aria-label="For how many deliveries"
            value={times}
            options={[...new Set([ALL, '1', '2', '3', times])].map(one => [one, timesText(one)] as const)}
            onChange={setTimes}
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
