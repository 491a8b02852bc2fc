import { redactUrls } from '../../contract/json/redaction.ts';
import { type ClockMode, formatClockMode } from '../../core/domain/time.ts';
import { systemClock } from '../../host/node/host-clock.ts';
import { VERSION } from '../../host/node/version.ts';
import { KEY_NOT_STORED, OptionError, type SandboxOptions } from '../../server/sandbox-options.ts';
import type { RunningSandbox } from '../../server/start-sandbox.ts';
import { CliError, failureOf } from '../cli-error.ts';
import { type LogFormat, readConfig, readLogFormat } from '../config-file.ts';
import { flag, type Given, type Input, local, optional } from '../define-command.ts';
import { jsonLogLine, type LogLevel, logAccountEvents } from '../live-log.ts';
import type { ProcessIo } from '../process-io.ts';
import { gatherOptions, type ServerFlags, withServerFlags } from '../start-options.ts';

/** A recipient without a special effect, and a recipient that makes orders fail with 402. */
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const PAYMENT_REQUIRED = 'TPaymentRequiredxxxxxxxxxxxxvntz6v';

const orderCurl = (sandbox: RunningSandbox, externalId: string, address: string): string =>
  [
    `curl -i ${sandbox.publicUrl}/api/v1/order/`,
    ...(sandbox.caFile === null ? [] : [`--cacert ${sandbox.caFile}`]),
    `-H 'Authorization: Bearer ${sandbox.apiKey}'`,
    "-H 'Content-Type: application/json'",
    `-d '{"external_id":"${externalId}","package_id":1,"address":"${address}"}'`,
  ].join(' \\\n    ');

const clockText = (clock: ClockMode, programName: string): string =>
  clock.mode === 'manual' ? `manual; advance it with: ${programName} advance 61m` : formatClockMode(clock);

const NO_WEBHOOKS = 'not sent; set --webhook-url http://…';

/** The port that the other commands call by default. */
const DEFAULT_PORT = 4010;

function forCommands({ baseUrl, caFile, port }: RunningSandbox): string | undefined {
  if (port === DEFAULT_PORT && baseUrl.startsWith('http:')) return undefined;
  const ca = caFile === null ? '' : ` NODE_EXTRA_CA_CERTS=${caFile}`;
  return `export ENERGY_SANDBOX_URL=${baseUrl}${ca}`;
}

const EARLIER_KEY = 'given at an earlier start; the command "key create" makes another';
const OTHERS_USE = 'all addresses; other machines use the name or an address of this one';
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': OTHERS_USE, '::': OTHERS_USE };

/** What the server prints when it has started. @param options those of the server */
export function bannerText(sandbox: RunningSandbox, programName: string, options: SandboxOptions): string {
  const { state } = sandbox.core.accounts.get('demo')!;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['API', `${sandbox.publicUrl}/api/v1/`],
    ['Dashboard', `${sandbox.publicUrl}/_sandbox/`],
    ['Demo', sandbox.demo && `${sandbox.publicUrl}/_sandbox/#/${sandbox.demo}/overview`],
    ['Docs', `${sandbox.publicUrl}/_sandbox/docs`],
    ['CA file', sandbox.caFile ?? undefined],
    ['API key', sandbox.apiKey === KEY_NOT_STORED ? EARLIER_KEY : sandbox.apiKey],
    ['Webhook secret', sandbox.webhookSecret],
    ['Webhooks to', state.webhook.url === null ? NO_WEBHOOKS : redactUrls(state.webhook.url)],
    ['Clock', clockText(state.clock, programName)],
    ['Scenarios', state.scenarios.map(one => one.name).join(', ') || undefined],
    ['Data', options.data && `${options.data}; events from now on have a new epoch in their ids`],
    ['Listens on', sandbox.publicUrl === sandbox.baseUrl ? ANY_ADDRESS[options.host ?? ''] : sandbox.baseUrl],
    ['For commands', forCommands(sandbox)],
    [
      'Admin token',
      options.admin_token && 'in ENERGY_SANDBOX_ADMIN_TOKEN or ENERGY_SANDBOX_ADMIN_TOKEN_FILE',
    ],
  ];
  const table = rows
    .flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(15)} ${value}`]))
    .join('\n');
  return `energy-rental-sandbox ${VERSION}

${table}

Create an order:
  ${orderCurl(sandbox, 'first-order', RECIPIENT)}

Make one fail with 402:
  ${orderCurl(sandbox, 'unpaid-order', PAYMENT_REQUIRED)}

Stop with Ctrl-C.

`;
}

const bannerJson = (sandbox: RunningSandbox): object => ({
  version: VERSION,
  base_url: sandbox.publicUrl,
  port: sandbox.port,
  docs_url: `${sandbox.publicUrl}/_sandbox/docs`,
  dashboard_url: `${sandbox.publicUrl}/_sandbox/`,
  control_url: `${sandbox.publicUrl}/_sandbox`,
  api_key: sandbox.apiKey,
  webhook_secret: sandbox.webhookSecret,
  ...(sandbox.caFile === null ? {} : { ca_file: sandbox.caFile }),
  account: 'demo',
});

/**
 * Reports on the server itself on stderr, in the form of the log. Reports contain no credentials.
 * @param fields a message for people, and the additional fields of the JSON log
 */
type Reporter = (
  level: LogLevel,
  kind: string,
  fields?: { readonly message?: string; [name: string]: unknown },
) => void;

/** A text log reports only what has a message, because it needs attention. */
const reporterOf =
  (format: LogFormat | null, { err }: ProcessIo): Reporter =>
  (level, kind, fields = {}) => {
    if (format === 'json') err.line(jsonLogLine(level, { kind, ...fields }, systemClock.wallMs()));
    else if (fields.message) err.line(`energy-sandbox: ${fields.message}`);
  };

async function reportFailed(error: unknown, report: Reporter): Promise<number> {
  const { message, exitCode } = await failureOf(error);
  report('error', 'failed', { message });
  return exitCode;
}

async function refuse(error: unknown, report: Reporter): Promise<never> {
  throw new CliError('', await reportFailed(error, report));
}

const LOG: Input<LogFormat | boolean, false> = optional(
  '--log [format]',
  'log each request, order and webhook on stderr, as text or json (default: text on a terminal) [ENERGY_SANDBOX_LOG]',
  readLogFormat,
);

const INPUT = {
  /** True without a format, and false with `--no-log`. */
  log: LOG,
  noLog: flag('--no-log', 'disable the log'),
  quiet: flag('--quiet', 'print nothing'),
  json: flag('--json', 'print addresses and credentials as one line of JSON'),
};

type Flags = Given<typeof INPUT>;

/**
 * The form of the log: flag, then environment, then config file; null if there is none. By default it is text if stderr is
 * a terminal and neither `json` nor `quiet` is set.
 * @param ofConfig the field of the config file
 * @throws OptionError
 */
function logFormatOf({ log, json, quiet }: Flags, io: ProcessIo, ofConfig?: unknown): LogFormat | null {
  if (log !== undefined) return log === false ? null : log === true ? 'text' : log;
  const given = io.environment.ENERGY_SANDBOX_LOG ?? (ofConfig as LogFormat | undefined);
  if (given === undefined) return io.err.isInteractive && !json && !quiet ? 'text' : null;
  try {
    return readLogFormat(given);
  } catch (error) {
    throw new OptionError(`ENERGY_SANDBOX_LOG: ${(error as Error).message}`);
  }
}

/** Exits once the log is written: a pipe keeps lines that its reader has not read yet. */
const exitAfterLog = (code: number): void => void process.stderr.write('', () => process.exit(code));

/** Starts a server that runs until a signal stops it. A second signal exits immediately. */
async function serve(flags: Flags, serverFlags: ServerFlags, io: ProcessIo): Promise<void> {
  const early = reporterOf(logFormatOf(flags, io), io);
  const config = await readConfig(serverFlags, io.environment).catch(error => refuse(error, early));
  const format = logFormatOf(flags, io, config.log);
  const report = reporterOf(format, io);
  let countLost = (): void => undefined;
  io.onLost(() => countLost());
  const { startSandbox } = await import('../../server/start-sandbox.ts');
  const onRemark = (message: string): void => report('warn', 'remark', { message });
  const starting = async () => {
    const options = gatherOptions(serverFlags, io.environment, config, onRemark);
    return { options, sandbox: await startSandbox({ ...options, on_remark: onRemark }) };
  };
  const { options, sandbox } = await starting().catch(error => refuse(error, report));
  const { publicUrl: base_url, port, core, traffic } = sandbox;
  countLost = () => {
    traffic.skippedLines += 1;
  };
  if (format !== null) logAccountEvents(sandbox, io.err, format);
  let isClosing = false;
  const stop = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    report('info', 'stopping');
    void sandbox.close().then(
      () => {
        report('info', 'stopped');
        exitAfterLog(0);
      },
      async error => exitAfterLog(await reportFailed(error, report)),
    );
  };
  io.onInterrupt(stop);
  const accounts = core.accounts.list().length;
  report('info', 'started', { version: VERSION, base_url, port, accounts, data: options.data });
  if (flags.json) io.out.line(JSON.stringify(bannerJson(sandbox)));
  // With a JSON log there is no banner: a program that collects logs should not get the credentials in it.
  else if (!flags.quiet && format !== 'json') io.out.write(bannerText(sandbox, io.programName, options));
}

export const { define } = local({
  input: INPUT,
  withFlags: command => withServerFlags(command, true),
  notes: `
A flag with a variable in brackets can also be set by it, or in the config
file. Flags override the environment, which overrides the file.

Examples:
  energy-sandbox --clock manual --webhook-url http://127.0.0.1:3000/webhooks
  energy-sandbox --scenario ./my-scenario.yaml --balance 10`,
  async run(flags, io, command) {
    await serve(flags, command.opts(), io);
  },
});
