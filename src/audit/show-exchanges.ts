import { escapeControls } from '../text/escape-controls.ts';
import type { Exchange } from './message.ts';
import type { Sender } from './sender.ts';

const SEPARATOR = '-'.repeat(72);

/** A body as text. Bytes that are not UTF-8 are shown in hexadecimal. */
function bodyText(body: Buffer): string {
  const text = body.toString('utf8');
  return Buffer.from(text).equals(body) ? text : `(hexadecimal) ${body.toString('hex')}`;
}

const printable = (text: string): string => text.split(/\r?\n/).map(escapeControls).join('\n');

/** The deliveries of a case in full: what was sent, and what came back. */
export function showExchanges(exchanges: readonly Exchange[], headOf: Sender['headOf']): string {
  const blocks = exchanges.map(({ message, answer }, index) => {
    const headers = Object.entries(answer.headers).flatMap(([name, values]) =>
      [values ?? []].flat().map(value => `${name}: ${value}`),
    );
    const response =
      answer.status === null
        ? [`(no response: ${answer.error})`]
        : [`HTTP/1.1 ${answer.status}`, ...headers, '', answer.body];
    const sent = message.body ? [headOf(message), '', bodyText(message.body)] : [headOf(message), ''];
    return [
      SEPARATOR,
      `${index + 1}. ${message.label}`,
      SEPARATOR,
      printable(sent.join('\n')),
      '',
      printable(response.join('\n')),
    ].join('\n');
  });
  return `${blocks.join('\n')}\n`;
}
