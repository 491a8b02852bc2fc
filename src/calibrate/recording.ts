import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { Contract } from '../contract/types.ts';
import type { HarExchange } from '../har/exchange.ts';
import { readHar } from '../har/read-har.ts';
import { readCall, readWebhook, type ServiceCall, type WebhookDelivery } from './exchanges.ts';

/** What calibration works on: the exchanges with the service and its webhooks, in the order of time. */
export interface Recording {
  readonly calls: readonly ServiceCall[];
  readonly webhooks: readonly WebhookDelivery[];
  readonly files: readonly RecordedFile[];
  /** Exchanges that belong neither to the service API nor to its webhooks. */
  readonly foreign: number;
  /** Exchanges that were left out because the recording has too many. */
  readonly dropped: number;
  /** Entries that were left out because the same exchange had been read before, such as from another file. */
  readonly repeated: number;
  /** True if fields were replaced when it was recorded, so that sizes and signatures are not those that were sent. */
  readonly isRedacted: boolean;
}

interface RecordedFile {
  readonly path: string;
  readonly creator: string | null;
  readonly entries: number;
  /** True if the recorder was killed while it wrote the last entry, which is left out. */
  readonly isCutOff: boolean;
}

/** How many exchanges of a recording are used. */
export const MAX_EXCHANGES = 20_000;

/** How many bytes of bodies are kept of a recording. */
export const MAX_KEPT_BYTES = 32 * 1024 * 1024;

const sizeOf = ({ request, response }: HarExchange): number =>
  (request.body?.length ?? 0) + (response?.body?.length ?? 0);

/** Tells whether two entries are the same exchange: files can overlap, and tools export entries twice. */
const digestOf = ({ number: _number, request, response, ...rest }: HarExchange): string =>
  hash(
    'sha256',
    JSON.stringify([
      rest,
      request.headers,
      response?.status,
      response?.headers,
      ...[request.body, response?.body].map(body => body && hash('sha256', body, 'base64')),
    ]),
    'base64',
  );

/** Sorts by time, if all have one; otherwise the order of the files is kept. */
function inOrder<T extends { readonly atMs: number | null }>(items: readonly T[]): readonly T[] {
  if (items.some(({ atMs }) => atMs === null)) return items;
  return items.toSorted((left, right) => left.atMs! - right.atMs!);
}

/**
 * Reads HAR files, one entry at a time, up to the documented bounds.
 * @param secret with which webhooks are signed; null if it is not known
 * @throws HarFileError for a file that cannot be read, with the position
 */
export async function readRecording(
  paths: readonly string[],
  contract: Contract,
  secret: string | null,
): Promise<Recording> {
  const calls: ServiceCall[] = [];
  const webhooks: WebhookDelivery[] = [];
  const files: RecordedFile[] = [];
  const counts = { foreign: 0, dropped: 0, repeated: 0 };
  const digests = new Set<string>();
  let keptBytes = 0;
  let isRedacted = false;
  /** True if the exchange was read before. Without a time, a second one can be another exchange. */
  const isKnown = (exchange: HarExchange): boolean => {
    if (exchange.startedAt === null) return false;
    const digest = digestOf(exchange);
    if (digests.has(digest)) return true;
    if (digests.size < MAX_EXCHANGES) digests.add(digest);
    return false;
  };
  const add = (exchange: HarExchange, label: string): void => {
    isRedacted ||= exchange.redacted;
    const call = readCall(exchange, label, contract);
    const webhook = call ? null : readWebhook(exchange, label, secret);
    const size = sizeOf(exchange);
    const isFull = calls.length + webhooks.length >= MAX_EXCHANGES || keptBytes + size > MAX_KEPT_BYTES;
    if (!call && !webhook) counts.foreign += 1;
    else if (isKnown(exchange)) counts.repeated += 1;
    else if (isFull) counts.dropped += 1;
    else {
      keptBytes += size;
      // A copy: a string that was cut out of the file's text keeps that text in memory.
      if (call) calls.push(structuredClone(call));
      else webhooks.push(structuredClone(webhook!));
    }
  };
  for (const path of paths) {
    const prefix = paths.length > 1 ? basename(path) : '';
    const { creator, entries, isCutOff } = await readHar(path, exchange =>
      add(exchange, `${prefix}#${exchange.number}`),
    );
    files.push({ path, creator, entries, isCutOff });
  }
  return { calls: inOrder(calls), webhooks: inOrder(webhooks), files, ...counts, isRedacted };
}
