import type { Contract } from '../../contract/types.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { headerOf } from '../../wire/request-data.ts';
import { parseQuery, splitUrl } from '../parse-query.ts';
import { duplicateKeys } from './duplicate-keys.ts';

const isJsonType = (type: string | undefined): boolean =>
  /^application\/(?:[\w.+-]+\+)?json *(;|$)/i.test(type ?? '');

/** What is wrong about a body and how it came. */
function bodyRemarks(exchange: Exchange): { readonly body: unknown; readonly remarks: string[] } {
  if (exchange.body === null) return { body: undefined, remarks: [] };
  const type = headerOf(exchange, 'content-type');
  const remarks = isJsonType(type) ? [] : [`Content-Type is ${type ?? 'missing'}, not application/json`];
  const text = exchange.body.toString('utf8');
  try {
    const body: unknown = JSON.parse(text);
    const twice = duplicateKeys(text).map(
      key => `the body has ${JSON.stringify(key)} more than once; the last value was used`,
    );
    return { body, remarks: [...remarks, ...twice] };
  } catch {
    return { body: undefined, remarks };
  }
}

/**
 * What about a request is not as the service's description has it, although it may have been answered: fields and
 * parameters that it does not know, repeated ones, another Content-Type, a path without its slash, the repeat of an
 * external_id that asks for something else.
 */
export function violationsIn(service: Contract, exchange: Exchange): string[] {
  const [path, queryText] = splitUrl(exchange.url);
  if (exchange.operation === null) {
    const isMissing = service.operations.some(operation => operation.path === `${path}/`);
    return isMissing ? [`the path is missing its trailing slash; use ${path}/`] : [];
  }
  const { values, repeated } = parseQuery(queryText);
  const { body, remarks } = bodyRemarks(exchange);
  return [
    ...remarks,
    ...repeated.map(name => `query.${name} is given more than once; the last value was used`),
    ...service.byId(exchange.operation).remarks({ query: values, body }),
    ...(exchange.mismatch
      ? ['idempotency-mismatch: the external_id belongs to an order that differs from this request']
      : []),
  ];
}
