import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { shortened } from '../format.ts';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';

const PREFIX = 'sha256=';

const hexOf = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('');

/** The header that a body and a secret give; null where the browser has no cryptography on this page. */
export async function signatureOf(body: string, secret: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle || secret === '') return null;
  const text = new TextEncoder();
  const use = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(secret), use, false, ['sign']);
  return PREFIX + hexOf(await crypto.subtle.sign('HMAC', key, text.encode(body)));
}

/** What tells two signatures apart, for a person. */
export function difference(header: string | null, expected: string): string {
  if (header === null) return 'The header X-Webhook-Signature is missing.';
  if (header === expected) return 'They are equal: the bytes are genuine.';
  if (PREFIX + header === expected) return 'The digest is right, but sha256= is missing before it.';
  if (header.toLowerCase() === expected) return 'The digest is right, but written in upper case.';
  return 'They differ: other bytes were signed, or with another secret. A receiver must refuse this.';
}

interface Props {
  readonly body: string;
  readonly header: string | null;
  readonly secret: string;
}

/** Checks a signature on the page, step by step, as a receiver should. */
export function SignatureCheck({ body, header, secret }: Props) {
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
      <h3>Signature, step by step</h3>
      <ol class="proof">
        <li>
          <span>Take the body's raw bytes, before any parsing: {bytes.length} of them.</span>
          <code class="break">{shortened(hexOf(bytes), 24, 12)}</code>
        </li>
        <li>
          <TextField
            label="Take the secret's UTF-8 bytes as the key."
            mono
            value={tried.value}
            onInput={text => {
              tried.value = text;
            }}
          />
        </li>
        <li>
          <span>HMAC-SHA256 of the bytes with the key, in lower-case hex, after sha256=</span>
          <code class="break">
            {expected.value ?? 'This page cannot compute it: open it on localhost or over https.'}
          </code>
        </li>
        <li>
          <span>Compare it, in constant time, with X-Webhook-Signature</span>
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
