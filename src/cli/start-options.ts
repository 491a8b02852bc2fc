import type { Assert, SameMembers } from '../domain/exact.ts';
import { OptionError, type SandboxOptions } from '../options.ts';
import { readHttpUrl, readNumber, readPort } from './parse-values.ts';

/** A setting of `start`: its flag, its place in the environment and in a config file, and how it is read. */
interface StartOption {
  readonly key: keyof SandboxOptions;
  readonly flag: string;
  readonly help: string;
  /** Besides ENERGY_SANDBOX_<NAME>. */
  readonly environment?: string;
  readonly read: (text: string) => unknown;
  readonly repeatable?: boolean;
}

const text = (value: string): string => value;

const yesOrNo = (value: string): boolean => {
  if (!/^(true|false)$/.test(value)) throw new Error(`expected true or false, got ${JSON.stringify(value)}`);
  return value === 'true';
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
    key: 'clock',
    flag: '--clock <mode>',
    help: 'real, manual, or a speed such as 60x (default real)',
    read: text,
  },
  {
    key: 'scenarios',
    flag: '--scenario <name|file>',
    help: 'start accounts with this scenario; repeatable',
    read: text,
    repeatable: true,
  },
  {
    key: 'scenariosDir',
    flag: '--scenarios <folder>',
    help: 'take in all scenario files of a folder',
    read: text,
  },
  {
    key: 'balanceTrx',
    flag: '--balance <trx>',
    help: 'what accounts start with (default 1000)',
    read: readNumber,
  },
  {
    key: 'webhookUrl',
    flag: '--webhook-url <url>',
    help: 'where webhooks go (default: nowhere)',
    read: readHttpUrl,
  },
  {
    key: 'webhookSecret',
    flag: '--webhook-secret <secret>',
    help: 'what webhooks are signed with',
    read: text,
  },
  {
    key: 'webhookHosts',
    flag: '--webhook-host <host>',
    help: 'send webhooks to this host only; repeatable',
    read: text,
    repeatable: true,
  },
  { key: 'apiKey', flag: '--api-key <key>', help: "the demo account's key", read: text },
  {
    key: 'rateLimit',
    flag: '--rate-limit <number>',
    help: 'requests a minute and key (default 6000)',
    read: readNumber,
  },
  { key: 'timeZone', flag: '--time-zone <zone>', help: 'of the times in orders (default UTC)', read: text },
  {
    key: 'discountPercent',
    flag: '--discount <percent>',
    help: "the accounts' discount (default 0)",
    read: readNumber,
  },
  {
    key: 'seed',
    flag: '--seed <text>',
    help: 'ids, estimates and chances follow from it; without it event ids are unique',
    read: text,
  },
  {
    key: 'data',
    flag: '--data <folder>',
    help: 'keep accounts in this folder; without it they end with the program',
    read: text,
  },
  {
    key: 'demo',
    flag: '--demo',
    help: "let believable customers' traffic run in the account showroom",
    read: yesOrNo,
  },
  {
    key: 'adminToken',
    flag: '--admin-token <token>',
    help: 'required on control calls; a must beyond loopback',
    read: text,
  },
] as const satisfies readonly StartOption[];

/** Options that no flag sets: a function, and a mapping that only a config file can hold. */
type WithoutFlag = 'onRemark' | 'assumptions';

export type OptionsWithFlag = Assert<
  SameMembers<(typeof OPTIONS)[number]['key'], Exclude<keyof SandboxOptions, WithoutFlag>>
>;

/** Everything that `start` can be told. */
export const START_OPTIONS: readonly StartOption[] = OPTIONS;

/** The flag's name without dashes and value. */
const nameOf = (option: StartOption): string => option.flag.split(' ')[0]!.slice(2);

/** The flag in commander's own spelling. */
const camelOf = (option: StartOption): string =>
  nameOf(option).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** How an option's environment variable is called. */
export const environmentOf = (option: StartOption): string =>
  `ENERGY_SANDBOX_${nameOf(option).replaceAll('-', '_').toUpperCase()}`;

function readValue(option: StartOption, raw: unknown, where: string): unknown {
  try {
    if (option.repeatable)
      return (Array.isArray(raw) ? raw : String(raw).split(',')).map(one => option.read(String(one)));
    return option.read(String(raw));
  } catch (error) {
    throw new OptionError(`${where}: ${(error as Error).message}`);
  }
}

/** The value of one option: flag over environment over config file; undefined where none has it. */
function chosen(
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
 * Gathers the options of `start` from flags, environment and config file.
 * @throws OptionError naming the flag, variable or field that cannot be read
 */
export function gatherOptions(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
  config: Readonly<Record<string, unknown>>,
): SandboxOptions {
  const entries = START_OPTIONS.map(
    option => [option.key, chosen(option, flags, environment, config)] as const,
  );
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return {
    port: 4010,
    ...given,
    ...(config.assumptions ? { assumptions: config.assumptions } : {}),
  } as SandboxOptions;
}

/** The names that a config file may have at its top. */
export const CONFIG_NAMES: readonly string[] = [
  ...START_OPTIONS.map(option => nameOf(option).replaceAll('-', '_')),
  'assumptions',
];
