import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../api.ts';
import { latency, shorten } from '../format.ts';
import { Body, Headers } from '../parts/code.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { OutcomePill, StatusPill } from '../parts/pill.tsx';

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

const PREFIX = 'sha256=';

const hexOf = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');

/** The signature header for a body and a secret; null without a secret or without Web Crypto on this page. */
async function signatureOf(body: string, secret: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle || secret === '') return null;
  const text = new TextEncoder();
  const use = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(secret), use, false, ['sign']);
  return PREFIX + hexOf(await crypto.subtle.sign('HMAC', key, text.encode(body)));
}

/** Describes the difference between two signatures. */
function difference(header: string | null, expected: string): string {
  if (header === null) return 'The header X-Webhook-Signature is missing.';
  if (header === expected) return 'The signatures match: the body is authentic.';
  if (PREFIX + header === expected) return 'The digest is correct, but the prefix sha256= is missing.';
  if (header.toLowerCase() === expected) return 'The digest is correct, but in upper case.';
  return 'The signatures differ: the sender signed other bytes or used another secret. A receiver must reject this.';
}

interface SignatureProps {
  readonly body: string;
  readonly header: string | null;
  readonly secret: string;
}

/** Verifies a signature in the browser, step by step, as a receiver should. */
export function SignatureCheck({ body, header, secret }: SignatureProps) {
  const tried = useSignal(secret);
  const expected = useSignal<string | null>(null);
  const used = tried.value;
  useEffect(() => {
    let isLatest = true;
    void signatureOf(body, used).then(signature => {
      if (isLatest) expected.value = signature;
    });
    return () => {
      isLatest = false;
    };
  }, [body, used, expected]);
  const bytes = new TextEncoder().encode(body);
  const isEqual = expected.value !== null && header === expected.value;
  return (
    <section class="stack" aria-label="Signature">
      <h3>Signature verification</h3>
      <ol class="proof">
        <li>
          <span>Take the raw bytes of the body, before any parsing: {bytes.length} bytes.</span>
          <code class="break">{shorten(hexOf(bytes), 24, 12)}</code>
        </li>
        <li>
          <TextField
            label="Use the UTF-8 bytes of the secret as the key."
            mono
            value={tried.value}
            onInput={text => {
              tried.value = text;
            }}
          />
        </li>
        <li>
          <span>
            Compute the HMAC-SHA256 of the bytes with the key, in lower-case hex with the prefix sha256=.
          </span>
          <code class="break">
            {expected.value ??
              'Not available. Enter a secret, and open the dashboard on localhost or over HTTPS.'}
          </code>
        </li>
        <li>
          <span>Compare it with X-Webhook-Signature in constant time.</span>
          <code class="break">{header ?? 'missing'}</code>
        </li>
      </ol>
      {expected.value !== null && (
        <p class={`row tight verdict ${isEqual ? 'good' : 'bad'}`} role="status">
          <Icon name={isEqual ? 'check' : 'cross'} /> {difference(header, expected.value)}
        </p>
      )}
    </section>
  );
}
