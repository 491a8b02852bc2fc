import { parse } from 'node:querystring';

const EMPTY: Readonly<Record<string, string>> = Object.freeze(Object.create(null) as Record<string, string>);

/** A decoded query. A repeated name keeps its last value and is listed in `repeated`. */
export interface Query {
  readonly values: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
}

const NO_QUERY: Query = { values: EMPTY, repeated: [] };

/** Parses a query string. A malformed escape is kept as is. */
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

/** The path and the query of a request target, which may also be an absolute URL. */
export function splitUrl(url: string): readonly [path: string, query: string] {
  const target = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}
