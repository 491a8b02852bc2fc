import { Pool } from 'undici';
import type { PreparedOperation } from '../../../src/contract/contract-types.ts';
import { builtinContract } from '../../../src/contract/load-contract.ts';
import { prepareContract } from '../../../src/contract/prepare-contract.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { VERSION } from '../../../src/host/node/version.ts';
import type { SandboxOptions } from '../../../src/server/sandbox-options.ts';
import { type RunningSandbox, startSandbox } from '../../../src/server/start-sandbox.ts';
import { type Answered, ApiClient, type CallParts } from '../../support/api-client.ts';

/** A request of a script. Its method and path are those of the operation, unless others are given. */
export interface Step extends CallParts {
  /** What is particular about it. */
  readonly title?: string;
  /** The operation of either API. Default: that of the file. */
  readonly call?: string;
  readonly method?: string;
  /** Replaces the path of the operation. */
  readonly url?: string;
  readonly query?: string;
  /** It only prepares the next ones: it must succeed, and its response is not shown. */
  readonly isGiven?: boolean;
  /** The parameters of the path. `account` is by default the account of the scene. */
  readonly path?: Readonly<Record<string, string | number>>;
}

/** The body of a request that sends the data of the response before it. */
export const DATA_BEFORE = '(the data of the response before)';

/** Requests that belong together. */
export interface Scene {
  readonly title?: string;
  /** The fields of an account of its own, as `createAccount` has them. Default: the scene goes on with the account before. */
  readonly account?: object;
  readonly steps: readonly Step[];
}

export const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
/** The body of an ordinary order. */
export const ORDER = { external_id: 'invoice-1', package_id: 1, address: ADDRESS };

/** A request that prepares something. */
export const given = (call: string, step: Step = {}): Step => ({ ...step, call, isGiven: true });
export const PLACED = given('createOrder', { body: ORDER });
export const RECEIVED = given('setWebhook', { body: { url: 'sandbox:receiver' } });
export const advance = (goal: object): Step => given('advanceClock', { body: goal });
export const ENDED = advance({ until: 'idle' });

const descriptions = await Promise.all(
  (['energy-rental-v1', 'control-v1'] as const).map(async name =>
    prepareContract((await builtinContract(name)).text),
  ),
);

/** The operations of both descriptions. */
export const [SERVICE, CONTROL] = descriptions.map(({ operations }) => operations) as [
  readonly PreparedOperation[],
  readonly PreparedOperation[],
];

const operationOf = (id: string): PreparedOperation => {
  const found = [...SERVICE, ...CONTROL].find(one => one.id === id);
  if (!found) throw new Error(`no description has the operation ${id}`);
  return found;
};

const isJson = ({ text }: Answered): boolean => text.startsWith('{');

const isOfService = (id: string): boolean => SERVICE.some(one => one.id === id);

const ADMIN_TOKEN = 'golden-admin-token';
export const ADMIN = { 'x-admin-token': ADMIN_TOKEN };

/** Its time stands still, so that no duration and no instant depends on the host; its timers are real. */
const STILL_HOST = { ...systemClock, monotonicMs: () => 0, wallMs: () => Date.UTC(2031, 0, 1) };

const WIDTH = 160;

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** JSON with each value on one line if it fits or has no parts with parts, so that a difference shows where it is. */
export function readableJson(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value);
  if (isPlain(value) || Object.values(value as object).every(isPlain)) return flat;
  if (indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Object.entries(value as object).map(
    ([name, one]) =>
      `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}${readableJson(one, inner)}`,
  );
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** Headers that depend on the host and on the connection, or that follow from the body. */
const LEFT_OUT = ['date', 'keep-alive', 'content-length'];

/** The headers of an ordinary response of the control API. */
const USUAL_OF_CONTROL = [
  'cache-control: no-store',
  'content-type: application/json',
  'cross-origin-resource-policy: same-origin',
  'x-content-type-options: nosniff',
].join('\n');

function headerLines({ headers }: Answered): string[] {
  const lines = Object.entries(headers)
    .filter(([name, value]) => !LEFT_OUT.includes(name) && `${name}: ${value}` !== 'connection: keep-alive')
    .map(([name, value]) => `${name}: ${value}`)
    .sort();
  return lines.join('\n') === USUAL_OF_CONTROL ? [] : lines;
}

const LONG_RUN = 1_000;
const REPEATED_ITEMS = /(\{[^{}]*\},)\1{9,}/g;

/** Shortens long runs of one character. An expression with a back reference can exhaust the stack on a text of megabytes. */
function withoutRuns(text: string): string {
  const parts: string[] = [];
  let rest = 0;
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = at + 1;
    while (text[end] === text[at]) end += 1;
    if (end - at < LONG_RUN) continue;
    parts.push(text.slice(rest, at), `${text[at]}(${end - at} times)`);
    rest = end;
  }
  return parts.join('') + text.slice(rest);
}

/** What is sent, without the repetitions of requests that are too large. */
const shown = (text: string): string =>
  withoutRuns(text).replaceAll(
    REPEATED_ITEMS,
    (all, item: string) => `${item}(${all.length / item.length} times)`,
  );

const bodyText = (body: unknown): string => shown(typeof body === 'string' ? body : JSON.stringify(body));

/** What depends on the host and the release, or is random on purpose, and what replaces it. */
const REPLACED: readonly (readonly [RegExp | string, string])[] = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  [VERSION, 'VERSION'],
  [/\bersk_([\w-]+)_[0-9A-Za-z]{24}\b/g, 'ersk_$1_RANDOM'],
  [/\bwhsec_[\w-]{24}(?![\w-])/g, 'whsec_RANDOM'],
  // The end of a random key. The key of the demo account ends with cdef.
  [/"hint":( ?)"(?!cdef")\w{4}"/g, '"hint":$1"RANDOM"'],
  // What Prometheus clients report of any process of Node.
  [/^(process|nodejs)_.*\n/gm, ''],
];

export const withoutHost = (text: string): string =>
  REPLACED.reduce((rest, [from, to]) => rest.replaceAll(from, to), text);

/** A server of its own for each fixture, with a seed and a manual clock, and the text of what was said to it. */
export class Stage implements AsyncDisposable {
  readonly running: RunningSandbox;
  /** Operation, status and error code of all responses so far. */
  readonly outcomes = new Set<string>();
  readonly #pool: Pool;
  readonly #texts: string[] = [];
  #accounts = 0;
  #dataBefore: unknown;
  account = 'demo';
  key: string;

  private constructor(running: RunningSandbox) {
    this.running = running;
    this.key = running.apiKey;
    this.#pool = new Pool(running.baseUrl, { connections: 1 });
  }

  static async start(options: SandboxOptions = {}): Promise<Stage> {
    const fixed = { clock: 'manual', seed: 'golden', admin_token: ADMIN_TOKEN } as const;
    return new Stage(await startSandbox({ ...fixed, ...options }, STILL_HOST));
  }

  /** What was written since the last call. */
  takeText(): string {
    return `${withoutHost(this.#texts.splice(0).join('\n\n'))}\n`;
  }

  write(...lines: readonly string[]): void {
    this.#texts.push(lines.join('\n'));
  }

  /** Continues with a new account. */
  async open(fields: object): Promise<void> {
    this.#accounts += 1;
    const name = `golden-${this.#accounts}`;
    const body = { name, seed: 'golden', webhook_secret: 'whsec_golden', ...fields };
    const { data } = await this.send('createAccount', { body });
    const opened = data as { name: string; api_key: string };
    this.account = opened.name;
    this.key = opened.api_key;
  }

  /** Plays a scene. */
  async play(operation: string, { title, account, steps }: Scene): Promise<void> {
    if (account) await this.open(account);
    if (title !== undefined) this.write(`### ${title}`);
    for (const step of steps) {
      const call = step.call ?? operation;
      await (step.isGiven ? this.prepare(call, step) : this.show(call, step));
    }
  }

  /** Sends a request that only prepares something. It must succeed. */
  async prepare(operation: string, step: Step): Promise<void> {
    const answer = await this.send(operation, step);
    if (answer.status >= 400) throw new Error(`${operation}: ${answer.status} ${answer.text}`);
    this.write(
      `given ${shown(this.#requestLine(operation, step))}${step.body ? ` ${bodyText(step.body)}` : ''}`,
    );
  }

  /** Sends a request and writes it down with its response. */
  async show(operation: string, step: Step): Promise<Answered> {
    const { title, headers = {}, body, key } = step;
    const answer = await this.send(operation, step);
    this.outcomes.add(
      [operation, answer.status, isJson(answer) ? answer.error : undefined]
        .filter(part => part !== undefined)
        .join(' '),
    );
    this.write(
      ...(title === undefined ? [] : [`# ${title}`]),
      shown(this.#requestLine(operation, step)),
      ...(key === undefined ? [] : [`authorization: ${key === null ? '(none)' : `Bearer ${key}`}`]),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : [bodyText(body)]),
      '',
      String(answer.status),
      ...headerLines(answer),
      isOfService(operation) || !isJson(answer) ? answer.text : readableJson(answer.json),
    );
    return answer;
  }

  /** Sends a request. Those of the control API have the admin token, unless a key or a token is given. */
  async send(operation: string, step: Step): Promise<Answered> {
    const { headers = {}, key, signal } = step;
    const body = step.body === DATA_BEFORE ? this.#dataBefore : step.body;
    const isAdmin = !isOfService(operation) && key === undefined;
    const [method, url] = this.#requestLine(operation, step).split(' ') as [string, string];
    const answer = await new ApiClient(this.#pool, isAdmin ? null : this.key).call(method, url, {
      ...(key === undefined ? {} : { key: key === 'own' ? this.key : key }),
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
      headers: { ...(isAdmin ? ADMIN : {}), ...headers },
    });
    this.#dataBefore = isJson(answer) ? (answer.json as { data?: unknown }).data : undefined;
    return answer;
  }

  #requestLine(operation: string, { method, url, path, query = '' }: Step): string {
    const { method: usual, path: template } = operationOf(operation);
    const values: Readonly<Record<string, string | number>> = { account: this.account, ...path };
    const filled = url ?? template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name]));
    return `${method ?? usual.toUpperCase()} ${filled}${query}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
    await this.running.close();
  }
}
