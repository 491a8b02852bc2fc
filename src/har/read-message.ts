import { decodeBody } from './decode-body.ts';
import { type HarMessage, type HarResponse, headerOf, type NamedValue } from './exchange.ts';
import { isObject, type LooseObject, listOf, numberOf, objectOf, sizeOf, textOf } from './loose-json.ts';

const NO_BODY = new Uint8Array();

/** Requests that have no body unless the file contains one. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/** Names and values: a list of objects, as HAR has it, or an object, as some tools write it. */
function pairsOf(value: unknown): NamedValue[] {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, one]) =>
      (Array.isArray(one) ? one : [one]).flatMap(part => {
        const text = textOf(part);
        return text === null ? [] : [{ name, value: text }];
      }),
    );
  return listOf(value).flatMap(one => {
    const { name, value: given } = objectOf(one);
    const text = textOf(name);
    return text === null ? [] : [{ name: text, value: textOf(given) ?? '' }];
  });
}

/** All headers, with the pseudo-headers of HTTP/2. Names in lower case. */
export const allHeadersOf = (message: LooseObject): NamedValue[] =>
  pairsOf(message.headers).map(({ name, value }) => ({ name: name.toLowerCase(), value }));

const withoutPseudo = (headers: readonly NamedValue[]): NamedValue[] =>
  headers.filter(({ name }) => !name.startsWith(':'));

/** The query parameters that the file lists apart from the URL. */
export const listedQuery = (request: LooseObject): NamedValue[] => pairsOf(request.queryString);

function formText(params: unknown): string {
  const form = new URLSearchParams();
  for (const { name, value } of pairsOf(params)) form.append(name, value);
  return form.toString();
}

function requestText(postData: unknown): string | null {
  const { text, params } = objectOf(postData);
  if (typeof postData === 'string') return postData;
  if (typeof text === 'string' && (text !== '' || listOf(params).length === 0)) return text;
  return params === undefined ? null : formText(params);
}

function requestBody(
  request: LooseObject,
  method: string,
  headers: readonly NamedValue[],
): Uint8Array | null {
  const text = requestText(request.postData);
  const { encoding, _encoding } = objectOf(request.postData);
  const message = { headers, body: null };
  if (text !== null)
    return decodeBody({
      text,
      encoding: textOf(_encoding) ?? textOf(encoding),
      contentEncoding: headerOf(message, 'content-encoding'),
    });
  const size = sizeOf(headerOf(message, 'content-length')) ?? sizeOf(request.bodySize);
  if (size !== null) return size === 0 ? NO_BODY : null;
  return WITHOUT_BODY.has(method) ? NO_BODY : null;
}

/** @param dropped true if the file says that the body is incomplete */
export function readRequest(request: LooseObject, method: string, dropped: boolean): HarMessage {
  const headers = withoutPseudo(allHeadersOf(request));
  return { headers, body: dropped ? null : requestBody(request, method, headers) };
}

const NO_CONTENT = new Set([204, 304]);

function responseBody(
  response: LooseObject,
  status: number,
  headers: readonly NamedValue[],
): Uint8Array | null {
  const content = objectOf(response.content);
  if (typeof content.text === 'string' && content.text !== '')
    return decodeBody({
      text: content.text,
      encoding: textOf(content.encoding),
      contentEncoding: headerOf({ headers, body: null }, 'content-encoding'),
    });
  const size = sizeOf(content.size) ?? sizeOf(response.bodySize);
  return size === 0 || NO_CONTENT.has(status) ? NO_BODY : null;
}

/** @returns null if there was no response, which tools write as status 0, -1 or null, or leave out */
export function readResponse(response: unknown, dropped: boolean): HarResponse | null {
  if (!isObject(response)) return null;
  const all = allHeadersOf(response);
  const status = numberOf(response.status) ?? numberOf(headerOf({ headers: all, body: null }, ':status'));
  if (status === null || status < 100 || status > 999) return null;
  const headers = withoutPseudo(all);
  return { status, headers, body: dropped ? null : responseBody(response, status, headers) };
}
