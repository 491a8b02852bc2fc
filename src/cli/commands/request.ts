import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { instantText } from '../format/time.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { escapeControls, type Terminal } from '../terminal.ts';

type RequestDetail = components['schemas']['RequestDetail'];

const EXAMPLES = `
Every response carries its request id in the header X-Sandbox-Request-Id.

Examples:
  energy-sandbox request req-5
  energy-sandbox request req-5 --json | jq .near_misses`;

const bodyText = (text: string | null, json: unknown): string =>
  json === null || json === undefined ? (text ?? '') : JSON.stringify(json, null, 2);

/** The request, its response and the explanation, as lines of text. */
function requestLines(request: RequestDetail, terminal: Terminal): string[] {
  const dim = (text: string): string => terminal.paint('dim', escapeControls(text));
  const { answer } = request;
  const status = request.status === null ? `no response (${request.fault})` : String(request.status);
  const notes: (readonly [string, readonly string[]])[] = [
    ['why', request.explanation ? [request.explanation] : []],
    ['rule', request.rule ? [`${request.rule.id}  ${request.rule.source}`] : []],
    ['violation', request.violations],
    ['near miss', request.near_misses],
  ];
  const responseHeaders = Object.entries(answer.headers as Record<string, unknown>);
  return [
    `${terminal.paint('bold', request.id)}  ${instantText(request.at)}  from ${request.ip}  ${request.duration_ms} ms`,
    '',
    terminal.paint('bold', escapeControls(`${request.method} ${request.url}`)),
    ...request.headers.map(({ name, value }) => dim(`${name}: ${value}`)),
    ...(request.body ? ['', escapeControls(bodyText(request.body, request.json))] : []),
    '',
    terminal.paint('bold', status),
    ...responseHeaders.map(([name, value]) => dim(`${name}: ${String(value)}`)),
    '',
    escapeControls(bodyText(answer.body, answer.json)),
    ...(notes.some(([, texts]) => texts.length > 0) ? [''] : []),
    ...notes.flatMap(([name, texts]) =>
      texts.map(text => `${terminal.paint('yellow', name.padEnd(9))}  ${escapeControls(text)}`),
    ),
  ];
}

async function request(given: string, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const id = /^\d+$/.test(given) ? `req-${given}` : given;
  const { out } = io;
  const remote = remoteOf(flags, io);
  const found = await remote.get<RequestDetail>(remote.of(`/requests/${encodeURIComponent(id)}`));
  if (flags.json) out.json(found);
  else for (const line of requestLines(found, out)) out.line(line);
}

export function define(command: Command, io: ProcessIo): void {
  command.argument('<id>', 'request id, such as req-5 or 5');
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((id: string, flags: RemoteFlags) => request(id, flags, io));
}
