import { type Camel, camelName, opaqueNames, toCamel, toSnake } from './camel-case.ts';
import {
  type BodyOf,
  type CallInput,
  type ControlClient,
  controlClient,
  type DataOf,
  type ItemOf,
  type Method,
  type ParametersOf,
  type PathOf,
  type Refusal,
} from './control-client.ts';
import { SandboxError, shown } from './errors.ts';
import { isCertificateProblem, type NodeTransport } from './node-transport.ts';

/** Names of the library's user by the paths on the wire that they replace, such as `body.names` → `scenarios`. */
type CallerNames = Readonly<Record<string, string>>;

/** The arguments of the library that become parts of a path. */
const ARGUMENTS: CallerNames = {
  'params.account': 'account',
  'params.order': 'id',
  'params.event_id': 'eventId',
  'params.request': 'id',
  'params.key': 'id',
  'params.name': 'name',
  'params.address': 'address',
};

/** The recommendations in messages of the control API, and what the library offers instead. */
const ADVICE: readonly (readonly [string, string])[] = [
  ['PUT …/webhook', 'account.webhook.set({ url })'],
  ['GET /_sandbox/accounts lists all accounts', 'sandbox.accounts() lists all accounts'],
  ['see /_sandbox/docs', 'see docs/library.md'],
];

/** Not inside a longer path or a quoted text, because scenarios also have fields named `body`. */
const WIRE_PATH = /(?<![\w.\]"'])(?:params|query|body)(?:\.[a-z_]\w*|\[\d+\])+/gi;

/** The message for an unknown field or parameter, with the nearest known one. */
const UNKNOWN = /^(\S+) is not a (?:field|parameter) of \w+(?:; did you mean "(\w+)"\?)?/;

/** A path in camel case. Names inside a field that holds data stay as they are. */
function camelPath(path: string): string {
  let isData = false;
  return path
    .split('.')
    .slice(1)
    .map(name => {
      const shownName = isData ? name : camelName(name);
      isData ||= opaqueNames.has(name);
      return shownName;
    })
    .join('.');
}

function callerName(path: string, names: CallerNames): string {
  const known: CallerNames = { ...ARGUMENTS, ...names };
  const prefix = Object.keys(known).find(
    one => path === one || (/^[.[]/.test(path.slice(one.length)) && path.startsWith(one)),
  );
  return prefix === undefined ? camelPath(path) : known[prefix]! + path.slice(prefix.length);
}

/** The message of a refused call in the words of the library's user: `body.until` → `until`. */
function inCallerNames(message: string, path: string | null, names: CallerNames = {}): string {
  const advised = ADVICE.reduce((text, [wire, own]) => text.replace(wire, own), message);
  const inOptions = advised.replace(
    UNKNOWN,
    (_, at: string, near?: string) =>
      `${at}: unknown option${near ? `; did you mean "${camelName(near)}"?` : ''}`,
  );
  const rewritten = inOptions.replace(WIRE_PATH, found => callerName(found, names));
  if (path === null || path.startsWith('params.') || !/[.[]/.test(path)) return rewritten;
  const name = callerName(path, names);
  return rewritten.startsWith(name) ? rewritten : `${name}: ${rewritten}`;
}

function refused(url: string, { status, code, message, path, names }: Refusal): SandboxError {
  if (code !== null) return new SandboxError(inCallerNames(message, path, names), { code, status, path });
  const problem = `${url} responded with ${status}, but not as a sandbox does; is it a sandbox?`;
  return new SandboxError(problem, { code: 'NO_SANDBOX', status });
}

function unreachable(url: string, cause: Error): SandboxError {
  const why = (cause as NodeJS.ErrnoException).code ?? (cause.message || cause.name);
  const problem = isCertificateProblem(cause)
    ? `the certificate of ${url} is not trusted (${why}); pass the text of its CA file as the option ca, or start this process with NODE_EXTRA_CA_CERTS=<CA file>`
    : `no sandbox responds at ${url} (${why}); start one with "npx energy-rental-sandbox", or correct the address`;
  return new SandboxError(problem, { code: 'UNREACHABLE' });
}

/** @throws SandboxError INVALID_OPTION for options that are no object, or that have a name of the control API */
function sent(options: unknown): Record<string, unknown> | undefined {
  if (options === undefined) return undefined;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new SandboxError(`expected an object with options, got ${shown(options)}`, {
      code: 'INVALID_OPTION',
    });
  }
  const wireName = Object.keys(options).find(name => name !== camelName(name));
  if (wireName === undefined) return toSnake(options);
  const problem = `${wireName}: unknown option; did you mean ${JSON.stringify(camelName(wireName))}?`;
  throw new SandboxError(problem, { code: 'INVALID_OPTION', path: wireName });
}

/** The data that a call sends, with the library's names. */
type Input<M extends Method, P extends PathOf<M>> = CallInput<
  ParametersOf<M, P, 'path'>,
  Camel<ParametersOf<M, P, 'query'>>,
  Camel<BodyOf<M, P>>
>;

/** The control API in the names of the library: arguments, results and errors. */
export class LibraryControl {
  /** The same calls in the names of the control API. */
  readonly wire: ControlClient;

  /** @param headers sent with every call; they identify the caller */
  constructor(url: string, transport: NodeTransport, headers: Readonly<Record<string, string>> = {}) {
    this.wire = controlClient({
      url,
      headers: () => headers,
      transport: transport.options,
      refused: refusal => refused(url, refusal),
      unreachable: cause => unreachable(url, cause),
    });
  }

  /** Makes a call and returns the data of the response. @throws SandboxError */
  async call<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    input: Input<M, P> = {},
  ): Promise<Camel<DataOf<M, P>>> {
    const call = this.wire[method] as (path: string, input: CallInput) => Promise<DataOf<M, P>>;
    return toCamel(await call(path, { ...input, query: sent(input.query) ?? {}, body: sent(input.body) }));
  }

  /** Fetches the items of a list page by page, at most `limit` of the filter. @throws SandboxError */
  async list<P extends PathOf<'get'>>(
    path: P,
    input: Input<'get', P>,
  ): Promise<Camel<ItemOf<DataOf<'get', P>>>[]> {
    const { limit, ...query } = sent(input.query) ?? {};
    const items = await this.wire.list(path, { ...input, query } as never, limit as number | undefined);
    return items.map(toCamel) as Camel<ItemOf<DataOf<'get', P>>>[];
  }
}

/** The path of all calls that concern one account. */
export const ROOT = '/_sandbox/accounts/{account}';

/** The client and the account of a call. */
export interface Caller {
  readonly control: LibraryControl;
  readonly path: { readonly account: string };
}
