import { type Command, Option } from 'commander';
import type { Assert, SameMembers } from '../core/domain/type-assertions.ts';
import { fileProblem, readRegularBytes, warnIfExposed } from '../host/node/files.ts';
import {
  adminTokenProblem,
  isScenarioFile,
  OptionError,
  optionProblem,
  type SandboxOptions,
} from '../server/sandbox-options.ts';
import { readNumber, readPort, repeatable } from './argument-parsers.ts';

type Warn = (text: string) => void;

/** An option of `start`: flag, environment variable, field of the config file, and parser. */
interface StartOption<Key extends keyof SandboxOptions = keyof SandboxOptions> {
  readonly key: Key;
  readonly flag: string;
  readonly help: string;
  readonly read: (text: string, warn: Warn) => unknown;
  readonly repeatable?: boolean;
  /** An alternative to ENERGY_SANDBOX_<NAME>. */
  readonly environment?: string;
}

function readBoolean(value: string): boolean {
  if (!/^(true|false)$/.test(value)) throw new Error(`expected true or false, got ${JSON.stringify(value)}`);
  return value === 'true';
}

/**
 * The token in a file, without the line break at its end.
 * @param warn receives a warning if other users can read or write the file
 * @throws Error that names the file
 */
export function readTokenFile(path: string, warn: Warn): string {
  let token: string;
  try {
    token = readRegularBytes(path)
      .toString()
      .replace(/\r?\n$/, '');
    warnIfExposed(path, warn);
  } catch (error) {
    throw new Error(`${path}: ${fileProblem(error)}`);
  }
  const problem = adminTokenProblem(token);
  if (problem !== null) throw new Error(`${path}: ${problem}`);
  return token;
}

/**
 * The server's own check of the option follows `read`.
 * @param read by default, a flag with a value takes any text, and a flag without one is true or false
 */
const option = <Key extends keyof SandboxOptions>(
  key: Key,
  flag: string,
  help: string,
  read: StartOption['read'] = flag.includes('<') ? String : readBoolean,
  more: Pick<StartOption, 'environment' | 'repeatable'> = {},
): StartOption<Key> => ({ key, flag, help, read, ...more });

const listOption = <Key extends keyof SandboxOptions>(key: Key, flag: string, help: string) =>
  option(key, flag, help, String, { repeatable: true });

const OPTIONS = [
  option('port', '--port <number>', 'port to listen on; 0 picks a free one (default 4010)', readPort, {
    environment: 'PORT',
  }),
  option('host', '--host <address>', 'address to listen on (default 127.0.0.1)'),
  option('public_url', '--public-url <url>', 'address under which clients reach the server through a proxy'),
  option(
    'behind_balancer',
    '--behind-balancer',
    'create accounts at their own paths, for a load balancer with several servers',
  ),
  option('clock', '--clock <mode>', 'real, manual, or a speed such as 60x (default real)'),
  listOption('scenarios', '--scenario <name|file>', 'activate this scenario in new accounts; repeatable'),
  listOption(
    'disturbances',
    '--disturbance <name|file>',
    'let this scenario disturb all accounts, below their own scenarios; repeatable',
  ),
  option(
    'run',
    '--run <folder>',
    'add findings and coverage to this folder, for a report on several sandboxes',
  ),
  option('scenarios_dir', '--scenarios <folder>', 'load all scenario files in this folder'),
  option(
    'openapi',
    '--openapi <file>',
    "validate against this version of the service's description (default: the built-in one)",
  ),
  option('balance_trx', '--balance <trx>', 'initial balance of accounts (default 1000)', readNumber),
  option(
    'webhook_url',
    '--webhook-url <url>',
    'webhook destination, or sandbox:receiver for the built-in one (default: none)',
  ),
  option(
    'webhook_secret',
    '--webhook-secret <secret>',
    'webhook secret of the demo account (default: a fixed one; random on other addresses than loopback)',
  ),
  listOption(
    'webhook_hosts',
    '--webhook-host <host>',
    'send webhooks only to this host, host:port or CIDR range; repeatable',
  ),
  option(
    'api_key',
    '--api-key <key>',
    'API key of the demo account (default: a fixed one; random on other addresses than loopback)',
  ),
  option('rate_limit', '--rate-limit <number>', 'requests per minute and key (default 6000)', readNumber),
  option('time_zone', '--time-zone <zone>', 'time zone of order times (default UTC)'),
  option('discount_percent', '--discount <percent>', 'discount of accounts (default 0)', readNumber),
  option('seed', '--seed <text>', 'seed for ids, estimates and random choices (default: unique event ids)'),
  option(
    'tls',
    '--tls',
    'serve https, with a certificate generated for this run unless --tls-cert names one',
  ),
  option('tls_cert', '--tls-cert <file>', 'PEM file of your certificate; implies --tls'),
  option('tls_key', '--tls-key <file>', 'PEM file of its private key'),
  listOption(
    'tls_names',
    '--tls-name <host>',
    'further name of the generated certificate; implies --tls; repeatable',
  ),
  option(
    'tls_ca_file',
    '--tls-ca-file <file>',
    'where to write the CA of the generated certificate (default: a temporary file); implies --tls',
  ),
  option(
    'account_ttl',
    '--account-ttl <duration>',
    'remove accounts that nobody has used for this time, such as 1d; demo is kept (default: never)',
  ),
  option('data', '--data <folder>', 'store accounts in this folder (default: in memory only)'),
  option(
    'demo',
    '--demo',
    'show a story in chapters and realistic traffic, in two accounts named naive and sound',
  ),
  option('strict', '--strict', 'refuse unknown fields, other content types and unknown scenario names'),
  option(
    'admin_token',
    '--admin-token <token>',
    'require this token of at least 16 characters for the control API; mandatory on non-loopback addresses; users of this machine can read it in the process list, so prefer --admin-token-file',
  ),
  option('admin_token', '--admin-token-file <file>', 'read the admin token from this file', readTokenFile),
];

/** Options without a flag: a callback, and mappings that only the config file can contain. */
type WithoutFlag = 'on_remark' | 'assumptions' | 'findings';

export type OptionsWithFlag = Assert<
  SameMembers<(typeof OPTIONS)[number]['key'], Exclude<keyof SandboxOptions, WithoutFlag>>
>;

export const START_OPTIONS: readonly StartOption[] = OPTIONS;

const nameOf = (option: StartOption): string => option.flag.split(' ')[0]!.slice(2);

const FLAG_NAMES: ReadonlyMap<string, string> = new Map(
  START_OPTIONS.filter(({ read }) => read !== readTokenFile).map(option => [option.key, nameOf(option)]),
);

/** The option at the beginning of a message, and words such as `tls_cert` that are not inside a path or quotes. */
const OPTION_NAME = /^\w+(?=:)|(?<![\w./"'-])[a-z]+_\w+(?![\w./"'-])/g;

/** The message of an error about an option or a port, with the names of flags. */
export const inFlags = (message: string): string =>
  message
    .replace(OPTION_NAME, name => FLAG_NAMES.get(name) ?? name)
    .replace(/^(admin-token: req.*; )set one/, '$1set --admin-token-file or ENERGY_SANDBOX_ADMIN_TOKEN')
    .replace(/^(port: .* choose another port) \(/, '$1 with --port (');

export const keyOfFlag = ({ flag }: StartOption): string => new Option(flag).attributeName();

const fieldOf = (option: StartOption): string => nameOf(option).replaceAll('-', '_');

export const environmentOf = (option: StartOption): string =>
  `ENERGY_SANDBOX_${fieldOf(option).toUpperCase()}`;

/** The parsers of options whose values a config file may have without quotes. All other options are texts. */
const WITHOUT_QUOTES: ReadonlySet<StartOption['read']> = new Set([readBoolean, readNumber, readPort]);

/**
 * Reads one value. A text is parsed as it is on the command line. A config file has other types as well.
 * @throws Error that does not quote a text that may be a secret
 */
function readOne({ read }: StartOption, raw: unknown, warn: Warn): unknown {
  if (raw === null || raw === '') throw new Error('the value is empty; give one, or leave it out');
  if (typeof raw === 'string') return read(raw, warn);
  if (WITHOUT_QUOTES.has(read)) return raw;
  if (typeof raw !== 'object') throw new Error(`expected a text, got a ${typeof raw}; write it in quotes`);
  throw new Error(`expected a text, got ${Array.isArray(raw) ? 'a list' : 'an object'}`);
}

/** A value with a function applied to it; of an option that is repeatable, to each value in a list or a text with commas. */
function mapValue(option: StartOption, raw: unknown, change: (one: unknown) => unknown): unknown {
  if (!option.repeatable) return change(raw);
  const listed = typeof raw === 'string' ? raw.split(',') : [raw];
  return (Array.isArray(raw) ? raw : listed).map(change);
}

function readOption(option: StartOption, raw: unknown, warn: Warn): unknown {
  const value = mapValue(option, raw, one => readOne(option, one, warn));
  const problem = optionProblem(option.key, value);
  if (problem !== null) throw new Error(problem);
  return value;
}

type Fields = Readonly<Record<string, unknown>>;

const OPTION_OF_FIELD: ReadonlyMap<string, StartOption> = new Map(
  START_OPTIONS.map(option => [fieldOf(option), option]),
);

/** Why the value of a field of a config file is invalid; null if it is valid, or the field is no option. */
export function fieldProblem(field: string, raw: unknown): string | null {
  const option = OPTION_OF_FIELD.get(field);
  try {
    if (option) readOption(option, raw, () => undefined);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether a value of an option is a path. A scenario can be named instead. */
const isPath = ({ flag }: StartOption, text: string): boolean =>
  /<(?:file|folder)>/.test(flag) || (flag.includes('|file>') && isScenarioFile(text));

/** The fields of a config file with other paths of files and folders. */
export const changePaths = (fields: Fields, change: (path: string) => string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, raw]) => {
      const option = OPTION_OF_FIELD.get(field);
      const changeOne = (one: unknown): unknown =>
        typeof one === 'string' && one !== '' && isPath(option!, one) ? change(one) : one;
      return [field, option ? mapValue(option, raw, changeOne) : raw];
    }),
  );

/** Where options can be set. */
interface Sources {
  readonly flags: Fields;
  readonly environment: NodeJS.ProcessEnv;
  readonly config: Fields;
}

/** The value of an option: flag, then environment, then config file; undefined if none sets it. */
function optionValue(option: StartOption, { flags, environment, config }: Sources, warn: Warn): unknown {
  const field = fieldOf(option);
  const variables = [environmentOf(option), option.environment ?? []].flat();
  const places: readonly (readonly [where: string, raw: unknown])[] = [
    [`--${nameOf(option)}`, flags[keyOfFlag(option)]],
    ...variables.map(name => [name, environment[name]] as const),
    [`config file, ${field}`, config[field]],
  ];
  const given = places.find(([, raw]) => raw !== undefined);
  if (!given) return undefined;
  const [where, raw] = given;
  try {
    return readOption(option, raw, warn);
  } catch (error) {
    throw new OptionError(`${where}: ${(error as Error).message}`);
  }
}

/**
 * Collects the options of `start` from flags, environment and config file.
 * @param warn receives a warning about the file of the admin token
 * @throws OptionError that names the invalid flag, variable or field
 */
export function gatherOptions(
  flags: Fields,
  environment: NodeJS.ProcessEnv,
  config: Fields,
  warn: Warn = () => undefined,
): SandboxOptions {
  const sources = { flags, environment, config };
  const entries = START_OPTIONS.map(option => [option.key, optionValue(option, sources, warn)] as const);
  const given = entries.filter(([, value]) => value !== undefined);
  if (given.filter(([key]) => key === 'admin_token').length > 1) {
    throw new OptionError('admin-token and admin-token-file: both are given; omit one of them');
  }
  return {
    port: 4010,
    ...Object.fromEntries(given),
    ...(config.assumptions ? { assumptions: config.assumptions } : {}),
    ...(config.findings ? { findings: config.findings } : {}),
  } as SandboxOptions;
}

export const CONFIG_NAMES: readonly string[] = [
  ...START_OPTIONS.map(fieldOf),
  'assumptions',
  'findings',
  'log',
];

export interface ServerFlags extends Readonly<Record<string, unknown>> {
  readonly config?: string;
}

/** Options that explore refuses: it sets them itself, or they would let one run influence the next. */
export const REFUSED_BY_EXPLORE: readonly (keyof SandboxOptions)[] = ['disturbances', 'run', 'data', 'demo'];

/** Adds the flags that configure a server. Only the help for `start` lists them. */
export function withServerFlags(command: Command, isListed = false): Command {
  command.optionsGroup('Server:');
  const config = new Option(
    '--config <file>',
    'YAML file with the same names, with _ instead of - [ENERGY_SANDBOX_CONFIG]',
  );
  for (const option of START_OPTIONS) {
    const flag = new Option(option.flag, `${option.help} [${environmentOf(option)}]`).hideHelp(!isListed);
    command.addOption(option.repeatable ? flag.argParser(repeatable(String)) : flag);
  }
  return command.addOption(config.hideHelp(!isListed));
}

export const SERVER_FLAGS_NOTE = `
The flags of the server, such as --clock manual, work here as well; list them
with: energy-sandbox start --help. Without --port, the port is a free one.`;
