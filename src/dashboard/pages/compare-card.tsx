import { useSignal } from '@preact/signals';
import type { Schemas } from '../control-api.ts';
import { lazy } from '../lazy.tsx';
import { ChoiceField } from '../parts/field.tsx';
import type { Message } from './message-diff.tsx';

/** The library that computes differences is loaded when something is compared. */
export const Comparison = lazy(async () => (await import('./message-diff.tsx')).Comparison);

export const sentMessage = (delivery: Schemas['Delivery'], name: string): Message => ({
  name: delivery.corruption ? `${name}, ${delivery.corruption.name}` : name,
  headers: Object.entries(delivery.sent.headers).map(([key, value]) => [key, String(value)]),
  body: delivery.sent.body,
});

export const requestMessage = ({ id, method, url, headers, body }: Schemas['RequestDetail']): Message => ({
  name: `request ${id}`,
  headers: [[method, url], ...headers.map(({ name, value }) => [name, value] as const)],
  body: body ?? '',
});

interface Props {
  readonly title: string;
  readonly message: Message;
  readonly others: readonly Message[];
  readonly isOpen: boolean;
}

/** Compares a message with another one, side by side. */
export function Compare({ title, message, others, isOpen }: Props) {
  const opened = useSignal(isOpen);
  const chosen = useSignal('0');
  const other = others[Number(chosen.value)] ?? others[0]!;
  return (
    <details open={opened.value} onToggle={event => (opened.value = event.currentTarget.open)}>
      <summary class="soft">{title}</summary>
      {opened.value && (
        <div class="stack">
          {others.length > 1 && (
            <ChoiceField
              label="Compare with"
              value={chosen.value}
              options={others.map(({ name }, index) => [String(index), name])}
              onChange={value => (chosen.value = value)}
            />
          )}
          <Comparison key={other.name} left={other} right={message} />
        </div>
      )}
    </details>
  );
}
