import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { STATE_EVENTS, type StateEventName } from '../../core/domain/order.ts';
import { eventStateName } from '../../core/text/wording.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/receiving.ts';
import { api, type Schemas } from '../api.ts';
import { count, shellWord } from '../format.ts';
import { Code } from '../parts/code.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Due } from '../parts/due.tsx';
import { Empty } from '../parts/empty.tsx';
import { ExternalId } from '../parts/external-id.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { type Column, Filters, ListTable, Panes, Tally } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { EVENT_STATE_NAMES, EventPill, OutcomePill, StatusPill } from '../parts/pill.tsx';
import { goFromHere, linkTo } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { listView, useList } from '../store/list.ts';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';
import { EventDetail } from './event.tsx';
import type { PageProps } from './page-props.ts';

type Event = Schemas['Event'];

/** The choice for events that arrived, but not with a single delivery: retried, duplicated or resent. */
const REPEATED = 'sent more than once';

const EVENT_CHOICES = [['', 'All states'], ...[...EVENT_STATE_NAMES, REPEATED].map(name => [name, name])] as [
  string,
  string,
][];

const isOfChoice = (event: Event, choice: string): boolean =>
  choice === REPEATED ? event.acknowledged && event.attempts > 1 : eventStateName(event) === choice;

const columnsOf = (account: string): readonly Column<Event>[] => [
  {
    name: 'Event',
    widths: ['minmax(152px, 1fr)', '156px', 'minmax(0, 1fr)'],
    cell: event => (
      <a class="hit" href={linkTo(account, 'webhooks', event.event_id)} title={event.event}>
        {event.event}
      </a>
    ),
  },
  { name: 'Order', widths: ['56px', '52px', '48px'], align: 'num', cell: event => event.order_id },
  {
    name: 'External ID',
    widths: ['minmax(100px, 1.2fr)', 'minmax(60px, 1fr)'],
    cell: event => <ExternalId id={event.external_id} />,
  },
  { name: 'State', widths: ['108px', '100px', '84px'], cell: event => <EventPill event={event} /> },
  { name: 'Last response', widths: ['128px', '120px'], cell: event => <LastResponse event={event} /> },
  {
    name: 'Next try',
    widths: ['150px', '136px'],
    cell: ({ next_attempt: next }) =>
      next ? (
        <>
          {next.number} of {next.of}, <Due at={next.at} />
        </>
      ) : (
        <span class="faint">–</span>
      ),
  },
  { name: 'Attempts', widths: ['66px'], align: 'num', cell: event => count(event.attempts) },
  { name: 'Time', widths: ['66px'], align: 'num', cell: event => <Instant at={event.created_at} /> },
];

function LastResponse({ event: { last_delivery: last } }: { event: Event }) {
  if (!last) return <span class="faint">none</span>;
  return last.status === null ? (
    <OutcomePill outcome={last.outcome} />
  ) : (
    <>
      <StatusPill status={last.status} /> <Instant at={last.at} />
    </>
  );
}

/** A command that starts a receiver, with the secret of the account. */
const listenCommand = (): string => {
  const secret = shellWord(accountSignal.value?.webhook.secret ?? '');
  return `npx energy-rental-sandbox listen --port 4020 --secret ${secret}`;
};

/** The destination of the webhooks, and all events with their deliveries. */
export function WebhooksPage({ account, id }: PageProps) {
  const view = listView(`${account}/webhooks`);
  const { text, choice } = view;
  const list = useList<Event>({
    view,
    read: (page, signal) =>
      api.get('/_sandbox/accounts/{account}/events', {
        path: { account },
        query: { ...page, ...(text && { search: text }) },
        signal,
      }),
    keeps: choice.value === '' ? undefined : event => isOfChoice(event, choice.value),
    concerns: event => event.type === 'happening' && event.data.kind !== 'ledger',
  });
  return (
    <div class="sheet full">
      <WebhooksTitle account={account}>
        <Tally list={list} one="event" total={accountSignal.value?.events} view={view} />
      </WebhooksTitle>
      <Panes
        name="Event details"
        back={{ href: linkTo(account, 'webhooks'), text: 'All events' }}
        list={
          <>
            <Filters
              view={view}
              searchName="Search events"
              hint="Search event, ID, external ID"
              choiceName="State"
              options={EVENT_CHOICES}
            />
            <ListTable
              label="Events"
              list={list}
              columns={columnsOf(account)}
              keyOf={event => event.event_id}
              view={view}
              chosen={id}
              icon="webhooks"
              empty={<NoEvents account={account} />}
            />
          </>
        }
        detail={id && <EventDetail account={account} eventId={id} />}
      />
    </div>
  );
}

/** The head of the page: its tabs, the destination of the webhooks and what changes it. */
function WebhooksTitle({ account, children }: { account: string; children: ComponentChildren }) {
  const isOpen = useSignal(false);
  const webhook = accountSignal.value?.webhook;
  return (
    <div class="title">
      <h1>Webhooks</h1>
      <PageTabs />
      {children}
      {webhook && <Destination account={account} url={webhook.url} />}
      <div class="actions">
        <TriggerMenu account={account} />
        <button
          type="button"
          class={`button ${webhook && !webhook.url ? 'main' : ''}`}
          onClick={() => {
            isOpen.value = true;
          }}
        >
          Destination and secret
        </button>
      </div>
      {isOpen.value && webhook && (
        <DestinationDialog
          account={account}
          webhook={webhook}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </div>
  );
}

function Destination({ account, url }: { account: string; url: string | null }) {
  return (
    <span class="soft break">
      {url === null && 'no destination: events are recorded but not sent'}
      {url === BUILT_IN_RECEIVER && (
        <>
          sent to the <a href={linkTo(account, 'webhooks/receiver')}>built-in receiver</a>
        </>
      )}
      {url !== null && url !== BUILT_IN_RECEIVER && (
        <>
          sent to <code>{url}</code>
        </>
      )}
    </span>
  );
}

function NoEvents({ account }: { account: string }) {
  return (
    <Empty icon="webhooks" title="No events yet" command={<Code text={listenCommand()} name="Command" />}>
      Each state change of an order creates an event. The command below starts a receiver that verifies
      signatures. Set its address as the destination, then create an order. Or watch them arrive without a
      terminal, at the <a href={linkTo(account, 'webhooks/receiver')}>built-in receiver</a>.
    </Empty>
  );
}

/** Triggers an event of a kind, with a new order. */
function TriggerMenu({ account }: { account: string }) {
  const task = useTask();
  const trigger = (event: StateEventName): Promise<boolean> => {
    const go = goFromHere();
    return attempt(async () => {
      const { event_id } = await api.post('/_sandbox/accounts/{account}/trigger', {
        path: { account },
        body: { event },
      });
      go(account, 'webhooks', event_id);
    }, `${event} was triggered.`);
  };
  return (
    <Menu
      name="Trigger an event"
      label={
        <>
          <Icon name="bolt" /> Trigger
        </>
      }
    >
      {close => (
        <>
          <span class="menu-head">Creates an order and moves it to the state</span>
          {STATE_EVENTS.map(event => (
            <button
              key={event}
              type="button"
              class="option"
              onClick={() => {
                close();
                void task.run(() => trigger(event));
              }}
            >
              {event}
            </button>
          ))}
        </>
      )}
    </Menu>
  );
}

interface DialogProps {
  readonly account: string;
  readonly webhook: Schemas['Webhook'];
  readonly onClose: () => void;
}

/** The destination of the webhooks and the secret that signs them. */
function DestinationDialog({ account, webhook, onClose }: DialogProps) {
  const url = useSignal(webhook.url ?? '');
  const secret = useSignal(webhook.secret);
  const task = useTask();
  const save = async (): Promise<void> => {
    const isSaved = await attempt(
      () =>
        api.put('/_sandbox/accounts/{account}/webhook', {
          path: { account },
          body: { url: url.value.trim() || null, secret: secret.value },
        }),
      url.value ? `Webhooks are now sent to ${url.value}.` : 'Webhooks are no longer sent.',
    );
    await readAccount();
    if (isSaved) onClose();
  };
  return (
    <Dialog title="Destination and secret" onClose={onClose} narrow>
      <form
        class="fields"
        onSubmit={event => {
          event.preventDefault();
          void task.run(save);
        }}
      >
        <TextField
          label="Destination"
          type="url"
          mono
          value={url.value}
          onInput={text => {
            url.value = text;
          }}
          placeholder="http://127.0.0.1:4020/webhooks"
          help="If empty, events are recorded but not sent."
        />
        <TextField
          label="Secret"
          mono
          value={secret.value}
          onInput={text => {
            secret.value = text;
          }}
          help="Its UTF-8 bytes are the HMAC key."
        />
        <div class="row">
          <button type="submit" class="button main" aria-busy={task.isBusy}>
            Save
          </button>
          <CopyButton text={secret.value} name="Copy secret" label="Copy secret" />
          {url.value !== BUILT_IN_RECEIVER && (
            <button
              type="button"
              class="button"
              onClick={() => {
                url.value = BUILT_IN_RECEIVER;
              }}
            >
              Use the built-in receiver
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
