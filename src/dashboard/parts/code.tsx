import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** Beyond this, colours cost more than they help. */
const MOST_COLOURED = 100_000;

/** Colours the words of a JSON text; every character of it stays as it was. */
export function colouredJson(text: string): ComponentChildren {
  if (text.length > MOST_COLOURED) return text;
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

/** A text as it is, to be read and copied. */
export function Code({ text, name, copy = text }: { text: string; name: string; copy?: string }) {
  return (
    <figure class="code" aria-label={name}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0}>{looksLikeJson(text) ? colouredJson(text) : text}</pre>
      <div class="tools">
        <CopyButton text={copy} name={`Copy: ${name}`} />
      </div>
    </figure>
  );
}

/** JSON laid out over lines; what is no JSON stays as it is. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A body, laid out where it is JSON; copying gives its exact characters. */
export function Body({ text, name }: { text: string | null; name: string }) {
  if (text === null || text === '') return <p class="faint">No body.</p>;
  return <Code text={laidOut(text)} copy={text} name={name} />;
}

/** Headers as names and values. */
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
