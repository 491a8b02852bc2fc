import type { ComponentChildren } from 'preact';
import type { Tone } from './pill.tsx';

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
      <div class={flush ? 'wide-scroll' : 'inside'}>{children}</div>
    </section>
  );
}

interface SectionProps {
  readonly title: string;
  /** What follows the title in the heading. */
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
    <div class={`note tone-${tone}`}>
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
  /** For screen readers. */
  readonly caption: string;
  /** The headings of the columns; empty for one with buttons. */
  readonly columns: readonly string[];
  /** The rows. */
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
