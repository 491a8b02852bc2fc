import type { Schemas } from '../../api.ts';
import { Empty } from '../../parts/empty.tsx';
import { ExternalId } from '../../parts/external-id.tsx';
import { type Column, GridTable } from '../../parts/grid-table.tsx';
import { Instant } from '../../parts/instant.tsx';
import { Pill, StatusPill } from '../../parts/pill.tsx';
import { linkTo } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';

export type Arrival = Schemas['Arrival'];

const SILENCE: Readonly<Record<Arrival['state'], string>> = {
  pending: 'pending',
  sent: 'sent',
  timeout: 'timed out',
  aborted: 'aborted',
};

/** The response to an arrival, or why there is none. */
export function ResponsePill({ arrival }: { arrival: Arrival }) {
  if (arrival.status !== null) return <StatusPill status={arrival.status} />;
  return <Pill tone={arrival.state === 'pending' ? 'calm' : 'bad'} text={SILENCE[arrival.state]} />;
}

/** Whether the signature of an arrival is valid. */
export const SignaturePill = ({ arrival }: { arrival: Arrival }) => (
  <Pill
    tone={arrival.signature.valid ? 'good' : 'bad'}
    text={arrival.signature.valid ? 'verified' : 'not verified'}
  />
);

const columnsOf = (account: string): readonly Column<Arrival>[] => [
  {
    name: 'Event',
    cell: arrival => (
      <a class="hit" href={linkTo(account, 'webhooks/receiver', arrival.number)} title={arrival.event}>
        {arrival.event || 'no event'}
      </a>
    ),
  },
  { name: 'Order', align: 'num', midOnly: true, cell: arrival => arrival.order_id ?? '–' },
  {
    name: 'External ID',
    midOnly: true,
    cell: arrival => <ExternalId id={arrival.external_id} />,
  },
  { name: 'Signature', cell: arrival => <SignaturePill arrival={arrival} /> },
  {
    name: 'Repeat',
    midOnly: true,
    cell: arrival =>
      arrival.duplicate_of === null ? (
        <span class="faint">first</span>
      ) : (
        <span title="It has the event id of an earlier arrival; a receiver must ignore it">
          of no. {arrival.duplicate_of}
        </span>
      ),
  },
  { name: 'Response', cell: arrival => <ResponsePill arrival={arrival} /> },
  { name: 'No.', align: 'num', wideOnly: true, cell: arrival => arrival.number },
  { name: 'Time', align: 'num', midOnly: true, cell: arrival => <Instant at={arrival.at} /> },
];

interface Props {
  readonly account: string;
  readonly chosen: string | null;
  readonly arrivals: readonly Arrival[];
  readonly isDestination: boolean;
}

/** The arrivals, newest first. */
export function ArrivalTable({ account, chosen, arrivals, isDestination }: Props) {
  const hasDestination = accountSignal.value?.webhook.url != null;
  return (
    <GridTable
      label="Arrivals"
      rows={arrivals}
      columns={columnsOf(account)}
      widths="minmax(138px, 1fr) 64px minmax(100px, 1fr) 116px 90px 100px 52px 66px"
      narrowWidths="138px 52px minmax(60px, 1fr) 112px 74px 88px 62px"
      slimWidths="minmax(0, 1fr) 92px 62px"
      keyOf={arrival => arrival.number}
      chosen={chosen}
      place={`${account}/receiver`}
      empty={
        <Empty icon="receiver" title="Nothing arrived yet">
          {isDestination ? (
            <>
              Webhooks of this account appear here as they arrive.{' '}
              <a href={linkTo(account, 'orders/new')}>Create an order</a> or trigger an event on the page{' '}
              <a href={linkTo(account, 'webhooks')}>Webhooks</a>.
            </>
          ) : (
            `${hasDestination ? 'The webhooks of this account are sent elsewhere.' : 'The webhooks of this account are sent nowhere yet.'} Make this receiver the destination to watch them arrive here.`
          )}
        </Empty>
      }
    />
  );
}
