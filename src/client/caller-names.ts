import { opaqueNames, toCamelName } from './camel-case.ts';

/** The arguments of the library that become parts of a path. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'params.account': 'account',
  'params.order': 'id',
  'params.event_id': 'eventId',
  'params.request': 'id',
  'params.key': 'id',
  'params.name': 'name',
};

/** Calls of the control API that messages recommend, with the methods of the library. */
const CALLS: readonly (readonly [string, string])[] = [
  ['PUT …/webhook', 'account.webhook.set({ url })'],
  ['GET /_sandbox/accounts lists all accounts', 'sandbox.accounts() lists all accounts'],
];

/** Not inside a longer path or a quoted text: scenarios have fields named `body` too. */
const WIRE_PATH = /(?<![\w.\]"'])(?:params|query|body)(?:\.[a-z_]\w*|\[\d+\])+/gi;

/** A path in camel case, up to a field whose names are data. */
function camelPath(path: string): string {
  let isData = false;
  return path
    .split('.')
    .slice(1)
    .map(name => {
      const shown = isData ? name : toCamelName(name);
      isData ||= opaqueNames.has(name);
      return shown;
    })
    .join('.');
}

/** Names of the caller by the paths on the wire that they replace, such as `body.names` → `scenarios`. */
export type CallerNames = Readonly<Record<string, string>>;

function callerName(path: string, names: CallerNames): string {
  const known: CallerNames = { ...ARGUMENTS, ...names };
  const prefix = Object.keys(known).find(
    one => path === one || (/^[.[]/.test(path.slice(one.length)) && path.startsWith(one)),
  );
  return prefix === undefined ? camelPath(path) : known[prefix]! + path.slice(prefix.length);
}

/**
 * The message of a refused call, with the names that the caller of the library has written instead of those on the wire:
 * `body.until` → `until`, `query.external_id` → `externalId`.
 * @param path the invalid part of the request; null if there is none
 */
export function inCallerNames(message: string, path: string | null, names: CallerNames = {}): string {
  const inCalls = CALLS.reduce((text, [call, method]) => text.replace(call, method), message);
  const rewritten = inCalls.replace(WIRE_PATH, found => callerName(found, names));
  if (path === null || path.startsWith('params.') || !/[.[]/.test(path)) return rewritten;
  const name = callerName(path, names);
  return rewritten.startsWith(name) ? rewritten : `${name}: ${rewritten}`;
}
