import type { ComponentChildren } from 'preact';
import { Code } from './code.tsx';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  /** The command that would fill the place. */
  readonly command?: string;
}

/** What stands where there is nothing yet: what would come here, and how. */
export function Empty({ icon, title, children, command }: Props) {
  return (
    <div class="empty">
      <span class="art">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      <div class="soft">{children}</div>
      {command && <Code text={command} name="Command" />}
    </div>
  );
}
