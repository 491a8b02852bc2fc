import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../control-api.ts';
import { deliveryName } from '../format.ts';
import { lazy } from '../lazy.tsx';
import { ChoiceField } from '../parts/field.tsx';
import type { Message } from './message-diff.tsx';

/** The library that computes differences is loaded when something is compared. */
export const Comparison = lazy(async () => (await import('./message-diff.tsx')).Comparison);

export const sentMessage = (delivery: Schemas['Delivery']): Message => ({
  name: deliveryName(delivery) + (delivery.corruption ? `, ${delivery.corruption.name}` : ''),
  headers: Object.entries(delivery.sent.headers),
  body: delivery.sent.body,
});

/** A request and its response. */
export const exchangedMessages = (detail: Schemas['RequestDetail']): Message[] => [
  {
    name: `request ${detail.id}`,
    headers: [
      [detail.method, detail.url],
      ...detail.headers.map(({ name, value }) => [name, value] as const),
    ],
    body: detail.body ?? '',
  },
  {
    name: `response to ${detail.id}`,
    // Headers without a status were prepared and never sent.
    headers:
      detail.status === null ? [] : [['HTTP', detail.status], ...Object.entries(detail.answer.headers)],
    body: detail.answer.body ?? '',
  },
];

interface Props {
  readonly title: string;
  readonly isOpen: Signal<boolean>;
  /** The messages to choose from, by their keys; a single one is not offered. */
  readonly options: readonly (readonly [key: string, name: string])[];
  readonly chosen: Signal<string>;
  /** The comparison with the chosen one. */
  readonly children: ComponentChildren;
}

/** Compares a message with another one that the reader chooses. */
export function Compare({ title, isOpen, options, chosen, children }: Props) {
  return (
    <details open={isOpen.value} onToggle={event => (isOpen.value = event.currentTarget.open)}>
      <summary class="soft">{title}</summary>
      {isOpen.value && (
        <div class="stack">
          {options.length > 1 && (
            <ChoiceField
              label="Compare with"
              value={chosen.value}
              options={options}
              onChange={value => (chosen.value = value)}
            />
          )}
          {children}
        </div>
      )}
    </details>
  );
}
