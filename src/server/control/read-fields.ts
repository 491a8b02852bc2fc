import type { components } from '../../contract/control-v1.generated.ts';
import type { Settings } from '../../core/domain/assumptions.ts';
import { givenSettingsProblem } from '../../core/domain/given-settings.ts';
import { isIpRange } from '../../core/domain/ip.ts';
import { MAX_SUN, SUN_PER_TRX, toSun, toTrx } from '../../core/domain/money.ts';
import {
  type ClockMode,
  type Problem,
  readClockMode,
  readDuration,
  readInstant,
} from '../../core/domain/time.ts';
import { globMatches } from '../../core/scenario/glob.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/read-webhook.ts';
import { readDestination } from '../../host/node/webhook-destination.ts';
import type { Call } from './control-call.ts';
import { invalid } from './control-error.ts';

function valid<Read extends object>(read: Read | Problem, path: string): Read {
  if ('problem' in read) throw invalid(path, `${path}: ${read.problem}`);
  return read;
}

/** ISO 8601 to milliseconds since 1970. @throws ControlError for a date that does not exist or is out of range */
export const instantOf = (text: string, path: string): number => valid(readInstant(text), path).atMs;

/** A duration such as `3s` in milliseconds. @throws ControlError */
export const durationOf = (text: string, path: string): number => valid(readDuration(text), path).ms;

/** A clock mode such as `manual` or `60x`. @throws ControlError */
export const clockModeOf = (text: string, path: string): ClockMode => valid(readClockMode(text), path);

/**
 * A test whether a span of time overlaps the span between `from` and `to`, which are inclusive and optional. An instant
 * is a span without length.
 */
export function overlapTest({
  from,
  to,
}: {
  readonly from?: string;
  readonly to?: string;
}): (firstMs: number, lastMs?: number) => boolean {
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : instantOf(from, 'query.from');
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : instantOf(to, 'query.to');
  return (firstMs, lastMs = firstMs) => lastMs >= fromMs && firstMs <= toMs;
}

/** A test whether a text matches a pattern with wildcards; without a pattern, every text does. */
export function patternTest(pattern: string | undefined): (text: string | null) => boolean {
  if (pattern === undefined) return () => true;
  return text => text !== null && globMatches(pattern, text);
}

/**
 * True if a text of `containing` contains the searched text, or one of `beginning` begins with it, regardless of case.
 */
export function isFound(
  search: string,
  containing: readonly (string | null)[],
  beginning: readonly (string | null)[] = [],
): boolean {
  const wanted = search.toLowerCase();
  return (
    containing.some(text => text?.toLowerCase().includes(wanted)) ||
    beginning.some(text => text?.toLowerCase().startsWith(wanted))
  );
}

/** TRX to sun. @throws ControlError for a fraction of a sun, or an amount too large to be exact */
export function sunOf(trx: number, path: string): number {
  const sun = toSun(trx);
  if (sun !== null) return sun;
  throw invalid(
    path,
    `${path} must be an amount of TRX in steps of 1/${SUN_PER_TRX}, at most ${toTrx(MAX_SUN)}, but is ${trx}`,
  );
}

export type DestinationParts = Pick<
  Call<'setWebhook'>,
  'webhookPolicy' | 'webhookSender' | 'preloader' | 'response'
>;

/**
 * Accepts the URL of a webhook destination, and has the sender loaded before the first webhook.
 * @throws ControlError unless webhooks may be sent to it
 */
export function acceptWebhookUrl(url: string, path: string, call: DestinationParts): void {
  if (url === BUILT_IN_RECEIVER) return;
  const destination = readDestination(url, call.webhookPolicy);
  if (url === '' || 'problem' in destination) {
    const problem = 'problem' in destination ? destination.problem : 'it is empty';
    throw invalid(path, `${path}: ${problem}${didYouMean(url, [BUILT_IN_RECEIVER])}`);
  }
  call.preloader.after(call.response, () => call.webhookSender.load());
}

/** @throws ControlError for the first entry that is not an IP address or CIDR range */
export function checkIpRanges(ranges: readonly string[], path: string): void {
  const index = ranges.findIndex(range => !isIpRange(range));
  if (index < 0) return;
  const at = `${path}[${index}]`;
  throw invalid(at, `${at} must be an IP address or a CIDR range, but is ${JSON.stringify(ranges[index])}`);
}

type SettingFields = Pick<
  components['schemas']['AccountChange'],
  'discount_percent' | 'time_zone' | 'rate_limit_per_minute' | 'assumptions'
>;

/**
 * The settings in a request body, validated against the register and together with the settings that they change.
 * @throws ControlError naming the field
 */
export function settingsOf(body: SettingFields, base: Settings): Partial<Settings> {
  const { discount_percent, time_zone, rate_limit_per_minute, assumptions = {} } = body;
  if (Object.hasOwn(assumptions, 'cors')) {
    const why = 'it applies to the whole server; set it in the config file of the server';
    throw invalid('body.assumptions.cors', `body.assumptions.cors: ${why}`);
  }
  const own = Object.entries({ discount_percent, time_zone, rate_limit_per_minute });
  const parts = [
    ['body.assumptions', { ...assumptions }],
    ['body', Object.fromEntries(own.filter(([, value]) => value !== undefined))],
  ] as const;
  let settings = base;
  for (const [at, part] of parts) {
    const found = givenSettingsProblem(part, settings);
    if (found) throw invalid(`${at}.${found.name}`, `${at}.${found.name}: ${found.problem}`);
    settings = { ...settings, ...part };
  }
  return { ...parts[0][1], ...parts[1][1] };
}
