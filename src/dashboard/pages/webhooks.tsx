import { useComputed, useSignal } from '@preact/signals';
import { BUILT_IN_RECEIVER } from '../../core/webhook/receiving.ts';
import { api, type Schemas } from '../api.ts';
import { count, plural, shellWord } from '../format.ts';
import { Code } from '../parts/code.tsx';
import { Due } from '../parts/due.tsx';
import { Empty } from '../parts/empty.tsx';
import { ExternalId } from '../parts/external-id.tsx';
import { type Column, GridTable } from '../parts/grid-table.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { Panes } from '../parts/panes.tsx';
import { EventPill, OutcomePill, StatusPill } from '../parts/pill.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { SelectFilter } from '../parts/select-filter.tsx';
import { linkTo } from '../routes.ts';
import { account as accountSignal } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
import { viewSignal } from '../store/view.ts';
import { EventDetail } from './event.tsx';
import { EVENT_CHOICES, isOfChoice } from './event-filter.ts';
import type { PageProps } from './page-props.ts';
import { TriggerMenu } from './trigger-menu.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

type Event = Schemas['Event'];

const PAGE = 1_000;

const columnsOf = (account: string): readonly Column<Event>[] => [
  {
    name: 'Event',
    cell: event => (
      <a class="hit" href={linkTo(account, 'webhooks', event.event_id)} title={event.event}>
        {event.event}
      </a>
    ),
  },
  { name: 'Order', align: 'num', cell: event => event.order_id },
  { name: 'External ID', midOnly: true, cell: event => <ExternalId id={event.external_id} /> },
  { name: 'State', cell: event => <EventPill event={event} /> },
  { name: 'Last response', midOnly: true, cell: event => <LastResponse event={event} /> },
  {
    name: 'Next try',
    midOnly: true,
    cell: ({ next_attempt: next }) =>
      next ? (
        <>
          {next.number} of {next.of}, <Due at={next.at} />
        </>
      ) : (
        <span class="faint">–</span>
      ),
  },
  { name: 'Attempts', align: 'num', wideOnly: true, cell: event => count(event.attempts) },
  { name: 'Time', align: 'num', wideOnly: true, cell: event => <Instant at={event.created_at} /> },
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
          <PageTabs />
          <span class="soft break">
            {webhook?.url === BUILT_IN_RECEIVER ? (
              <>
                sent to the <a href={linkTo(account, 'webhooks/receiver')}>built-in receiver</a>
              </>
            ) : webhook?.url ? (
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
    <Panes
      name="Event details"
      back={{ href: linkTo(account, 'webhooks'), text: 'All events' }}
      list={
        <Loaded of={resource}>
          {({ items, next }) => (
            <EventList account={account} id={id} events={items} isBounded={next !== null} />
          )}
        </Loaded>
      }
      detail={id && <EventDetail account={account} eventId={id} />}
    />
  );
}

interface ListProps {
  readonly account: string;
  readonly id: string | null;
  readonly events: readonly Event[];
  readonly isBounded: boolean;
}

function EventList({ account, id, events, isBounded }: ListProps) {
  const place = `${account}/webhooks`;
  const search = viewSignal(place, 'search', '');
  const state = viewSignal(place, 'state', '');
  const all = useSignal(events);
  all.value = events;
  const shown = useComputed(() => {
    const text = search.value.trim().toLowerCase();
    return all.value.filter(event => isOfChoice(event, state.value) && (!text || matches(event, text)));
  });
  return (
    <>
      <div class="filters">
        <SearchField text={search} name="Search events" hint="Search event, ID, order" />
        <SelectFilter name="State" chosen={state} options={EVENT_CHOICES} />
        <span class="tail">
          {isBounded ? `latest ${plural(events.length, 'event')}` : plural(shown.value.length, 'event')}
        </span>
      </div>
      <GridTable
        label="Events"
        rows={shown.value}
        columns={columnsOf(account)}
        widths="minmax(152px, 1fr) 56px minmax(100px, 1.2fr) 108px 128px 150px 66px 66px"
        narrowWidths="156px 52px minmax(60px, 1fr) 100px 120px 136px"
        slimWidths="minmax(0, 1fr) 48px 84px"
        keyOf={event => event.event_id}
        place={place}
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
              verifies signatures. Set its address as the destination, then create an order. Or watch them
              arrive without a terminal, at the{' '}
              <a href={linkTo(account, 'webhooks/receiver')}>built-in receiver</a>.
            </Empty>
          )
        }
      />
    </>
  );
}
