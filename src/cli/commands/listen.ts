import { hostInUrl } from '../../core/domain/ip.ts';
import { escapeControls } from '../../core/text/escape.ts';
import { excerpt } from '../../core/text/lines.ts';
import { DEMO_WEBHOOK_SECRET } from '../../server/sandbox-options.ts';
import {
  readDuration,
  readFinalStatus,
  readHttpUrl,
  readPort,
  readText,
  wholeNumber,
} from '../argument-parsers.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { flag, local, one } from '../define-command.ts';
import { type Received, startReceiver } from '../listen-receiver.ts';
import type { Terminal } from '../process-io.ts';

const TIME_OF_DAY = { hour12: false, hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** The host's local time of day, `12:00:03`. */
const localTime = (at: string): string => new Date(at).toLocaleTimeString('en-GB', TIME_OF_DAY);

const EVENT_WIDTH = 'order.undelegating'.length;

const shortId = (eventId: string): string => eventId.split('-').at(-1) ?? '';

const LONGEST_EXCERPT = 200;

function forwardedLines({ forwarded }: Received, terminal: Terminal): string[] {
  if (!forwarded) return [];
  const { url, status, duration_ms, error, body } = forwarded;
  if (status === null) return [terminal.paint('red', `forwarded to ${url}: ${error}; responded with 502`)];
  const text = escapeControls(body.replace(/\s+/g, ' ').trim());
  const shown = excerpt(text, LONGEST_EXCERPT);
  const tint = status < 300 ? 'dim' : 'yellow';
  return [
    terminal.paint(tint, `forwarded to ${url}: ${status} in ${duration_ms} ms${shown ? `, ${shown}` : ''}`),
  ];
}

/** A delivery as a line of text, with problems and the response of another receiver on the lines below. */
function receivedLine(received: Received, terminal: Terminal): string {
  const { at, event, event_id, order_id, signature, seen_before, remarks, answer } = received;
  const fields = [
    terminal.paint('dim', localTime(at)),
    terminal.paint('bold', escapeControls(event).padEnd(EVENT_WIDTH)),
    `order ${order_id ?? '?'}`.padEnd(9),
    terminal.paint('dim', escapeControls(shortId(event_id)).padEnd(8)),
    signature.valid ? terminal.paint('green', 'signed  ') : terminal.paint('red', 'UNSIGNED'),
    answer === null ? terminal.paint('yellow', 'no response') : responseText(answer, terminal),
  ];
  const signatureProblems = signature.valid ? [] : [terminal.paint('red', signature.sentence)];
  const otherProblems = remarks.map(remark =>
    terminal.paint(seen_before > 0 ? 'yellow' : 'red', escapeControls(remark)),
  );
  return [
    fields.join('  '),
    ...[...signatureProblems, ...otherProblems, ...forwardedLines(received, terminal)].map(
      text => `              ${text}`,
    ),
  ].join('\n');
}

const responseText = (status: number, terminal: Terminal): string =>
  `→ ${terminal.paint(status < 300 ? 'green' : 'yellow', String(status))}`;

export const { define } = local({
  input: {
    port: one('--port <number>', 'port to listen on; 0 picks a free one', readPort, 4020),
    host: one('--host <address>', 'address to listen on', String, '127.0.0.1'),
    secret: one(
      '--secret <secret>',
      'webhook secret (default: the secret of the demo account) [ENERGY_SANDBOX_WEBHOOK_SECRET]',
      readText,
    ),
    status: one('--status <code>', 'response status (default: 200)', readFinalStatus),
    forwardTo: one(
      '--forward-to <url>',
      'forward each delivery unchanged to this URL, and respond as it does',
      readHttpUrl,
    ),
    failFirst: one(
      '--fail-first <number>',
      'respond with 503 to the first deliveries',
      wholeNumber('a count', 0),
      0,
    ),
    delayMs: one('--delay <duration>', 'wait before responding, such as 2s', readDuration, 0),
    hang: flag('--hang', 'never respond'),
    strict: flag('--strict', 'respond with 401 to invalid signatures'),
    body: flag('--body', 'also print each body'),
    json: flag('--json', 'print each delivery as one line of JSON'),
  },
  notes: `
Examples:
  energy-sandbox listen --fail-first 2    respond with 503 twice, then with 200
  energy-sandbox listen --forward-to http://127.0.0.1:3000/webhooks

To send webhooks to it: energy-sandbox --webhook-url http://127.0.0.1:4020/`,
  async run({ body: showsBody, json, ...options }, { out, err, environment, onInterrupt }) {
    const { forwardTo, status, hang } = options;
    const other = status !== undefined ? '--status' : hang ? '--hang' : null;
    if (forwardTo !== undefined && other !== null) {
      throw new CliError(
        `--forward-to and ${other} contradict each other, because the response comes from the other receiver; omit one`,
        EXIT_USAGE,
      );
    }
    const { secret = environment.ENERGY_SANDBOX_WEBHOOK_SECRET ?? DEMO_WEBHOOK_SECRET } = options;
    const count = { received: 0, signed: 0, repeated: 0 };
    const receiver = await startReceiver({ ...options, secret }, received => {
      count.received += 1;
      if (received.signature.valid) count.signed += 1;
      if (received.seen_before > 0) count.repeated += 1;
      if (json) {
        out.line(JSON.stringify(received));
        return;
      }
      out.line(receivedLine(received, out));
      if (showsBody) out.line(`${escapeControls(received.body)}\n`);
    });
    const host = hostInUrl(options.host);
    const secretName =
      secret === DEMO_WEBHOOK_SECRET
        ? "the demo account's secret; --secret takes that of another account"
        : 'your secret';
    err.line(`Listening on http://${host}:${receiver.port}/ with ${secretName}. Press Ctrl-C to stop.`);
    await new Promise<void>(resolve => onInterrupt(resolve));
    await receiver.close();
    const { received, signed, repeated } = count;
    err.line(
      `${received} received: ${signed} with a valid signature, ${received - signed} without; ${repeated} repeated`,
    );
  },
});
