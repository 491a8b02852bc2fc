import { checkAssumption, DEFAULT_SETTINGS, type Settings, STRICT_SETTINGS } from './domain/assumptions.ts';
import { type ClockMode, MAX_CLOCK_SPEED, parseClockMode } from './domain/clock.ts';
import { SUN_PER_TRX, toSun } from './domain/money.ts';
import { didYouMean } from './scenario/nearest-word.ts';

/** Options of a sandbox. All have defaults. */
export interface SandboxOptions {
  /** 0 picks a free port. Default: 0 in the library, 4010 on the command line. */
  readonly port?: number;
  /** Default 127.0.0.1. Other than loopback addresses require an adminToken. */
  readonly host?: string;
  /** `real`, `<n>x` or `manual`. Default `real`. */
  readonly clock?: string;
  /** Scenarios that new accounts start with: names, or paths of files. */
  readonly scenarios?: readonly string[];
  /** A folder with additional scenario files. */
  readonly scenariosDir?: string;
  /** The initial balance of new accounts. Default 1000. */
  readonly balanceTrx?: number;
  readonly webhookUrl?: string;
  /** Default: a separate one per account; a fixed one for the demo account. */
  readonly webhookSecret?: string;
  /** The API key of the demo account. */
  readonly apiKey?: string;
  readonly rateLimit?: number;
  readonly timeZone?: string;
  readonly discountPercent?: number;
  /**
   * The seed for transaction ids, estimates, random choices and event ids. Default: event ids are unique across all
   * sandboxes, and the others are the same in each.
   */
  readonly seed?: string;
  /** Generates realistic traffic in a separate account, `showroom`. */
  readonly demo?: boolean;
  /** Required on every control call except those of an account about itself. */
  readonly adminToken?: string;
  /** Hosts to which webhooks may be sent. Default: all. */
  readonly webhookHosts?: readonly string[];
  /** A folder in which accounts are stored; created if it does not exist. Default: in memory only. */
  readonly data?: string;
  /** Called with notices for the operator about that folder. Default: a line on stderr. */
  readonly onRemark?: (text: string) => void;
  /** Refuses unknown fields, other content types, and external_ids that name no scenario, instead of reporting them. */
  readonly strict?: boolean;
  /** Settings by their names in the register of assumptions. They override `strict`. */
  readonly assumptions?: Partial<Settings>;
}

/** A fixed key and secret, so that examples work without copying. They give access only to a sandbox. */
export const DEMO_API_KEY = 'ersk_demo_0123456789abcdef';
export const DEMO_WEBHOOK_SECRET = 'whsec_demo_0123456789abcdef';
export const DEMO_ACCOUNT = 'demo';

const DEFAULT_BALANCE_TRX = 1_000;

/** An invalid option. The message names the option and says how to fix it. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

const NAMES: Readonly<Record<keyof SandboxOptions, true>> = {
  port: true,
  host: true,
  clock: true,
  scenarios: true,
  scenariosDir: true,
  balanceTrx: true,
  webhookUrl: true,
  webhookSecret: true,
  apiKey: true,
  rateLimit: true,
  timeZone: true,
  discountPercent: true,
  seed: true,
  demo: true,
  adminToken: true,
  webhookHosts: true,
  data: true,
  onRemark: true,
  strict: true,
  assumptions: true,
};

/** Rejects unknown option names, for callers without type checking. @throws OptionError */
export function checkOptionNames(options: SandboxOptions): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(NAMES, name)) continue;
    throw new OptionError(`${name}: unknown option${didYouMean(name, Object.keys(NAMES))}`);
  }
}

/** @throws OptionError */
export function clockOption(text = 'real'): ClockMode {
  const mode = parseClockMode(text);
  if (!mode) {
    throw new OptionError(
      `clock: expected real, manual or a speed such as 60x (at most ${MAX_CLOCK_SPEED}x), got ${JSON.stringify(text)}`,
    );
  }
  return mode;
}

/** @throws OptionError */
export function balanceOption(trx: number = DEFAULT_BALANCE_TRX): number {
  const sun = toSun(trx);
  if (sun === null || sun < 0) {
    throw new OptionError(
      `balance: expected a non-negative amount of TRX in steps of 1/${SUN_PER_TRX}, got ${trx}`,
    );
  }
  return sun;
}

/**
 * The settings that all accounts start with.
 * @throws OptionError that names the setting and its valid values
 */
export function settingsOption(options: SandboxOptions): Settings {
  const given = {
    ...(options.strict ? STRICT_SETTINGS : {}),
    ...(options.rateLimit === undefined ? {} : { rate_limit_per_minute: options.rateLimit }),
    ...(options.timeZone === undefined ? {} : { time_zone: options.timeZone }),
    ...(options.discountPercent === undefined ? {} : { discount_percent: options.discountPercent }),
    ...options.assumptions,
  };
  for (const [name, value] of Object.entries(given)) {
    const problem = checkAssumption(name, value);
    if (problem) throw new OptionError(`${name}: ${problem}`);
  }
  return { ...DEFAULT_SETTINGS, ...given };
}
