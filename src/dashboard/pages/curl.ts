import type { components } from '../../contract/control-v1.generated.ts';
import { shellQuoted } from '../format.ts';

/** Headers that curl adds itself or that belong to the connection. */
const SKIPPED_HEADERS =
  /^(host|connection|content-length|accept-encoding|transfer-encoding|user-agent|accept|accept-language|sec-.*|origin|referer|keep-alive|cookie)$/i;

type RequestDetail = components['schemas']['RequestDetail'];

/** The curl command that repeats a request. The key is a shell variable because the journal does not store keys. */
export function curlOf(request: RequestDetail, origin: string): string {
  const { method, url, headers, body } = request;
  const parts = [`curl -i${method === 'GET' ? '' : ` -X ${method}`} ${shellQuoted(origin + url)}`];
  for (const { name, value } of headers) {
    if (SKIPPED_HEADERS.test(name)) continue;
    if (/^authorization$/i.test(name)) parts.push('-H "Authorization: Bearer $API_KEY"');
    else parts.push(`-H ${shellQuoted(`${name}: ${value}`)}`);
  }
  if (body) parts.push(`--data-raw ${shellQuoted(body)}`);
  return parts.join(' \\\n  ');
}
