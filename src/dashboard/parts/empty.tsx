import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  /** A command that creates the first entry. */
  readonly command?: ComponentChildren;
}

/** An empty state: it explains what appears here and how to create it. */
export function Empty({ icon, title, children, command }: Props) {
  return (
    <div class="empty">
      <span class="art">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      <div class="soft">{children}</div>
      {command}
    </div>
  );
}
