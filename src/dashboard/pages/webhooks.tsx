import { useSignal } from '@preact/signals';
import { STATE_EVENTS, type StateEventName } from '../../core/domain/order.ts';
import { eventStateName } from '../../core/text/wording.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/read-webhook.ts';
import { forAccount, type Schemas } from '../control-api.ts';
import { grouped, shellWord } from '../format.ts';
import { Button, CopyButton, Icon, Instant } from '../parts/basics.tsx';
import { Code } from '../parts/code.tsx';
import { Dialog, Menu, Option } from '../parts/dialog-and-menu.tsx';
import { boundTo, Form, TextField } from '../parts/field.tsx';
import { ListPage } from '../parts/list-page.tsx';
import type { Column } from '../parts/list-table.tsx';
import { Empty } from '../parts/loading.tsx';
import { Due, EVENT_STATE_NAMES, EventPill, OutcomePill, StatusPill } from '../parts/pill.tsx';
import { goFromHere, linkTo, type PageProps } from '../routes.ts';
import { account as accountSignal, readAccount } from '../store/account.ts';
import { useList } from '../store/list.ts';
import { attempt, useTask } from '../store/tasks-and-toasts.ts';
import { EventDetail } from './event.tsx';
import { isNotAcknowledged } from './verdict.tsx';

type Event = Schemas['Event'];

/** The choices that are no states. What was sent more than once was retried, duplicated or resent. */
const CHOICES: Readonly<Record<string, (event: Event) => boolean>> = {
  'sent more than once': ({ acknowledged, attempts }) => acknowledged && attempts > 1,
  'not acknowledged': isNotAcknowledged,
};
const CHOICE_NAMES = ['', ...EVENT_STATE_NAMES, ...Object.keys(CHOICES)];

const COLUMNS: readonly Column<Event>[] = [
  ['Event', 'minmax(152px, 1fr) / 156px / minmax(0, 1fr)', event => event.event],
  ['Order', '56px / 52px / 48px', event => event.order_id, 'num'],
  [
    'External ID',
    'minmax(100px, 1.2fr) / minmax(60px, 1fr)',
    event => event.external_id ?? <span class="soft">none</span>,
    'below',
  ],
  ['State', '108px / 100px / 84px', event => <EventPill event={event} />],
  ['Last response', '128px / 120px', event => <LastResponse of={event.last_delivery} />],
  [
    'Next try',
    '150px / 136px',
    ({ next_attempt: next }) =>
      next && (
        <>
          {next.number} of {next.of}, <Due at={next.at} />
        </>
      ),
  ],
  ['Attempts', '66px', event => grouped(event.attempts), 'num'],
  ['Time', '66px', event => <Instant at={event.created_at} />, 'num'],
];

function LastResponse({ of: last }: { of: Event['last_delivery'] }) {
  if (!last) return <span class="soft">none</span>;
  if (last.status === null) return <OutcomePill outcome={last.outcome} />;
  return (
    <>
      <StatusPill status={last.status} /> <Instant at={last.at} />
    </>
  );
}

const listenCommand = (): string =>
  `npx energy-rental-sandbox listen --port 4020 --secret ${shellWord(accountSignal.value?.webhook.secret ?? '')}`;

/** The destination of the webhooks, and all events with their deliveries. */
export function WebhooksPage({ account, id }: PageProps) {
  const list = useList<Event>({
    account,
    place: 'webhooks',
    read: (query, signal) => forAccount(account).get('/events', { query, signal }),
    keeps: (event, choice) => CHOICES[choice]?.(event) ?? eventStateName(event) === choice,
    concerns: ({ type, data }) => type === 'happening' && data.kind !== 'ledger',
  });
  return (
    <ListPage
      title="Webhooks"
      list={list}
      one="event"
      total={accountSignal.value?.events}
      beside={<Destination />}
      actions={<Actions account={account} />}
      hint="Search event, ID, external ID"
      filter={['State', CHOICE_NAMES.map(name => [name, name || 'All states'] as const)]}
      columns={COLUMNS}
      keyOf={event => event.event_id}
      chosen={id}
      icon="webhooks"
      empty={
        <Empty icon="webhooks" title="No events yet" command={<Code text={listenCommand()} name="Command" />}>
          Each state change of an order creates an event. The command below starts a receiver that verifies
          signatures. Set its address as the destination, then create an order. Or watch them arrive without a
          terminal, at the <a href={linkTo('webhooks/receiver')}>built-in receiver</a>.
        </Empty>
      }
      detail={id && <EventDetail account={account} id={id} />}
    />
  );
}

function Destination() {
  const url = accountSignal.value?.webhook.url;
  if (url === undefined) return null;
  if (url === null) return <span class="soft">no destination: events are recorded but not sent</span>;
  return (
    <span class="soft break">
      sent to{' '}
      {url === BUILT_IN_RECEIVER ? (
        <a href={linkTo('webhooks/receiver')}>the built-in receiver</a>
      ) : (
        <code>{url}</code>
      )}
    </span>
  );
}

function Actions({ account }: { account: string }) {
  const isOpen = useSignal(false);
  const task = useTask();
  const webhook = accountSignal.value?.webhook;
  const trigger = (event: StateEventName): Promise<boolean> => {
    const go = goFromHere();
    return attempt(async () => {
      const { event_id } = await forAccount(account).post('/trigger', { body: { event } });
      go('webhooks', event_id);
    }, `${event} was triggered.`);
  };
  return (
    <>
      <Menu
        name="Trigger an event"
        label={
          <>
            <Icon name="bolt" /> Trigger
          </>
        }
      >
        <span class="tail">Creates an order and moves it to the state</span>
        {STATE_EVENTS.map(event => (
          <Option key={event} onClick={() => task.run(() => trigger(event))}>
            {event}
          </Option>
        ))}
      </Menu>
      <Button look={webhook && !webhook.url ? 'main' : ''} onClick={() => (isOpen.value = true)}>
        Destination and secret
      </Button>
      {isOpen.value && webhook && (
        <DestinationDialog account={account} webhook={webhook} onClose={() => (isOpen.value = false)} />
      )}
    </>
  );
}

interface DialogProps {
  readonly account: string;
  readonly webhook: Schemas['Webhook'];
  readonly onClose: () => void;
}

function DestinationDialog({ account, webhook, onClose }: DialogProps) {
  const url = useSignal(webhook.url ?? '');
  const secret = useSignal(webhook.secret);
  const save = async (): Promise<void> => {
    const body = { url: url.value.trim() || null, secret: secret.value };
    const isSaved = await attempt(
      () => forAccount(account).put('/webhook', { body }),
      url.value ? `Webhooks are now sent to ${url.value}.` : 'Webhooks are no longer sent.',
    );
    await readAccount();
    if (isSaved) onClose();
  };
  return (
    <Dialog title="Destination and secret" onClose={onClose}>
      <Form
        submit="Save"
        look="main"
        onSubmit={save}
        beside={
          <>
            <CopyButton text={secret.value} name="Copy secret" label="Copy secret" />
            {url.value !== BUILT_IN_RECEIVER && (
              <Button onClick={() => (url.value = BUILT_IN_RECEIVER)}>Use the built-in receiver</Button>
            )}
          </>
        }
      >
        <TextField
          label="Destination"
          type="url"
          mono
          {...boundTo(url)}
          placeholder="http://127.0.0.1:4020/webhooks"
          help="If empty, events are recorded but not sent."
        />
        <TextField label="Secret" mono {...boundTo(secret)} help="Its UTF-8 bytes are the HMAC key." />
      </Form>
    </Dialog>
  );
}
