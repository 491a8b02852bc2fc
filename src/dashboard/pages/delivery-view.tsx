import type { Schemas } from '../api.ts';
import { latency } from '../format.ts';
import { Body, Headers } from '../parts/code.tsx';
import { OutcomePill, StatusPill } from '../parts/pill.tsx';
import { SignatureCheck } from './signature-check.tsx';

type Delivery = Schemas['Delivery'];

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

function headerOf(delivery: Delivery, name: string): string | null {
  const entry = Object.entries(delivery.sent.headers).find(([key]) => key.toLowerCase() === name);
  return entry ? String(entry[1]) : null;
}

/** One delivery: the request that was sent, its signature check and the response. */
export function DeliveryView({ delivery, secret }: { delivery: Delivery; secret: string }) {
  const { answer, sent, corruption } = delivery;
  return (
    <>
      <div class="row">
        <OutcomePill outcome={delivery.outcome} />
        <span class="soft break">
          POST <code>{delivery.url}</code> in {latency(delivery.duration_ms)}
        </span>
      </div>
      {delivery.error && (
        <div class="note tone-bad">
          <strong>Why it failed</strong>
          <span class="break">{delivery.error}</span>
        </div>
      )}
      {corruption && (
        <div class="note tone-warn">
          <strong>Deliberately corrupted: {corruption.name}</strong>
          <span>{corruption.explanation}</span>
        </div>
      )}
      {delivery.rule && (
        <p class="soft">
          Changed by the rule at <code class="break">{delivery.rule}</code>
        </p>
      )}
      <section class="stack" aria-label="Response">
        <h3>Response {answer && <StatusPill status={answer.status} />}</h3>
        {answer ? (
          <>
            <Headers headers={Object.entries(answer.headers)} />
            <Body name="Response body" text={answer.body} />
          </>
        ) : (
          <p class="soft">No response was received.</p>
        )}
      </section>
      <section class="stack" aria-label="Request">
        <h3>Request, {bytesOf(sent.body)} bytes</h3>
        <Headers headers={Object.entries(sent.headers)} />
        <figure class="code" aria-label="Exact request body">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
          <pre tabIndex={0}>{sent.body}</pre>
        </figure>
        <details>
          <summary class="soft">Formatted</summary>
          <Body name="Formatted request body" text={sent.body} />
        </details>
      </section>
      <SignatureCheck body={sent.body} header={headerOf(delivery, 'x-webhook-signature')} secret={secret} />
    </>
  );
}
