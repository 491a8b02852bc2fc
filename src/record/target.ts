import { rootCertificates } from 'node:tls';
import { RecordError } from './record-options.ts';
import type { Target } from './relay.ts';

/** A URL that requests are passed on to. */
export interface Destination {
  readonly target: Target;
  /** The value of Host. */
  readonly host: string;
  /** Such as `https://api.example.com`. */
  readonly origin: string;
  /** The path with its query. */
  readonly path: string;
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** @throws RecordError if it is not an HTTP URL, or contains a user or password */
export function readDestination(option: string, text: string, ca: string | undefined): Destination {
  const url = URL.canParse(text) ? new URL(text) : null;
  const standardPort = url ? PORTS[url.protocol] : undefined;
  if (!url || standardPort === undefined)
    throw new RecordError(
      `${option}: expected a URL such as https://api.example.com, got ${JSON.stringify(text)}`,
    );
  if (url.username !== '' || url.password !== '')
    throw new RecordError(
      `${option}: a URL with a user or password is not supported; the client sends its own key`,
    );
  return {
    target: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? standardPort : Number(url.port),
      tls: url.protocol === 'https:',
      ca: ca === undefined ? undefined : [...rootCertificates, ca],
    },
    host: url.host,
    origin: url.origin,
    path: url.pathname + url.search,
  };
}

/** @throws RecordError if it has a path: the recorder passes paths on as they are */
export function readTarget(text: string, ca: string | undefined): Destination {
  const destination = readDestination('target', text, ca);
  if (destination.path === '/') return destination;
  const { origin, path } = destination;
  throw new RecordError(
    `target: expected the origin alone, ${origin}; paths are passed on as they are, so add ${path} to the URL that the client uses`,
  );
}
