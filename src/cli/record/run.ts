import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { systemClock } from '../../clock/host-clock.ts';
import { fileProblem } from '../../files/file-problem.ts';
import {
  RecordError,
  type RecordedSummary,
  type Recording,
  type RecordOptions,
} from '../../record/record-options.ts';
import { record as startRecording } from '../../record/recorder.ts';
import { exitCodeOf, type FailOn, type Report, type ReportFormat } from '../../report/report.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { watchNpmShell } from '../exec/npm-shell.ts';
import { spanText } from '../format/time.ts';
import type { ProcessIo } from '../process-io.ts';
import { reportTarget, writeReport } from '../report-flags.ts';
import { escapeControls, type Terminal } from '../terminal.ts';
import { runCommand } from './run-command.ts';

/** Flags of `record`. */
export interface RecordFlags {
  readonly target: string;
  readonly out: string;
  readonly maxBytes?: number;
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
  maxBytes: '--max-bytes',
  port: '--port',
  webhookPort: '--webhook-port',
  webhooksTo: '--webhooks-to',
};

/** The message of an option, with its flag in place of its name. */
const withFlag = (message: string): string =>
  message.replace(/^\w+(?=: )/, option => FLAGS[option] ?? option);

async function readCa(path: string): Promise<string> {
  const pem = await readFile(path, 'utf8').catch(error => {
    throw new CliError(`--ca: ${path} cannot be read: ${fileProblem(error)}`, EXIT_USAGE);
  });
  try {
    new X509Certificate(pem);
  } catch {
    const problem = 'is not a certificate in PEM format; name that of the authority of the service';
    throw new CliError(`--ca: ${path} ${problem}`, EXIT_USAGE);
  }
  return pem;
}

const NUMBER_WIDTH = 5;
const METHOD_WIDTH = 4;

/** What to do about errors of connections. `FLAG` is the flag that names the other side. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens at FLAG'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host of FLAG is unknown'],
  [/^ETIMEDOUT$/, 'the host of FLAG does not accept the connection'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/ALTNAME/, 'its certificate is for another host than FLAG'],
  [/CERT|SIGNATURE|ISSUER/, 'trust its authority with --ca'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH/, 'it does not speak TLS; use http: in FLAG'],
];

const errorText = (error: string, direction: RecordedSummary['direction']): string => {
  const hint = HINTS.find(([pattern]) => pattern.test(error))?.[1];
  const flag = direction === 'api' ? '--target' : '--webhooks-to';
  return hint === undefined ? error : `${error} (${hint.replace('FLAG', flag)})`;
};

/** What happened to an exchange: its status, or why there is none. */
function resultText({ status, outcome, direction }: RecordedSummary): string {
  switch (outcome.kind) {
    case 'complete':
      return String(status);
    case 'client-gone':
      return `client gone after ${spanText(outcome.afterMs)}`;
    case 'upstream-error':
      return `no response: ${errorText(outcome.error, direction)}`;
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
  const { target, out, maxBytes, port, host, webhooksTo, webhookPort, redact, ca } = flags;
  const webhookSecret = flags.webhookSecret ?? io.environment.ENERGY_SANDBOX_WEBHOOK_SECRET;
  return {
    target,
    out,
    port,
    host,
    webhookPort,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(webhooksTo === undefined ? {} : { webhooksTo }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(redact === undefined ? {} : { redact }),
    ...(ca === undefined ? {} : { ca: await readCa(ca) }),
    ...(flags.quiet
      ? {}
      : { onExchange: (exchange: RecordedSummary) => io.err.line(exchangeText(exchange, io.err)) }),
    onRemark: remark => io.err.line(`energy-sandbox: ${escapeControls(withFlag(remark))}`),
  };
}

async function begin(flags: RecordFlags, io: ProcessIo): Promise<Recording> {
  try {
    return await startRecording(await optionsOf(flags, io));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw new CliError(withFlag(error.message), EXIT_USAGE);
  }
}

/** The closing report, and the exit code of the command; 0 without one. */
interface Recorded {
  readonly report: Report;
  readonly exitCode: number;
}

function announce(
  recording: Recording,
  { out, target, webhooksTo }: RecordFlags,
  commandLine: readonly string[] | null,
  { err }: ProcessIo,
): void {
  const had = recording.exchanges === 1 ? 'exchange' : `${recording.exchanges} exchanges`;
  const continued = recording.exchanges > 0 ? `, after the ${had} that it has` : '';
  const end = commandLine === null ? ' Press Ctrl-C to stop.' : '';
  err.line(`Recording to ${out}${continued}.${end}`);
  err.line(`  base URL for clients:  ${recording.url}  → ${new URL(target).origin}`);
  if (recording.webhookUrl !== null)
    err.line(`  webhook destination:   ${recording.webhookUrl}  → ${webhooksTo}`);
}

/** Closes at the first signal. A second one exits at once; the file is complete at any time. */
function untilStopped(recording: Recording, io: ProcessIo): Promise<Report> {
  return new Promise((resolve, reject) => {
    let isClosing = false;
    const stop = (): void => {
      if (isClosing) process.exit(EXIT_USAGE);
      isClosing = true;
      stopWatching();
      recording.close().then(resolve, reject);
    };
    const stopWatching = watchNpmShell(io.environment, systemClock, stop);
    io.onEndSignal(stop);
  });
}

/** Records until the signal that ends it, or until the command has ended. */
async function recordWhile(
  recording: Recording,
  commandLine: readonly string[] | null,
  io: ProcessIo,
): Promise<Recorded> {
  if (commandLine === null) return { report: await untilStopped(recording, io), exitCode: 0 };
  try {
    const environment = { ...io.environment, ENERGY_URL: recording.url };
    const exitCode = await runCommand(commandLine, environment, io);
    return { report: await recording.close(), exitCode };
  } catch (error) {
    await recording.close();
    throw error instanceof CliError ? error.exitingWith(EXIT_USAGE) : error;
  }
}

/**
 * Records until a signal, or while a command runs, and prints where the service and the description disagree.
 * @param commandLine the command to run; null records until a signal
 * @returns the exit code
 * @throws CliError if the recording cannot begin, or the command fails
 */
export async function record(
  flags: RecordFlags,
  commandLine: readonly string[] | null,
  io: ProcessIo,
): Promise<0 | 1> {
  const { format, report: out, webhookSecret } = flags;
  if (commandLine?.length === 0)
    throw new CliError('no command to run after --; leave out -- to record until Ctrl-C', EXIT_USAGE);
  const target = await reportTarget(
    { ...(format ? { format } : {}), ...(out === undefined ? {} : { out }) },
    '--report',
  );
  const recording = await begin(flags, io);
  announce(recording, flags, commandLine, io);
  const { report, exitCode } = await recordWhile(recording, commandLine, io);
  await writeReport(report, target, {
    terminal: io.out,
    io,
    secrets: webhookSecret === undefined ? [] : [webhookSecret],
  });
  if (exitCode !== 0) throw new CliError(`${commandLine![0]} ended with exit code ${exitCode}`, EXIT_USAGE);
  return exitCodeOf(report, flags.failOn);
}
