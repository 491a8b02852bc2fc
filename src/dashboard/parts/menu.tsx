import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  readonly label: ComponentChildren;
  readonly name: string;
  readonly side?: 'left' | 'right';
  readonly small?: boolean;
  readonly onOpen?: () => void;
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a popup. Escape and a click outside close it. */
export function Menu({ label, name, side = 'right', small = false, onOpen, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (details.current) details.current.open = false;
  };
  useEffect(() => {
    const onPointer = (event: Event): void => {
      if (!details.current?.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !details.current?.open) return;
      close();
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  });
  return (
    <details
      ref={details}
      class={`menu ${side}`}
      onToggle={event => {
        if (event.currentTarget.open) onOpen?.();
      }}
    >
      <summary class={`button ${small ? 'small' : ''}`} aria-label={name} title={name}>
        {label}
      </summary>
      <div class="sheetlet">{children(close)}</div>
    </details>
  );
}
