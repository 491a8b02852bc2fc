import { METHODS } from 'node:http';
import { ERROR_CODES } from '../../domain/errors.ts';
import { OPERATION_IDS } from '../../domain/operations.ts';
import { EVENT_NAMES } from '../../domain/order.ts';
import type { AccountState } from '../../engine/account-state.ts';
import { EVENT_TRANSITIONS } from '../../engine/delivery-state-transitions.ts';
import { globMatches } from '../../scenario/glob.ts';
import { didYouMean } from '../../scenario/nearest-word.ts';
import type { Exchange } from '../../wire/recorded-exchange.ts';
import { errorOf } from '../../wire/request-data.ts';
import type { Count } from './assertion-matching.ts';
import type { BodyOf } from './call-types.ts';
import { invalid } from './control-errors.ts';

const EVENT_STATES = Object.keys(EVENT_TRANSITIONS);

const MOST_LISTED = 20;
const LONGEST_SHOWN = 80;
const NOUNS: Readonly<Record<string, string>> = { error: 'error code', method: 'HTTP method' };

/** @throws ControlError if a condition matches none of the names that exist, so that it could never match anything */
function checkName(field: string, expected: string | undefined, known: readonly string[]): void {
  if (expected === undefined || known.some(name => globMatches(expected, name))) return;
  const near = didYouMean(expected, known);
  const list = known.length <= MOST_LISTED && !near ? `; known are ${known.join(', ')}` : '';
  const path = `body.match.${field}`;
  throw invalid(
    path,
    `${path}: there is no ${NOUNS[field] ?? field} ${JSON.stringify(expected.slice(0, LONGEST_SHOWN))}${near || list}`,
  );
}

/** The error code in the body that a scenario scripts, if any. */
const scriptedError = (body: unknown): unknown => (body as { error?: unknown } | null | undefined)?.error;

/** The error codes of the service, of scripted responses and of recorded ones. */
function errorCodes({ scenarios }: AccountState, exchanges: readonly Exchange[]): string[] {
  const scripted = scenarios.flatMap(({ requests }) =>
    requests.map(({ reply }) => scriptedError(reply?.body)),
  );
  const codes = [...scripted, ...exchanges.map(errorOf)].filter(code => typeof code === 'string');
  return [...new Set([...ERROR_CODES, ...codes])];
}

const keyNames = ({ keys }: AccountState, exchanges: readonly Exchange[]): string[] => [
  ...new Set([...keys.map(({ name }) => name), ...exchanges.flatMap(({ key }) => key ?? [])]),
];

/** @throws ControlError for a name in the conditions on requests that does not exist, with the nearest that does */
export function checkRequestNames(
  match: BodyOf<'verifyRequests'>['match'],
  state: AccountState,
  exchanges: readonly Exchange[],
): void {
  checkName('operation', match.operation, OPERATION_IDS);
  checkName('method', match.method?.toUpperCase(), METHODS);
  if (match.error !== undefined) checkName('error', match.error, errorCodes(state, exchanges));
  if (match.key !== undefined) checkName('key', match.key, keyNames(state, exchanges));
}

/** @throws ControlError for a name in the conditions on events that does not exist, with the nearest that does */
export function checkEventNames({ event, state }: BodyOf<'verifyWebhooks'>['match']): void {
  checkName('event', event, EVENT_NAMES);
  checkName('state', state, EVENT_STATES);
}

/** @throws ControlError if the bounds of a count contradict each other */
export function checkCount(count: Count = {}): void {
  const { exactly, at_least, at_most, never } = count;
  const given = (['never', 'exactly', 'at_least', 'at_most'] as const).filter(
    name => count[name] !== undefined,
  );
  const other = given[1];
  if (other !== undefined && (never !== undefined || exactly !== undefined)) {
    const path = `body.count.${other}`;
    throw invalid(
      path,
      `body.count gives ${given.join(' and ')}; give one of them, or at_least and at_most together`,
    );
  }
  if (at_least !== undefined && at_most !== undefined && at_least > at_most) {
    throw invalid('body.count.at_least', `body.count.at_least is ${at_least}, more than at_most ${at_most}`);
  }
}
