import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../core/domain/json.ts';
import { answerText, showsHeaders } from './analyze-recording.ts';
import { shown } from './learned-row.ts';
import type { Difference, NotCompared } from './options-and-result.ts';
import type { Fields, ServiceCall, WebhookDelivery } from './read-recording.ts';

export interface ReplayAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
}

export const dataOf = ({ body }: Pick<ReplayAnswer, 'body'>): Fields =>
  isObject(body) && isObject(body.data) ? body.data : {};

export interface Replay {
  readonly compared: number;
  readonly differences: readonly Difference[];
  readonly left: readonly NotCompared[];
}

/** Fields whose presence alone is compared: instants and random values. */
const PRESENCE_ONLY: readonly string[] = [
  'created_at',
  'delivered_at',
  'completed_at',
  'updated_at',
  'txid',
  'event_id',
];

const ORDER_IDS: readonly string[] = ['id', 'order_id'];

/**
 * True if an order of the replay corresponds to an order of the recording, by their ids. Learns the pair if neither is
 * known.
 */
export type MatchOrder = (recorded: number, replayed: number) => boolean;

type FieldDifference = Pick<Difference, 'field' | 'observed' | 'sandbox'>;

const isOrderId = (name: string, path: string): boolean =>
  ORDER_IDS.includes(name) && !path.endsWith('recommended_package');

function compareLeaf(
  observed: unknown,
  sandbox: unknown,
  name: string,
  path: string,
  matchOrder: MatchOrder,
): boolean {
  if (PRESENCE_ONLY.includes(name))
    return typeof observed === typeof sandbox && (observed === null) === (sandbox === null);
  if (isOrderId(name, path) && typeof observed === 'number' && typeof sandbox === 'number')
    return matchOrder(observed, sandbox);
  return isDeepStrictEqual(observed, sandbox);
}

const MISSING = 'missing';

function compareFields(
  observed: Fields,
  sandbox: Fields,
  path: string,
  matchOrder: MatchOrder,
): FieldDifference[] {
  const keys = [...new Set([...Object.keys(observed), ...Object.keys(sandbox)])];
  return keys.flatMap(key => {
    const field = `${path}.${key}`;
    if (!Object.hasOwn(sandbox, key)) return [{ field, observed: shown(observed[key]), sandbox: MISSING }];
    if (!Object.hasOwn(observed, key)) return [{ field, observed: MISSING, sandbox: shown(sandbox[key]) }];
    return compareJson(observed[key], sandbox[key], path, matchOrder, key);
  });
}

/**
 * The fields in which a JSON value of the recording differs from the sandbox's, except for ids and times.
 * @param path the path of the value, such as `body`; with `name`, the path of the object that has the field
 */
function compareJson(
  observed: unknown,
  sandbox: unknown,
  path: string,
  matchOrder: MatchOrder,
  name = '',
): FieldDifference[] {
  const field = name === '' ? path : `${path}.${name}`;
  if (isObject(observed) && isObject(sandbox)) return compareFields(observed, sandbox, field, matchOrder);
  if (Array.isArray(observed) && Array.isArray(sandbox) && observed.length === sandbox.length)
    return observed.flatMap((item, index) =>
      compareJson(item, sandbox[index], `${field}[${index}]`, matchOrder),
    );
  if (compareLeaf(observed, sandbox, name, path, matchOrder)) return [];
  return [{ field, observed: shown(observed), sandbox: shown(sandbox) }];
}

const withoutHost = (location: string): string =>
  location.replace(/^https?:\/\/[^/]*/, '').replace(/^.*?(?=\/api\/v1\/)/, '');

const HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'allow',
  'location',
  'access-control-allow-origin',
] as const;

function compareHeaders(call: ServiceCall, answer: ReplayAnswer): FieldDifference[] {
  if (!showsHeaders(call)) return [];
  // An unknown or missing key has no limit of its own; without times, all requests are made within one window.
  const hasLimit = call.key !== null && call.status !== 401 && call.atMs !== null;
  const comparable = (name: (typeof HEADERS)[number], value: string | undefined): string | undefined => {
    if (value === undefined || name === 'allow' || name === 'access-control-allow-origin') return value;
    if (name === 'location') return withoutHost(value);
    // Other clients also use up the limit.
    return name === 'x-ratelimit-limit' && hasLimit ? value : 'sent';
  };
  return HEADERS.flatMap(name => {
    const observed = comparable(name, call.answerHeaders[name]);
    const sandbox = comparable(name, answer.headers[name]);
    return observed === sandbox
      ? []
      : [{ field: name, observed: observed ?? MISSING, sandbox: sandbox ?? MISSING }];
  });
}

/** The fields of a response in which the sandbox differs. If the statuses differ, nothing else is compared. */
export function compareCall(
  call: ServiceCall,
  answer: ReplayAnswer,
  matchOrder: MatchOrder,
): FieldDifference[] {
  if (call.status === answer.status)
    return [...compareHeaders(call, answer), ...compareJson(call.answer, answer.body, 'body', matchOrder)];
  const error = isObject(answer.body) && typeof answer.body.error === 'string' ? answer.body.error : null;
  const sandbox = answerText({ status: answer.status, error });
  return [{ field: 'status', observed: answerText(call), sandbox }];
}

const MAX_DIFFERENCES = 200;

export class ReplayLog {
  readonly #differences = new Map<string, Difference>();
  readonly #left = new Map<string, number>();
  #compared = 0;

  leave(reason: string): void {
    this.#left.set(reason, (this.#left.get(reason) ?? 0) + 1);
  }

  /** Does a part of the replay. A recording can ask for what the sandbox refuses. */
  async orLeave(what: string, replay: () => Promise<void>): Promise<void> {
    try {
      await replay();
    } catch (error) {
      this.leave(`${what}: the sandbox cannot replay it: ${(error as Error).message}`);
    }
  }

  compareCall(call: ServiceCall, answer: ReplayAnswer, matchOrder: MatchOrder): void {
    this.#add(call.label, `${call.method} ${call.path}`, compareCall(call, answer, matchOrder));
  }

  /** @param sandbox null if the sandbox has not sent the event */
  compareWebhook(webhook: WebhookDelivery, sandbox: object | null, matchOrder: MatchOrder): void {
    const data = (sandbox as { data?: unknown } | null)?.data;
    const found = sandbox
      ? compareJson(webhook.order, data, 'body.data', matchOrder)
      : [{ field: 'delivery', observed: 'sent', sandbox: 'not sent' }];
    this.#add(webhook.label, `webhook ${webhook.event}`, found);
  }

  result(): Replay {
    return {
      compared: this.#compared,
      differences: [...this.#differences.values()],
      left: [...this.#left].map(([reason, count]) => ({ reason, count })),
    };
  }

  #add(exchange: string, what: string, found: readonly FieldDifference[]): void {
    this.#compared += 1;
    for (const one of found) {
      const key = JSON.stringify([what, one.field.replaceAll(/\[\d+\]/g, '[]'), one.observed, one.sandbox]);
      const known = this.#differences.get(key);
      if (known) this.#differences.set(key, { ...known, count: known.count + 1 });
      else if (this.#differences.size < MAX_DIFFERENCES) {
        this.#differences.set(key, { exchange, what, ...one, count: 1 });
      }
    }
  }
}
