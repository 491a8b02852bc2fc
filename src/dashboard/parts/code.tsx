import type { ComponentChildren } from 'preact';
import { escapeControls } from '../../core/text/escape.ts';
import { createKey, knownKey } from '../store/known-keys.ts';
import { useTask } from '../store/tasks-and-toasts.ts';
import { Button, CopyButton, Section } from './basics.tsx';

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** Longer texts are not highlighted, because that would be slow. */
const MAX_HIGHLIGHTED = 100_000;

/** Highlights the tokens of a JSON text without changing any character. */
function highlightJson(text: string): ComponentChildren {
  if (text.length > MAX_HIGHLIGHTED) return text;
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, string, colon, word] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (string !== undefined) {
      parts.push(<span class={colon ? 'token-key' : 'token-string'}>{string}</span>, colon ?? '');
    } else parts.push(<span class={word ? 'token-word' : 'token-number'}>{whole}</span>);
  }
  parts.push(text.slice(end));
  return parts;
}

const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text);

/**
 * Text, highlighted if it is JSON, with a copy button. Control characters, including those that reverse the text after
 * them, are shown as escapes; the button copies the characters themselves.
 */
export function Code({ text, name, copy = text }: { text: string; name: string; copy?: string }) {
  const shown = escapeControls(text.replaceAll('\r\n', '\n'));
  return (
    <figure class="code" aria-label={name}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
      <pre tabIndex={0}>{looksLikeJson(shown) ? highlightJson(shown) : shown}</pre>
      <div class="tools">
        <CopyButton text={copy} name={`Copy: ${name}`} />
      </div>
    </figure>
  );
}

/** Indents JSON. Returns other text unchanged. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A body, indented if it is JSON. The copy button copies the exact characters. */
export function Body({ text, name }: { text: string | null; name: string }) {
  if (text === null || text === '') return <p class="soft">No body.</p>;
  return <Code text={formatJson(text)} copy={text} name={name} />;
}

interface MessageProps {
  readonly title: string;
  readonly beside?: ComponentChildren;
  readonly headers: Iterable<readonly [string, unknown]>;
  readonly body: string | null;
}

/** The headers and the body of a request or response. */
export function HttpMessage({ title, beside, headers, body }: MessageProps) {
  return (
    <Section title={title} beside={beside}>
      <Headers headers={headers} />
      <Body name={`${title} body`} text={body} />
    </Section>
  );
}

/** A list of HTTP headers. */
export function Headers({ headers }: { headers: Iterable<readonly [string, unknown]> }) {
  return (
    <dl class="headers">
      {[...headers].map(([name, value], index) => [
        <dt key={`${index}n`}>{name}</dt>,
        <dd key={`${index}v`}>{String(value)}</dd>,
      ])}
    </dl>
  );
}

/** A command that can be copied as it is. If no key of the account is known, one can be created for it. */
export function Command({ account, make }: { account: string; make: (key: string) => string }) {
  const task = useTask();
  const key = knownKey(account);
  const create = () => task.run(() => createKey(account, 'shell'));
  return (
    <div class="stack">
      <Code text={make(key ?? '<API_KEY>')} name="Command" />
      {key === null && (
        <p class="row tight tail">
          No key of this account is known here.
          <Button look="small" aria-busy={task.isBusy} onClick={create}>
            Create a key and fill it in
          </Button>
        </p>
      )}
    </div>
  );
}
