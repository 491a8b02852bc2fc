import type { ButtonHTMLAttributes } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface Props extends ButtonHTMLAttributes {
  /** Words for its look: main, quiet, danger, small, icon. */
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
