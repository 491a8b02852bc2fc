import { escapeControls } from '../../core/text/escape.ts';
import { span } from '../../core/text/wording.ts';
import type { Report } from '../../judge/report/report-model.ts';
import type { RecordedSummary, Recording, RecordOptions } from '../../lab/record/recorder.ts';
import { readHttpUrl, readPort, readText } from '../argument-parsers.ts';
import { COMMAND, runCommand, SignalRelay } from '../child-process.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { flag, type Given, many, nameOf, one, required } from '../define-command.ts';
import { type ProcessIo, remarkOn, type Terminal } from '../process-io.ts';
import { failOn, guide, judging } from '../reports.ts';

const INPUT = {
  words: COMMAND,
  target: required('--target <url>', 'origin of the service', readHttpUrl),
  out: required('--out <file>', 'HAR file to write; it must not exist'),
  port: one('--port <number>', 'port for clients; 0 picks a free one', readPort, 4030),
  host: one('--host <address>', 'address to listen on', String, '127.0.0.1'),
  webhooks_to: one('--webhooks-to <url>', 'URL of the webhook receiver; also record webhooks', readHttpUrl),
  webhook_port: one('--webhook-port <number>', 'port for webhooks; 0 picks a free one', readPort, 4031),
  webhook_secret: one(
    '--webhook-secret <secret>',
    'record whether this secret verifies the signatures; it is not written [ENERGY_SANDBOX_WEBHOOK_SECRET]',
    readText,
  ),
  redact: many(
    '--redact <field>',
    'replace the values of this field, such as address or external_id; repeatable',
    String,
  ),
  quiet: flag('--quiet', 'print no line for each exchange'),
  failOn: failOn('warning'),
};

type RecordFlags = Given<typeof INPUT>;

const withFlag = (message: string): string =>
  message.replace(/^\w+(?=: )/, option =>
    Object.hasOwn(INPUT, option) ? nameOf(INPUT[option as keyof typeof INPUT].typed) : option,
  );

const NUMBER_WIDTH = 5;
const METHOD_WIDTH = 4;

/** The meanings of connection errors, by their codes. `FLAG` stands for the flag that names the other side. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens at FLAG'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host of FLAG is unknown'],
  [/^ETIMEDOUT$/, 'the host of FLAG does not accept the connection'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/ALTNAME/, 'its certificate is for another host than FLAG'],
  [/CERT|SIGNATURE|ISSUER/, 'trust its authority with NODE_EXTRA_CA_CERTS=<file>'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH/, 'it does not speak TLS; use http: in FLAG'],
];

const errorText = (error: string, direction: RecordedSummary['direction']): string => {
  const hint = HINTS.find(([pattern]) => pattern.test(error))?.[1];
  const flag = direction === 'api' ? '--target' : '--webhooks-to';
  return hint === undefined ? error : `${error} (${hint.replace('FLAG', flag)})`;
};

function resultText({ status, outcome, direction }: RecordedSummary): string {
  switch (outcome.kind) {
    case 'complete':
      return String(status);
    case 'client-gone':
      return `client gone after ${span(outcome.afterMs)}`;
    case 'upstream-error':
      return `no response: ${errorText(outcome.error, direction)}`;
    case 'truncated':
      return `${status}, cut off: ${outcome.error}`;
    case 'recorder-stopped':
      return 'in progress at the end';
  }
}

/** An exchange as a line, with its disagreements on the lines below. */
function exchangeText(exchange: RecordedSummary, terminal: Terminal): string {
  const { number, direction, method, path, duration_ms: durationMs, outcome, problems } = exchange;
  const isFine = outcome.kind === 'complete';
  const line = [
    terminal.paint('dim', `#${number}`.padEnd(NUMBER_WIDTH)),
    method.padEnd(METHOD_WIDTH),
    `${direction === 'webhook' ? 'webhook ' : ''}${escapeControls(path)}`,
    '→',
    terminal.paint(isFine ? 'bold' : 'yellow', escapeControls(resultText(exchange))),
    terminal.paint('dim', span(durationMs)),
  ].join(' ');
  return [line, ...problems.map(one => terminal.paint('yellow', `      ${escapeControls(one)}`))].join('\n');
}

function optionsOf(flags: RecordFlags, { environment, err }: ProcessIo): RecordOptions {
  const { words, failOn, quiet, ...given } = flags;
  const { ENERGY_SANDBOX_WEBHOOK_SECRET: webhook_secret } = environment;
  return {
    ...(webhook_secret === undefined ? {} : { webhook_secret }),
    ...given,
    ...(quiet ? {} : { on_exchange: (exchange: RecordedSummary) => err.line(exchangeText(exchange, err)) }),
    on_remark: remark => remarkOn({ err })(withFlag(remark)),
  };
}

async function begin(flags: RecordFlags, io: ProcessIo): Promise<Recording> {
  const { record, RecordError } = await import('../../lab/record/recorder.ts');
  try {
    return await record(optionsOf(flags, io));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw new CliError(withFlag(error.message), EXIT_USAGE);
  }
}

function announce(
  recording: Recording,
  { words, out, target, webhooks_to }: RecordFlags,
  { err }: ProcessIo,
): void {
  const end = words.length === 0 ? ' Press Ctrl-C to stop.' : '';
  err.line(`Recording to ${out}.${end}`);
  err.line(`  base URL for clients:  ${recording.url}  → ${new URL(target).origin}`);
  if (recording.webhook_url !== null)
    err.line(`  webhook destination:   ${recording.webhook_url}  → ${webhooks_to}`);
}

/** Closes at the first signal. A second signal exits immediately, as the file is complete at any time. */
function untilStopped(recording: Recording, io: ProcessIo): Promise<Report> {
  return new Promise((resolve, reject) => {
    let isClosing = false;
    const stop = (): void => {
      if (isClosing) process.exit(EXIT_USAGE);
      isClosing = true;
      recording.close().then(resolve, reject);
    };
    io.onEndSignal(stop);
  });
}

/** Records until a signal, or until the command has ended. @returns the exit code of the command, or 0 */
async function recordWhile(
  recording: Recording,
  words: readonly string[],
  io: ProcessIo,
): Promise<{ readonly report: Report; readonly exitCode: number }> {
  if (words.length === 0) return { report: await untilStopped(recording, io), exitCode: 0 };
  try {
    const environment = { ...io.environment, ENERGY_URL: recording.url };
    const signals = new SignalRelay(io);
    const exitCode = await runCommand(words, environment, signals);
    // From now on, no signal prevents the report.
    signals.passTo(() => undefined);
    return { report: await recording.close(), exitCode };
  } catch (error) {
    await recording.close();
    throw error instanceof CliError ? error.exitingWith(EXIT_USAGE) : error;
  }
}

export const { define } = judging({
  input: INPUT,
  fileFlag: '--report',
  withFlags: command => command.passThroughOptions(),
  usage: '[flags] [-- <command> [arguments…]]',
  notes: `
Use the printed URL in place of the service's, with the key as usual; a command
finds it in ENERGY_URL. Keys, cookies and the webhook secret are never written.
Ctrl-C, or the end of the command, ends the recording and lists where the
service and the description disagree.

Exit code: 0 if they agree; 1 if not; 2 if it could not be recorded, or the
command failed.

Examples:
  energy-sandbox record --target https://api.example.com --out traffic.har
  energy-sandbox record --target https://api.example.com --out traffic.har \\
    --webhooks-to http://127.0.0.1:3000/webhooks --redact address -- sh calls.sh

${guide('recording.md')}`,
  async judge(flags, { io }) {
    const recording = await begin(flags, io);
    announce(recording, flags, io);
    const { report, exitCode } = await recordWhile(recording, flags.words, io);
    return {
      report,
      failOn: flags.failOn,
      secrets: [flags.webhook_secret],
      afterwards() {
        if (exitCode !== 0)
          throw new CliError(`${flags.words[0]} ended with exit code ${exitCode}`, EXIT_USAGE);
      },
    };
  },
});
