import type { Contract } from '../../contract/types.ts';
import type { Exchange } from '../../wire/recorded-exchange.ts';
import { headerOf } from '../../wire/request-data.ts';
import { contentTypeProblem } from '../content-type.ts';
import { parseQuery, splitUrl } from '../parse-query.ts';
import { parseJson } from '../read-body.ts';
import { duplicateKeys } from './repeated-json-keys.ts';

/** How many repeated keys and how many repeated parameters of a request are named. */
const MAX_REPEATED = 20;

/** The parsed body, and remarks on its media type and duplicate keys. */
function bodyRemarks(exchange: Exchange): { readonly body: unknown; readonly remarks: string[] } {
  if (exchange.body === null) return { body: undefined, remarks: [] };
  const type = headerOf(exchange, 'content-type');
  const problem = contentTypeProblem(type);
  const remarks = problem === null ? [] : [problem];
  const text = exchange.body.toString('utf8');
  const parsed = parseJson(exchange.body);
  if ('problem' in parsed) return { body: undefined, remarks };
  const duplicates = [...new Set(duplicateKeys(text))]
    .slice(0, MAX_REPEATED)
    .map(key => `the body has ${JSON.stringify(key)} more than once; the last value was used`);
  return { body: parsed.value, remarks: [...remarks, ...duplicates] };
}

/**
 * Violations of the service API's description in a request that may still have succeeded: unknown or repeated fields and
 * parameters, a wrong Content-Type, a missing trailing slash, a reused external_id with different parameters, an
 * external_id that names no scenario.
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
    ...repeated
      .slice(0, MAX_REPEATED)
      .map(name => `query.${name} is given more than once; the last value was used`),
    ...service.byId(exchange.operation).remarks({ query: values, body }),
    ...exchange.remarks,
  ];
}
