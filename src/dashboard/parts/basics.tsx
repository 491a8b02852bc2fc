import { useSignal } from '@preact/signals';
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { dayAndTime, timeOfDay } from '../format.ts';
import { linkTo, type Place } from '../routes.ts';
import { showToast } from '../store/tasks-and-toasts.ts';
import type { Tone } from './pill.tsx';

/** SVG paths in a view box of 16 by 16. */
const PATHS = {
  overview: 'M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3.5H9zM9 8h4.5v5.5H9zM2.5 10.5h4.5v3H2.5z',
  findings: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.3 10.3l3.2 3.2M7 4.8v2.6M7 9.2h.01',
  orders: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  new: 'M8 3v10M3 8h10',
  webhooks:
    'M8 5.4a2.2 2.2 0 1 0-2.1-2.8M8.6 5.2l2.2 4.2M10.8 9.4a2.3 2.3 0 1 1-1.6 3.7M9.2 12H4.7M4.7 12a2.2 2.2 0 1 1-1-4M4 8.4l2.4-4.2',
  requests: 'M2.5 5.5h10M9.5 2.5l3 3-3 3M13.5 10.5h-10M6.5 7.8l-3 2.7 3 2.7',
  scenarios: 'M3.5 2.5v4a3 3 0 0 0 3 3h6M9.8 6.8l2.7 2.7-2.7 2.7M3.5 6v7.5',
  balance: 'M2.5 4.5h9a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-9zM2.5 4.5v-1a1 1 0 0 1 1-1h7M10.5 9h.5',
  keys: 'M10.2 9.1a3.4 3.4 0 1 0-3.3-2.6L2.5 11v2.5H5v-1.6h1.7v-1.7zM11 5h.01',
  assumptions:
    'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M6.5 6.4a1.6 1.6 0 1 1 2.4 1.4c-.6.3-.9.7-.9 1.3M8 11h.01',
  snapshots: 'M2.5 5h2.8l1.2-1.8h3L10.7 5h2.8v8h-11zM8 11.2a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6',
  download: 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M3 13.3h10',
  docs: 'M4 2.5h5.5l3 3v8H4zM9.5 2.5v3h3M6 8.5h4.5M6 11h4.5',
  receiver: 'M2.5 9.5h3l1.2 2h2.6l1.2-2h3M2.5 9.5v4h11v-4M8 2.5v5.2M5.8 5.6L8 7.8l2.2-2.2',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.4 10.4l3.1 3.1',
  stop: 'M4.5 4.5h7v7h-7z',
  play: 'M5 3.5v9l7.5-4.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  forward: 'M3 4v8l5.5-4zM8.5 4v8L14 8z',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3',
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  back: 'M9.5 3.5L5 8l4.5 4.5',
  down: 'M4.5 6.5L8 10l3.5-3.5',
  again: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.8V6H9.8',
  warn: 'M8 2.5l6 10.8H2zM8 6.8v3M8 11.6h.01',
  bolt: 'M9 1.8L3.5 9H8l-1 5.2L12.5 7H8z',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon next to text, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The sandbox's logo. */
export function Logo() {
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent-fill)" />
      <path d="M18.2 5 8 18.2h6.6L13.4 27 24 13.4h-6.9z" fill="#fff" />
    </svg>
  );
}

interface Props extends ButtonHTMLAttributes {
  /** Words for its look: main, quiet, danger, small. */
  readonly look?: string;
  readonly icon?: IconName | undefined;
}

/** A button. It submits its form only if its type says so. */
export function Button({ look = '', icon, children, ...attributes }: Props) {
  return (
    <button type="button" class={`button ${look}`} {...attributes}>
      {icon && <Icon name={icon} />} {children}
    </button>
  );
}

const CONFIRMATION_MS = 1_400;

interface CopyProps {
  readonly text: string;
  /** The tooltip, and without a label the name for screen readers. */
  readonly name: string;
  readonly label?: string;
  readonly onCopied?: () => void;
}

/** Copies text to the clipboard and confirms it. */
export function CopyButton({ text, name, label, onCopied }: CopyProps) {
  const done = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      done.value = true;
      onCopied?.();
      setTimeout(() => (done.value = false), CONFIRMATION_MS);
    } catch {
      showToast('The browser denied access to the clipboard. Select the text and copy it manually.', true);
    }
  };
  return (
    <Button
      icon={done.value ? 'check' : 'copy'}
      look={`small ${label ? '' : 'quiet'}`}
      onClick={copy}
      title={done.value ? 'Copied' : name}
      aria-label={label ? undefined : done.value ? 'Copied' : name}
    >
      {label && (done.value ? 'Copied' : label)}
    </Button>
  );
}

/** An instant on the account's clock: the time of day, with the full timestamp as a tooltip. */
export function Instant({ at, whole = false }: { at: string | null; whole?: boolean }) {
  if (!at) return <span class="soft">–</span>;
  return (
    <time dateTime={at} title={`${dayAndTime(at)} UTC, ${at}`}>
      {whole ? dayAndTime(at) : timeOfDay(at)}
    </time>
  );
}

/** Links to several entries of a list. */
export const Links = ({ place, ids }: { place: Place; ids: readonly (string | number)[] }) => (
  <span class="row tight">
    {ids.length === 0 && 'none'}
    {ids.map(id => (
      <a key={id} href={linkTo(place, id)} class="mono">
        {id}
      </a>
    ))}
  </span>
);

/** Text in which backticks enclose code. */
export const Prose = ({ text }: { text: string }) => (
  <>
    {text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
);

/** A text that can be copied, by its name. */
export const Copied = ({ name, ...props }: CopyProps) => (
  <span class="row nowrap tight">
    <code class="break">{props.text}</code>
    <CopyButton {...props} name={`Copy: ${name}`} />
  </span>
);

interface CardProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly flush?: boolean;
  readonly children: ComponentChildren;
}

/** A section of a page with a heading. */
export function Card({ title, actions, flush = false, children }: CardProps) {
  return (
    <section class="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {actions && <div class="row actions">{actions}</div>}
      </header>
      <div class={flush ? '' : 'inside-pad stack'}>{children}</div>
    </section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section of details. */
export function Section({ title, beside, children }: SectionProps) {
  return (
    <section class="stack" aria-label={title}>
      <h3>
        {title} {beside}
      </h3>
      {children}
    </section>
  );
}

/** A highlighted text with a title. */
export function Note({
  tone,
  title,
  children,
}: {
  tone: Tone;
  title: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div class={`stack tight note tone-${tone}`}>
      <strong class="row tight">{title}</strong>
      {children}
    </div>
  );
}

/** A list of names and values. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren, 'wide'?])[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value, wide]) => (
        <div key={name} class={wide ?? ''}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TableProps {
  readonly caption: string;
  /** The headings of the columns; empty for one with buttons. */
  readonly columns: readonly string[];
  readonly children: ComponentChildren;
}

/** A table, in a card that lets it scroll. */
export const Table = ({ caption, columns, children }: TableProps) => (
  <table class="plain-table">
    <caption class="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map(name => (
          <th key={name} scope="col">
            {name || <span class="visually-hidden">Actions</span>}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
