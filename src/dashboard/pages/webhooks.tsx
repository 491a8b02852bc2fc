import { useComputed, useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { plural, shellWord } from '../format.ts';
import { Code } from '../parts/code.tsx';
import { Empty } from '../parts/empty.tsx';
import { type Column, GridTable } from '../parts/grid-table.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { EVENT_STATES, EventPill } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { account as accountSignal } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
import { EventDetail } from './event.tsx';
import type { PageProps } from './page-props.ts';
import { TriggerMenu } from './trigger-menu.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

type Event = Schemas['Event'];

const PAGE = 1_000;

const columnsOf = (account: string): readonly Column<Event>[] => [
  {
    name: 'Event',
    cell: event => (
      <a class="hit" href={linkTo(account, 'webhooks', event.event_id)}>
        {event.event}
      </a>
    ),
  },
  { name: 'Order', align: 'num', cell: event => event.order_id },
  { name: 'State', cell: event => <EventPill state={event.state} /> },
  { name: 'Attempts', align: 'num', wideOnly: true, cell: event => event.attempts },
  { name: 'Time', align: 'num', cell: event => <Instant at={event.created_at} /> },
];

/** A command that starts a receiver, with the secret of the account. */
const listenCommand = (): string => {
  const secret = shellWord(accountSignal.value?.webhook.secret ?? '');
  return `npx energy-rental-sandbox listen --port 4020 --secret ${secret}`;
};

const matches = (event: Event, text: string): boolean =>
  event.event.includes(text) ||
  event.event_id.includes(text) ||
  String(event.order_id) === text ||
  (event.external_id?.toLowerCase().includes(text) ?? false);

/** The destination of the webhooks, and all events with their deliveries. */
export function WebhooksPage({ account, id }: PageProps) {
  const settings = useSignal(false);
  const webhook = accountSignal.value?.webhook;
  return (
    <div class="sheet full">
      <div class="stack">
        <div class="title">
          <h1>Webhooks</h1>
          <span class="soft break">
            {webhook?.url ? (
              <>
                sent to <code>{webhook.url}</code>
              </>
            ) : (
              'no destination: events are recorded but not sent'
            )}
          </span>
          <div class="actions">
            <TriggerMenu account={account} />
            <button
              type="button"
              class={`button ${webhook?.url ? '' : 'main'}`}
              onClick={() => {
                settings.value = true;
              }}
            >
              Destination and secret
            </button>
          </div>
        </div>
        {settings.value && webhook && (
          <WebhookSettings
            account={account}
            webhook={webhook}
            onClose={() => {
              settings.value = false;
            }}
          />
        )}
      </div>
      <Events account={account} id={id} />
    </div>
  );
}

function Events({ account, id }: PageProps) {
  const resource = useResource(
    account,
    signal =>
      api.get('/_sandbox/accounts/{account}/events', {
        path: { account },
        query: { sort: 'newest', limit: PAGE },
        signal,
      }),
    event => event.type === 'happening' && event.data.kind !== 'ledger',
  );
  return (
    <div class={`panes ${id ? 'open' : 'alone'}`}>
      <div class="list">
        <Loaded of={resource}>
          {({ items, next }) => (
            <EventList account={account} id={id} events={items} isBounded={next !== null} />
          )}
        </Loaded>
      </div>
      {id && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
        <section class="detail" aria-label="Event details" tabIndex={0}>
          <a class="button small detail-back" href={linkTo(account, 'webhooks')}>
            <Icon name="back" /> All events
          </a>
          <EventDetail account={account} eventId={id} />
        </section>
      )}
    </div>
  );
}

interface ListProps {
  readonly account: string;
  readonly id: string | null;
  readonly events: readonly Event[];
  readonly isBounded: boolean;
}

function EventList({ account, id, events, isBounded }: ListProps) {
  const search = useSignal('');
  const state = useSignal('');
  const all = useSignal(events);
  all.value = events;
  const shown = useComputed(() => {
    const text = search.value.trim().toLowerCase();
    return all.value.filter(
      event => (!state.value || event.state === state.value) && (!text || matches(event, text)),
    );
  });
  return (
    <>
      <div class="filters">
        <input
          class="input search"
          type="search"
          aria-label="Search events"
          placeholder="Search event, ID, order"
          value={search.value}
          onInput={event => {
            search.value = event.currentTarget.value;
          }}
        />
        <select
          class="select"
          aria-label="State"
          value={state.value}
          onChange={event => {
            state.value = event.currentTarget.value;
          }}
        >
          <option value="">All states</option>
          {EVENT_STATES.map(name => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <span class="tail">
          {isBounded ? `latest ${plural(events.length, 'event')}` : plural(shown.value.length, 'event')}
        </span>
      </div>
      <GridTable
        label="Events"
        rows={shown.value}
        columns={columnsOf(account)}
        widths="minmax(130px, 1fr) 52px 104px 68px 66px"
        narrowWidths="minmax(0, 1fr) 44px 104px 64px"
        keyOf={event => event.event_id}
        chosen={id}
        empty={
          events.length > 0 ? (
            <Empty icon="webhooks" title="No matching events" />
          ) : (
            <Empty
              icon="webhooks"
              title="No events yet"
              command={<Code text={listenCommand()} name="Command" />}
            >
              Each state change of an order creates an event. The command below starts a receiver that
              verifies signatures. Set its address as the destination, then create an order.
            </Empty>
          )
        }
      />
    </>
  );
}
