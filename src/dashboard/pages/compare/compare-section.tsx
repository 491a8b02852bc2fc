import { useSignal } from '@preact/signals';
import { lazy } from '../../lazy.tsx';
import { ChoiceField } from '../../parts/field.tsx';
import type { Message } from './message.ts';

/** The library that computes differences is loaded when something is compared. */
const Comparison = lazy(async () => (await import('./comparison.tsx')).Comparison);

interface Props {
  readonly title: string;
  readonly message: Message;
  /** The messages to compare with, the most instructive first. */
  readonly others: readonly Message[];
  /** Compares immediately. */
  readonly isOpen?: boolean;
}

/** Compares a message with another one, side by side. */
export function CompareSection({ title, message, others, isOpen = false }: Props) {
  const opened = useSignal(isOpen);
  const chosen = useSignal(0);
  const other = others[Math.min(chosen.value, others.length - 1)];
  if (!other) return null;
  return (
    <details
      open={opened.value}
      onToggle={event => {
        opened.value = event.currentTarget.open;
      }}
    >
      <summary class="soft">{title}</summary>
      {opened.value && (
        <div class="stack compare-inside">
          {others.length > 1 && (
            <ChoiceField
              label="Compare with"
              value={String(chosen.value)}
              options={others.map(({ name }, index) => [String(index), name])}
              onChange={value => {
                chosen.value = Number(value);
              }}
            />
          )}
          <Comparison key={other.name} left={other} right={message} />
        </div>
      )}
    </details>
  );
}
