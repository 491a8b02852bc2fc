import { checkAssumption, DEFAULT_SETTINGS, type Settings } from './domain/assumptions.ts';
import { type ClockMode, MAX_CLOCK_SPEED, parseClockMode } from './domain/clock.ts';
import { isIpRange, isLoopback } from './domain/ip.ts';
import { SUN_PER_TRX, toSun } from './domain/money.ts';
import { didYouMean } from './scenario/nearest-word.ts';

/** Options of a sandbox. All have defaults. */
export interface SandboxOptions {
  /** 0 picks a free port. Default: 0 in the library, 4010 on the command line. */
  readonly port?: number;
  /** Default 127.0.0.1. Other than loopback addresses require an adminToken. */
  readonly host?: string;
  /**
   * The address under which clients reach the server, if it is behind a proxy: http or https, with an optional path.
   * Requires an adminToken unless it is a loopback address.
   */
  readonly publicUrl?: string;
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
  /**
   * Required on every control call except those of an account about itself. 16 to 512 characters: printable ASCII
   * without spaces.
   */
  readonly adminToken?: string;
  /**
   * Hosts to which webhooks may be sent: `shop.example`, `10.1.2.3:4020` or `10.0.0.0/8`. Default: all; if other machines
   * can reach the server, all except this machine, private networks and reserved addresses.
   */
  readonly webhookHosts?: readonly string[];
  /** A folder in which accounts are stored; created if it does not exist. Default: in memory only. */
  readonly data?: string;
  /** Called with notices for the operator about that folder. Default: a line on stderr. */
  readonly onRemark?: (text: string) => void;
  /** Settings by their names in the register of assumptions. */
  readonly assumptions?: Partial<Settings>;
}

/** A fixed key and secret, so that examples work without copying. They give access only to a sandbox. */
export const DEMO_API_KEY = 'ersk_demo_0123456789abcdef';
export const DEMO_WEBHOOK_SECRET = 'whsec_demo_0123456789abcdef';
export const DEMO_ACCOUNT = 'demo';

/** The address that a server listens on unless told otherwise. */
export const DEFAULT_HOST = '127.0.0.1';

const DEFAULT_BALANCE_TRX = 1_000;

/** An invalid option. The message names the option and says how to fix it. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

const NAMES: Readonly<Record<keyof SandboxOptions, true>> = {
  port: true,
  host: true,
  publicUrl: true,
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

/** Rejects unknown option names, for callers without type checking. @throws OptionError */
export function checkOptionNames(options: SandboxOptions): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(NAMES, name)) continue;
    throw new OptionError(`${name}: unknown option${didYouMean(name, Object.keys(NAMES))}`);
  }
}

const ADMIN_TOKEN_LENGTH = { min: 16, max: 512 };

/** The problem with an admin token, and how to fix it, without the token itself; null if there is none. */
export function adminTokenProblem(token: string): string | null {
  const { min, max } = ADMIN_TOKEN_LENGTH;
  if (token.length < min || token.length > max) {
    const fix = 'generate one: openssl rand -hex 16';
    return `expected ${min} to ${max} characters, got ${token.length}; ${fix}`;
  }
  return /^[\x21-\x7e]+$/.test(token)
    ? null
    : 'expected printable ASCII characters without spaces, because the token is sent in a header';
}

/** The problem with a public URL, and how to fix it; null if there is none. */
export function publicUrlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return `expected an http or https URL such as https://sandbox.example, got ${JSON.stringify(text)}`;
  if (url.username || url.password) return 'omit the user and password';
  return url.search || url.hash || /[?#]$/.test(text) ? 'omit the query and the fragment' : null;
}

/** The problem with a host for webhooks, and how to fix it; null if there is none. */
export function webhookHostProblem(text: string): string | null {
  if (isIpRange(text)) return null;
  const url = /^[^/?#@*\s\\]+$/.test(text) && URL.canParse(`http://${text}`);
  return url
    ? null
    : `expected a host, a host with a port or a CIDR range, such as shop.example, 10.1.2.3:4020 or 10.0.0.0/8, got ${JSON.stringify(text)}`;
}

const isLoopbackUrl = (url: string): boolean => {
  const { hostname } = new URL(url);
  return isLoopback(hostname) || hostname.endsWith('.localhost');
};

/** True if other machines can reach the server: directly, or through a proxy. */
export const isShared = ({ host = DEFAULT_HOST, publicUrl }: SandboxOptions): boolean =>
  !isLoopback(host) || (publicUrl !== undefined && !isLoopbackUrl(publicUrl));

/** Checks the options that decide who can reach what. @throws OptionError */
export function checkAccessOptions(options: SandboxOptions): void {
  const { host = DEFAULT_HOST, publicUrl, adminToken, webhookHosts = [] } = options;
  const hostProblems = webhookHosts.map(one => webhookHostProblem(one)).filter(one => one !== null);
  const problems = [
    ['public-url', publicUrl === undefined ? null : publicUrlProblem(publicUrl)],
    ['webhook-host', hostProblems[0] ?? null],
    ['admin-token', adminToken === undefined ? null : adminTokenProblem(adminToken)],
  ] as const;
  for (const [name, problem] of problems) if (problem) throw new OptionError(`${name}: ${problem}`);
  if (adminToken !== undefined || !isShared(options)) return;
  throw new OptionError(
    isLoopback(host)
      ? `admin-token: required with the public URL ${publicUrl}, which other machines can reach; set one`
      : `admin-token: required when listening on ${host}, which other machines can reach; set one, or listen on 127.0.0.1`,
  );
}

/** The public URL without a slash at its end, or null. */
export const publicUrlOption = ({ publicUrl }: SandboxOptions): string | null =>
  publicUrl === undefined ? null : new URL(publicUrl).href.replace(/\/+$/, '');

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
