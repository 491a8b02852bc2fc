import type { Schemas } from '../api.ts';
import { latency } from '../format.ts';
import { Facts } from '../parts/card.tsx';
import { Body, Headers } from '../parts/code.tsx';
import { Instant } from '../parts/instant.tsx';
import { Pill, StatusPill } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { account as accountSignal } from '../store/account.ts';
import { SignatureCheck } from './delivery-view.tsx';

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

const signatureHeader = ({ headers }: Arrival): string | null =>
  (headers as Readonly<Record<string, string>>)['X-Webhook-Signature'] ?? null;

/** One arrival: its exact bytes, the check of its signature and the response. */
export function ArrivalDetail({ account, arrival }: { account: string; arrival: Arrival }) {
  const { number, event, event_id, order_id, external_id, signature, duplicate_of, duration_ms } = arrival;
  return (
    <>
      <div class="title">
        <h2 class="big break">{event || 'no event'}</h2>
        <SignaturePill arrival={arrival} />
        <ResponsePill arrival={arrival} />
      </div>
      {signature.problem !== null && (
        <div class="note tone-bad">
          <strong>The signature is not valid</strong>
          <span class="break">{signature.problem}</span>
        </div>
      )}
      {duplicate_of !== null && (
        <div class="note tone-warn">
          <strong>Duplicate</strong>
          <span>
            It has the event id of{' '}
            <a href={linkTo(account, 'webhooks/receiver', duplicate_of)}>arrival {duplicate_of}</a>. A
            receiver acknowledges it and does nothing else.
          </span>
        </div>
      )}
      <Facts
        rows={[
          ['Arrival', number],
          ['Time', <Instant at={arrival.at} whole />],
          ['Response after', duration_ms === null ? 'none yet' : latency(duration_ms)],
          [
            'Order',
            order_id === null ? (
              'none'
            ) : (
              <a href={linkTo(account, 'orders', order_id)}>{external_id ?? order_id}</a>
            ),
          ],
          [
            'Event ID',
            <a class="break" href={linkTo(account, 'webhooks', event_id)}>
              {event_id}
            </a>,
            'wide',
          ],
        ]}
      />
      <section class="stack" aria-label="Delivery">
        <h3>Delivery</h3>
        <Headers headers={Object.entries(arrival.headers)} />
        <Body name="Body" text={arrival.body} />
      </section>
      <SignatureCheck
        body={arrival.body}
        header={signatureHeader(arrival)}
        secret={accountSignal.value?.webhook.secret ?? ''}
      />
    </>
  );
}
