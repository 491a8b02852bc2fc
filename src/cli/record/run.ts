import { readFile } from 'node:fs/promises';
import {
  RecordError,
  type RecordedSummary,
  type Recording,
  type RecordOptions,
} from '../../record/record-options.ts';
import { record as startRecording } from '../../record/recorder.ts';
import type { ReportFormat } from '../../report/formats.ts';
import { exitCodeOf, type FailOn, type Report } from '../../report/report.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { spanText } from '../format/time.ts';
import type { ProcessIo } from '../process-io.ts';
import { reportTarget, writeReport } from '../report-flags.ts';
import { escapeControls, type Terminal } from '../terminal.ts';

/** Flags of `record`. */
export interface RecordFlags {
  readonly target: string;
  readonly out: string;
  readonly port: number;
  readonly host: string;
  readonly webhooksTo?: string;
  readonly webhookPort: number;
  readonly webhookSecret?: string;
  readonly redact?: readonly string[];
  readonly ca?: string;
  readonly format?: ReportFormat;
  readonly report?: string;
  readonly failOn: FailOn;
  readonly quiet?: boolean;
}

/** The flag of each option, for the messages of errors. */
const FLAGS: Readonly<Record<string, string>> = {
  target: '--target',
  out: '--out',
  port: '--port',
  webhookPort: '--webhook-port',
  webhooksTo: '--webhooks-to',
};

const readCa = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(error => {
    throw new CliError(`--ca: ${path} cannot be read: ${(error as Error).message}`, EXIT_USAGE);
  });

const NUMBER_WIDTH = 5;
const METHOD_WIDTH = 4;

/** What to do about errors of connections. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens at --target'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host of --target is unknown'],
  [/CERT|SIGNATURE|ISSUER/, 'trust its authority with --ca'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH/, 'it does not speak TLS; use http: in --target'],
];

const errorText = (error: string): string => {
  const hint = HINTS.find(([pattern]) => pattern.test(error))?.[1];
  return hint === undefined ? error : `${error} (${hint})`;
};

/** What happened to an exchange: its status, or why there is none. */
function resultText({ status, outcome }: RecordedSummary): string {
  switch (outcome.kind) {
    case 'complete':
      return String(status);
    case 'client-gone':
      return `client gone after ${spanText(outcome.afterMs)}`;
    case 'upstream-error':
      return `no response: ${errorText(outcome.error)}`;
    case 'truncated':
      return `${status}, cut off: ${outcome.error}`;
    case 'recorder-stopped':
      return 'in progress at the end';
  }
}

/** An exchange as a line, with its disagreements on lines below it. */
function exchangeText(exchange: RecordedSummary, terminal: Terminal): string {
  const { number, direction, method, path, durationMs, outcome, problems } = exchange;
  const isFine = outcome.kind === 'complete';
  const line = [
    terminal.paint('dim', `#${number}`.padEnd(NUMBER_WIDTH)),
    method.padEnd(METHOD_WIDTH),
    `${direction === 'webhook' ? 'webhook ' : ''}${escapeControls(path)}`,
    '→',
    terminal.paint(isFine ? 'bold' : 'yellow', escapeControls(resultText(exchange))),
    terminal.paint('dim', spanText(durationMs)),
  ].join(' ');
  return [line, ...problems.map(one => terminal.paint('yellow', `      ${escapeControls(one)}`))].join('\n');
}

async function optionsOf(flags: RecordFlags, io: ProcessIo): Promise<RecordOptions> {
  const { target, out, port, host, webhooksTo, webhookPort, redact, ca } = flags;
  const webhookSecret = flags.webhookSecret ?? io.environment.ENERGY_SANDBOX_WEBHOOK_SECRET;
  return {
    target,
    out,
    port,
    host,
    webhookPort,
    ...(webhooksTo === undefined ? {} : { webhooksTo }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(redact === undefined ? {} : { redact }),
    ...(ca === undefined ? {} : { ca: await readCa(ca) }),
    ...(flags.quiet
      ? {}
      : { onExchange: (exchange: RecordedSummary) => io.err.line(exchangeText(exchange, io.err)) }),
    onRemark: remark => io.err.line(`energy-sandbox: ${escapeControls(remark)}`),
  };
}

async function begin(flags: RecordFlags, io: ProcessIo): Promise<Recording> {
  try {
    return await startRecording(await optionsOf(flags, io));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    const message = error.message.replace(/^\w+(?=:)/, option => FLAGS[option] ?? option);
    throw new CliError(message, EXIT_USAGE);
  }
}

function announce(recording: Recording, { out, target, webhooksTo }: RecordFlags, { err }: ProcessIo): void {
  const continued = recording.exchanges > 0 ? `, after the ${recording.exchanges} exchanges that it has` : '';
  err.line(`Recording to ${out}${continued}. Press Ctrl-C to stop.`);
  err.line(`  base URL for clients:  ${recording.url}  → ${new URL(target).origin}`);
  if (recording.webhookUrl !== null)
    err.line(`  webhook destination:   ${recording.webhookUrl}  → ${webhooksTo}`);
}

/** Closes at the first signal. A second one exits at once; the file is complete at any time. */
function untilStopped(recording: Recording, io: ProcessIo): Promise<Report> {
  return new Promise((resolve, reject) => {
    let isClosing = false;
    io.onEndSignal(() => {
      if (isClosing) process.exit(EXIT_USAGE);
      isClosing = true;
      recording.close().then(resolve, reject);
    });
  });
}

/** Records until a signal, and prints where the service and the description disagree. @returns the exit code */
export async function record(flags: RecordFlags, io: ProcessIo): Promise<0 | 1> {
  const { format, report: out, webhookSecret } = flags;
  const target = await reportTarget({ ...(format ? { format } : {}), ...(out === undefined ? {} : { out }) });
  const recording = await begin(flags, io);
  announce(recording, flags, io);
  const report = await untilStopped(recording, io);
  await writeReport(report, target, {
    terminal: io.out,
    io,
    secrets: webhookSecret === undefined ? [] : [webhookSecret],
  });
  return exitCodeOf(report, flags.failOn);
}
