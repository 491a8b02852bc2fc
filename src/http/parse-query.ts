import { parse } from 'node:querystring';

const EMPTY: Readonly<Record<string, string>> = Object.freeze(Object.create(null) as Record<string, string>);

/** A decoded query; a repeated name keeps its last value and is told. */
export interface Query {
  readonly values: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
}

const NO_QUERY: Query = { values: EMPTY, repeated: [] };

/** Reads a query string; a malformed escape is kept as it stands. */
export function parseQuery(text: string): Query {
  if (text === '') return NO_QUERY;
  const values = parse(text, '&', '=', { maxKeys: 0 }) as Record<string, string | string[]>;
  const repeated: string[] = [];
  for (const name in values) {
    const value = values[name]!;
    if (typeof value === 'string') continue;
    repeated.push(name);
    values[name] = value.at(-1)!;
  }
  return { values: values as Record<string, string>, repeated };
}

const ORIGIN = /^https?:\/\/[^/?]*/i;

/** The path and the query of a request target; one that is a whole URL is taken from its path on. */
export function splitUrl(url: string): readonly [path: string, query: string] {
  const target = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}
