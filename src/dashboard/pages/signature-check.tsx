import { useSignal } from '@preact/signals';
import { shorten } from '../format.ts';
import { Icon, Section } from '../parts/basics.tsx';
import { boundTo, TextField } from '../parts/field.tsx';
import { account } from '../store/account.ts';
import { useResource } from '../store/resource.ts';

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

function difference(header: string | null, expected: string): string {
  if (header === null) return 'The header X-Webhook-Signature is missing.';
  if (header === expected) return 'The signatures match: the body is authentic.';
  if (PREFIX + header === expected) return 'The digest is correct, but the prefix sha256= is missing.';
  if (header.toLowerCase() === expected) return 'The digest is correct, but in upper case.';
  return 'The signatures differ: the sender signed other bytes or used another secret. A receiver must reject this.';
}

/** Verifies the signature of a webhook in the browser, step by step, as a receiver should. */
export function SignatureCheck({ body, headers }: { body: string; headers: object }) {
  const secret = useSignal(account.value?.webhook.secret ?? '');
  const { data: expected } = useResource(`${secret.value} ${body}`, () => signatureOf(body, secret.value));
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-webhook-signature');
  const header = found ? String(found[1]) : null;
  const bytes = new TextEncoder().encode(body);
  const isEqual = header === expected;
  return (
    <Section title="Signature verification">
      <ol class="bullets">
        <li class="stack tight">
          <span>Take the raw bytes of the body, before any parsing: {bytes.length} bytes.</span>
          <code class="break">{shorten(hexOf(bytes), 24, 12)}</code>
        </li>
        <li>
          <TextField label="Use the UTF-8 bytes of the secret as the key." mono {...boundTo(secret)} />
        </li>
        <li class="stack tight">
          <span>
            Compute the HMAC-SHA256 of the bytes with the key, in lower-case hex with the prefix sha256=.
          </span>
          <code class="break">
            {expected ?? 'Not available. Enter a secret, and open the dashboard on localhost or over HTTPS.'}
          </code>
        </li>
        <li class="stack tight">
          <span>Compare it with X-Webhook-Signature in constant time.</span>
          <code class="break">{header ?? 'missing'}</code>
        </li>
      </ol>
      {expected !== null && (
        <p class={`row tight ${isEqual ? 'good' : 'bad'}`} role="status">
          <Icon name={isEqual ? 'check' : 'cross'} /> {difference(header, expected)}
        </p>
      )}
    </Section>
  );
}
