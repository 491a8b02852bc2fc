import { checkAssumption, DEFAULT_SETTINGS, type Settings } from './domain/assumptions.ts';
import { type ClockMode, MAX_CLOCK_SPEED, parseClockMode } from './domain/clock.ts';
import { SUN_PER_TRX, toSun } from './domain/money.ts';
import { didYouMean } from './scenario/nearest-word.ts';

/** How a sandbox is started. Everything has a default. */
export interface SandboxOptions {
  /** 0 picks a free one. Default: 0 in process, 4010 from the command line. */
  readonly port?: number;
  /** Default 127.0.0.1. Beyond loopback an adminToken is required. */
  readonly host?: string;
  /** `real`, `<n>x` or `manual`. Default `real`. */
  readonly clock?: string;
  /** Names, or paths of files, of the scenarios that new accounts start with. */
  readonly scenarios?: readonly string[];
  /** A folder of further scenarios. */
  readonly scenariosDir?: string;
  /** What new accounts start with. Default 1000 TRX. */
  readonly balanceTrx?: number;
  readonly webhookUrl?: string;
  /** Default: one of its own for each account; the demo account's is fixed. */
  readonly webhookSecret?: string;
  /** The demo account's key. */
  readonly apiKey?: string;
  readonly rateLimit?: number;
  readonly timeZone?: string;
  readonly discountPercent?: number;
  /**
   * Transaction ids, estimates, chances and event ids follow from it. Left out: event ids are unique over all sandboxes,
   * the others are the same in each.
   */
  readonly seed?: string;
  /** Lets believable customers' traffic run in an account of its own, `showroom`. */
  readonly demo?: boolean;
  /** Asked for on every control call but those of an account about itself. */
  readonly adminToken?: string;
  /** Hosts to which webhooks may go; left out: all. */
  readonly webhookHosts?: readonly string[];
  /** A folder in which accounts are kept, made where there is none. Left out: they end with the process. */
  readonly data?: string;
  /** Hears what an operator should know of that folder. Default: a line on stderr. */
  readonly onRemark?: (text: string) => void;
  /** Settings by the register's names. */
  readonly assumptions?: Partial<Settings>;
}

/** A fixed key and secret, so that a first try needs no copying. They open nothing but a sandbox. */
export const DEMO_API_KEY = 'ersk_demo_0123456789abcdef';
export const DEMO_WEBHOOK_SECRET = 'whsec_demo_0123456789abcdef';
export const DEMO_ACCOUNT = 'demo';

const DEFAULT_BALANCE_TRX = 1_000;

/** Something in the options that cannot be used: which one, and the mend. */
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
  assumptions: true,
};

/** Whoever writes no TypeScript learns of a mistyped name, too. @throws OptionError */
export function checkOptionNames(options: SandboxOptions): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(NAMES, name)) continue;
    throw new OptionError(`${name}: there is no such option${didYouMean(name, Object.keys(NAMES))}`);
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
    throw new OptionError(`balance: expected TRX from 0 up, in steps of 1/${SUN_PER_TRX}, got ${trx}`);
  }
  return sun;
}

/**
 * The settings that all accounts start with.
 * @throws OptionError naming the setting and what it may hold
 */
export function settingsOption(options: SandboxOptions): Settings {
  const given = {
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
