import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { Contract } from '../contract/types.ts';
import type { HarExchange } from '../har/exchange.ts';
import { readHar } from '../har/read-har.ts';
import { readCall, readWebhook } from './read-exchange.ts';
import type { RecordedFile, Recording, ServiceCall, WebhookDelivery } from './recording.ts';

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

/** Collects the exchanges of one or several files, up to the documented bounds. */
export class RecordingReader {
  readonly #contract: Contract;
  readonly #secret: string | null;
  readonly #calls: ServiceCall[] = [];
  readonly #webhooks: WebhookDelivery[] = [];
  readonly #files: RecordedFile[] = [];
  #foreign = 0;
  #dropped = 0;
  #keptBytes = 0;
  #isRedacted = false;
  #repeated = 0;
  readonly #digests = new Set<string>();

  /** @param secret with which webhooks are signed; null if it is not known */
  constructor(contract: Contract, secret: string | null) {
    this.#contract = contract;
    this.#secret = secret;
  }

  /** Adds an exchange. @param prefix of its label, such as the name of its file */
  add(exchange: HarExchange, prefix: string): void {
    this.#isRedacted ||= exchange.redacted;
    const label = `${prefix}#${exchange.number}`;
    const call = readCall(exchange, label, this.#contract);
    const webhook = call ? null : readWebhook(exchange, label, this.#secret);
    if (!call && !webhook) {
      this.#foreign += 1;
      return;
    }
    if (this.#isKnown(exchange)) {
      this.#repeated += 1;
      return;
    }
    const count = this.#calls.length + this.#webhooks.length;
    const size = sizeOf(exchange);
    if (count >= MAX_EXCHANGES || this.#keptBytes + size > MAX_KEPT_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#keptBytes += size;
    // A copy: a string that was cut out of the file's text keeps that text in memory.
    if (call) this.#calls.push(structuredClone(call));
    else this.#webhooks.push(structuredClone(webhook!));
  }

  /** True if the exchange was added before. Without a time, a second one can be another exchange. */
  #isKnown(exchange: HarExchange): boolean {
    if (exchange.startedAt === null) return false;
    const digest = digestOf(exchange);
    if (this.#digests.has(digest)) return true;
    if (this.#digests.size < MAX_EXCHANGES) this.#digests.add(digest);
    return false;
  }

  addFile(file: RecordedFile): void {
    this.#files.push(file);
  }

  recording(): Recording {
    return {
      calls: inOrder(this.#calls),
      webhooks: inOrder(this.#webhooks),
      files: this.#files,
      foreign: this.#foreign,
      dropped: this.#dropped,
      repeated: this.#repeated,
      isRedacted: this.#isRedacted,
    };
  }
}

/**
 * Reads HAR files, one entry at a time.
 * @throws HarFileError for a file that cannot be read, with the position
 */
export async function readRecording(
  paths: readonly string[],
  contract: Contract,
  secret: string | null,
): Promise<Recording> {
  const reader = new RecordingReader(contract, secret);
  for (const path of paths) {
    const prefix = paths.length > 1 ? basename(path) : '';
    const { creator, entries, isCutOff } = await readHar(path, exchange => reader.add(exchange, prefix));
    reader.addFile({ path, creator, entries, isCutOff });
  }
  return reader.recording();
}
