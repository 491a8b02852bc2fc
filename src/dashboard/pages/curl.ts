import type { components } from '../../contract/control-v1.generated.ts';
import { shellWord } from '../format.ts';

/** Headers that curl adds itself or that belong to the connection. */
const SKIPPED_HEADERS =
  /^(host|connection|content-length|accept-encoding|transfer-encoding|user-agent|accept|accept-language|sec-.*|origin|referer|keep-alive|cookie|x-sandbox-dashboard)$/i;

type RequestDetail = components['schemas']['RequestDetail'];

/**
 * The curl command that repeats a request.
 * @param key the key to send, because the journal does not store those that it has seen
 */
export function curlOf(request: RequestDetail, origin: string, key: string): string {
  const { method, url, headers, body } = request;
  const parts = [`curl -i${method === 'GET' ? '' : ` -X ${method}`} ${shellWord(origin + url)}`];
  for (const { name, value } of headers) {
    if (SKIPPED_HEADERS.test(name)) continue;
    if (/^authorization$/i.test(name)) parts.push(`-H ${shellWord(`Authorization: Bearer ${key}`)}`);
    else parts.push(`-H ${shellWord(`${name}: ${value}`)}`);
  }
  if (body) parts.push(`--data-raw ${shellWord(body)}`);
  return parts.join(' \\\n  ');
}
