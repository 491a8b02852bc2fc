import type { Schemas } from '../../api.ts';
import { formatJson } from '../../parts/code.tsx';

/** A message that can be compared with another. */
export interface Message {
  /** The displayed name: `attempt 1`, `resend, altered-body`, `request req-5`. */
  readonly name: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Headers that differ with every request and mean nothing. */
const VOLATILE = /^(date|content-length|connection|host|x-sandbox-request-id|keep-alive)$/i;

/** The message that a delivery sent. */
export const sentMessage = (delivery: Schemas['Delivery'], name: string): Message => ({
  name: delivery.corruption ? `${name}, ${delivery.corruption.name}` : name,
  headers: Object.entries(delivery.sent.headers).map(([key, value]) => [key, String(value)]),
  body: delivery.sent.body,
});

/** The message of a request. */
export const requestMessage = ({ id, method, url, headers, body }: Schemas['RequestDetail']): Message => ({
  name: `request ${id}`,
  headers: [[method, url], ...headers.map(({ name, value }) => [name, value] as const)],
  body: body ?? '',
});

/** A message as text: its headers, and its body as sent or indented. */
export function messageText({ headers, body }: Message, isFormatted: boolean): string {
  const lines = headers.filter(([name]) => !VOLATILE.test(name)).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n\n${isFormatted ? formatJson(body) : body}`;
}

/** True if the bodies differ only in how the same JSON is written. */
export const isSameJson = (one: Message, other: Message): boolean =>
  one.body !== other.body && formatJson(one.body) === formatJson(other.body);
