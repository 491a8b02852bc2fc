import { webhookHostProblem } from '../domain/ip.ts';
import type { Assert, SameMembers } from '../domain/type-assertions.ts';
import {
  adminTokenProblem,
  OptionError,
  optionProblem,
  publicUrlProblem,
  type SandboxOptions,
} from '../options.ts';
import { readNumber, readPort, readWebhookUrl } from './parse-values.ts';

/** An option of `start`: flag, environment variable, field of the config file, and parser. */
interface StartOption {
  readonly key: keyof SandboxOptions;
  readonly flag: string;
  readonly help: string;
  /** An alternative to ENERGY_SANDBOX_<NAME>. */
  readonly environment?: string;
  readonly read: (text: string) => unknown;
  readonly repeatable?: boolean;
}

const text = (value: string): string => value;

const readBoolean = (value: string): boolean => {
  if (!/^(true|false)$/.test(value)) throw new Error(`expected true or false, got ${JSON.stringify(value)}`);
  return value === 'true';
};

/** Creates a parser from a function that returns the problem with a value, or null. */
const checkedBy =
  (problemOf: (value: string) => string | null) =>
  (value: string): string => {
    const problem = problemOf(value);
    if (problem) throw new Error(problem);
    return value;
  };

const OPTIONS = [
  {
    key: 'port',
    flag: '--port <number>',
    help: 'port to listen on; 0 picks a free one (default 4010)',
    environment: 'PORT',
    read: readPort,
  },
  {
    key: 'host',
    flag: '--host <address>',
    help: 'address to listen on (default 127.0.0.1)',
    environment: 'HOST',
    read: text,
  },
  {
    key: 'publicUrl',
    flag: '--public-url <url>',
    help: 'address under which clients reach the server through a proxy',
    read: checkedBy(publicUrlProblem),
  },
  {
    key: 'behindBalancer',
    flag: '--behind-balancer',
    help: 'create accounts at their own paths, for a load balancer with several servers',
    read: readBoolean,
  },
  {
    key: 'clock',
    flag: '--clock <mode>',
    help: 'real, manual, or a speed such as 60x (default real)',
    read: text,
  },
  {
    key: 'scenarios',
    flag: '--scenario <name|file>',
    help: 'activate this scenario in new accounts; repeatable',
    read: text,
    repeatable: true,
  },
  {
    key: 'disturbances',
    flag: '--disturbance <name|file>',
    help: 'let this scenario disturb all accounts, below their own scenarios; repeatable',
    read: text,
    repeatable: true,
  },
  {
    key: 'run',
    flag: '--run <folder>',
    help: 'add findings and coverage to this folder, for a report on several sandboxes',
    read: text,
  },
  {
    key: 'scenariosDir',
    flag: '--scenarios <folder>',
    help: 'load all scenario files in this folder',
    read: text,
  },
  {
    key: 'balanceTrx',
    flag: '--balance <trx>',
    help: 'initial balance of accounts (default 1000)',
    read: readNumber,
  },
  {
    key: 'webhookUrl',
    flag: '--webhook-url <url>',
    help: 'webhook destination, or sandbox:receiver for the built-in one (default: none)',
    read: readWebhookUrl,
  },
  {
    key: 'webhookSecret',
    flag: '--webhook-secret <secret>',
    help: 'secret for webhook signatures',
    read: text,
  },
  {
    key: 'webhookHosts',
    flag: '--webhook-host <host>',
    help: 'send webhooks only to this host, host:port or CIDR range; repeatable',
    read: checkedBy(webhookHostProblem),
    repeatable: true,
  },
  { key: 'apiKey', flag: '--api-key <key>', help: 'API key of the demo account', read: text },
  {
    key: 'rateLimit',
    flag: '--rate-limit <number>',
    help: 'requests per minute and key (default 6000)',
    read: readNumber,
  },
  { key: 'timeZone', flag: '--time-zone <zone>', help: 'time zone of order times (default UTC)', read: text },
  {
    key: 'discountPercent',
    flag: '--discount <percent>',
    help: 'discount of accounts (default 0)',
    read: readNumber,
  },
  {
    key: 'seed',
    flag: '--seed <text>',
    help: 'seed for ids, estimates and random choices (default: unique event ids)',
    read: text,
  },
  {
    key: 'tls',
    flag: '--tls',
    help: 'serve https, with a certificate generated for this run unless --tls-cert names one',
    read: readBoolean,
  },
  {
    key: 'tlsCert',
    flag: '--tls-cert <file>',
    help: 'PEM file of your certificate; implies --tls',
    read: text,
  },
  { key: 'tlsKey', flag: '--tls-key <file>', help: 'PEM file of its private key', read: text },
  {
    key: 'tlsNames',
    flag: '--tls-name <host>',
    help: 'further name of the generated certificate; implies --tls; repeatable',
    read: text,
    repeatable: true,
  },
  {
    key: 'tlsCaFile',
    flag: '--tls-ca-file <file>',
    help: 'where to write the CA of the generated certificate (default: a temporary file); implies --tls',
    read: text,
  },
  {
    key: 'data',
    flag: '--data <folder>',
    help: 'store accounts in this folder (default: in memory only)',
    read: text,
  },
  {
    key: 'demo',
    flag: '--demo',
    help: 'generate realistic traffic in an account named showroom',
    read: readBoolean,
  },
  {
    key: 'strict',
    flag: '--strict',
    help: 'refuse unknown fields, other content types and unknown scenario names',
    read: readBoolean,
  },
  {
    key: 'adminToken',
    flag: '--admin-token <token>',
    help: 'require this token of at least 16 characters for the control API; mandatory on non-loopback addresses',
    read: checkedBy(adminTokenProblem),
  },
] as const satisfies readonly StartOption[];

/** Options without a flag: a callback, and mappings that only the config file can contain. */
type WithoutFlag = 'onRemark' | 'assumptions' | 'findings';

export type OptionsWithFlag = Assert<
  SameMembers<(typeof OPTIONS)[number]['key'], Exclude<keyof SandboxOptions, WithoutFlag>>
>;

/** All options of `start`. */
export const START_OPTIONS: readonly StartOption[] = OPTIONS;

/** The name of the flag, without leading dashes and value. */
const nameOf = (option: StartOption): string => option.flag.split(' ')[0]!.slice(2);

/** The name of the flag in camel case, as commander spells it. */
const camelOf = (option: StartOption): string =>
  nameOf(option).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** The environment variable of an option. */
export const environmentOf = (option: StartOption): string =>
  `ENERGY_SANDBOX_${nameOf(option).replaceAll('-', '_').toUpperCase()}`;

function readValue(option: StartOption, raw: unknown, where: string): unknown {
  try {
    const value = option.repeatable
      ? (Array.isArray(raw) ? raw : String(raw).split(',')).map(one => option.read(String(one)))
      : option.read(String(raw));
    const problem = optionProblem(option.key, value);
    if (problem !== null) throw new Error(problem);
    return value;
  } catch (error) {
    throw new OptionError(`${where}: ${(error as Error).message}`);
  }
}

/** The value of an option: flag, then environment, then config file; undefined if none sets it. */
function optionValue(
  option: StartOption,
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
  config: Readonly<Record<string, unknown>>,
): unknown {
  const flag = flags[camelOf(option)];
  if (flag !== undefined) return readValue(option, flag, `--${nameOf(option)}`);
  for (const variable of [environmentOf(option), option.environment]) {
    const value = variable === undefined ? undefined : environment[variable];
    if (value) return readValue(option, value, variable as string);
  }
  const configured = config[nameOf(option).replaceAll('-', '_')];
  return configured === undefined
    ? undefined
    : readValue(option, configured, `config file, ${nameOf(option).replaceAll('-', '_')}`);
}

/**
 * Collects the options of `start` from flags, environment and config file.
 * @throws OptionError that names the invalid flag, variable or field
 */
export function gatherOptions(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
  config: Readonly<Record<string, unknown>>,
): SandboxOptions {
  const entries = START_OPTIONS.map(
    option => [option.key, optionValue(option, flags, environment, config)] as const,
  );
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return {
    port: 4010,
    ...given,
    ...(config.assumptions ? { assumptions: config.assumptions } : {}),
    ...(config.findings ? { findings: config.findings } : {}),
  } as SandboxOptions;
}

/** The top-level fields of a config file. */
export const CONFIG_NAMES: readonly string[] = [
  ...START_OPTIONS.map(option => nameOf(option).replaceAll('-', '_')),
  'assumptions',
  'findings',
];
