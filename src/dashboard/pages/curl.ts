import type { components } from '../../contract/control-v1.generated.ts';
import { shellWord } from '../format.ts';

/** A curl command with a header or the body on each line. */
export const curl = (options: string, url: string, headers: readonly string[], body: string | null): string =>
  [
    `curl -i${options} ${shellWord(url)}`,
    ...headers.map(header => `-H ${shellWord(header)}`),
    ...(body ? [`--data-raw ${shellWord(body)}`] : []),
  ].join(' \\\n  ');

/** Headers that curl adds itself or that belong to the connection. */
const SKIPPED_HEADERS =
  /^(host|connection|content-length|accept-encoding|transfer-encoding|user-agent|accept|accept-language|sec-.*|origin|referer|keep-alive|cookie|x-sandbox-dashboard)$/i;

type RequestDetail = components['schemas']['RequestDetail'];

/** The curl command that repeats a request. @param key the key to send, because the journal stores no keys */
export function curlOf({ method, url, headers, body }: RequestDetail, origin: string, key: string): string {
  const sent = headers
    .filter(({ name }) => !SKIPPED_HEADERS.test(name))
    .map(({ name, value }) =>
      /^authorization$/i.test(name) ? `Authorization: Bearer ${key}` : `${name}: ${value}`,
    );
  return curl(method === 'GET' ? '' : ` -X ${method}`, origin + url, sent, body);
}
