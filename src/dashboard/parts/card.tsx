import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly flush?: boolean;
  readonly children: ComponentChildren;
}

/** A section of a page with a heading. */
export function Card({ title, actions, flush = false, children }: Props) {
  return (
    <section class="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </header>
      <div class={flush ? 'wide-scroll' : 'inside'}>{children}</div>
    </section>
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
