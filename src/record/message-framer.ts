/** The largest head of a request or response that is recorded. */
export const MAX_HEAD_BYTES = 32 * 1024;

/** The longest line between chunks: a chunk size with extensions, or a trailer. */
const MAX_LINE_BYTES = 8 * 1024;

const LF = 0x0a;
const CR = 0x0d;

/** Where the content that follows a head ends (RFC 9112, section 6.3). */
export type BodyFraming =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' }
  /** What follows is not HTTP/1.1, or not understood. It is passed on and not recorded. */
  | { readonly kind: 'opaque' };

/** What a framer finds in a stream of bytes. Every byte is in exactly one `head` or `wire`. */
export interface FramerEvents {
  /** A complete head, with its final empty line. @returns what follows it */
  head(bytes: Buffer): BodyFraming;
  /** Bytes that are not part of a head, as they were sent: with the framing of chunks. */
  wire(bytes: Buffer): void;
  /** Content, without the framing of chunks. */
  content(bytes: Buffer): void;
  /** The current message is complete. */
  end(): void;
  /** From here on the bytes are not understood. */
  opaque(): void;
}

type State = 'head' | 'length' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'until-close' | 'opaque';

/** The index after the empty line that ends a head; -1 if there is none. Lines may end with a line feed alone. */
function headEnd(bytes: Buffer): number {
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1] === CR ? at + 2 : at + 1;
    if (bytes[next] === LF) return next + 1;
  }
  return -1;
}

const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/**
 * Divides one direction of a connection into the messages of HTTP/1.1 without changing a byte. An HTTP library would
 * parse the messages and write them anew; the recorder passes on the bytes themselves, so it only needs to know where a
 * message begins and ends.
 */
export class MessageFramer {
  readonly #events: FramerEvents;
  #state: State = 'head';
  /** The beginning of a head, or of a line between chunks. */
  #held: Buffer = Buffer.alloc(0);
  /** The bytes that are left of the content or the chunk. */
  #left = 0;

  constructor(events: FramerEvents) {
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#step(rest);
  }

  /** The stream has ended. The beginning of a head is passed on as it is. */
  close(): void {
    const state = this.#state;
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    if (state === 'head' && held.length > 0) this.#events.wire(held);
    if (state === 'until-close') this.#events.end();
    this.#state = 'opaque';
  }

  /** Consumes the beginning of the bytes. @returns the rest */
  #step(bytes: Buffer): Buffer {
    switch (this.#state) {
      case 'head':
        return this.#stepHead(bytes);
      case 'length':
      case 'chunk':
        return this.#stepCounted(bytes);
      case 'chunk-size':
      case 'chunk-end':
      case 'trailers':
        return this.#stepLine(bytes);
      case 'until-close':
        this.#events.wire(bytes);
        this.#events.content(bytes);
        return bytes.subarray(bytes.length);
      case 'opaque':
        this.#events.wire(bytes);
        return bytes.subarray(bytes.length);
    }
  }

  #stepHead(bytes: Buffer): Buffer {
    if (this.#held.length === 0) {
      const first = bytes[0]!;
      // Empty lines before a request are allowed, and ignored.
      if (first === CR || first === LF) {
        this.#events.wire(bytes.subarray(0, 1));
        return bytes.subarray(1);
      }
      if (!isLetter(first)) return this.#lose(bytes);
    }
    const before = this.#held.length;
    const held = Buffer.concat([this.#held, bytes]);
    const end = headEnd(held);
    if (end > MAX_HEAD_BYTES || (end === -1 && held.length > MAX_HEAD_BYTES)) {
      this.#held = Buffer.alloc(0);
      return this.#lose(held);
    }
    if (end === -1) {
      this.#held = held;
      return bytes.subarray(bytes.length);
    }
    this.#held = Buffer.alloc(0);
    this.#begin(this.#events.head(held.subarray(0, end)));
    return bytes.subarray(end - before);
  }

  #begin(framing: BodyFraming): void {
    if (framing.kind === 'none' || (framing.kind === 'length' && framing.bytes === 0)) this.#finish();
    else if (framing.kind === 'length') {
      this.#left = framing.bytes;
      this.#state = 'length';
    } else if (framing.kind === 'chunked') this.#state = 'chunk-size';
    else {
      this.#state = framing.kind;
      if (framing.kind === 'opaque') this.#events.opaque();
    }
  }

  #finish(): void {
    this.#state = 'head';
    this.#events.end();
  }

  #lose(bytes: Buffer): Buffer {
    this.#state = 'opaque';
    this.#events.opaque();
    this.#events.wire(bytes);
    return bytes.subarray(bytes.length);
  }

  #stepCounted(bytes: Buffer): Buffer {
    const part = bytes.subarray(0, this.#left);
    this.#left -= part.length;
    this.#events.wire(part);
    this.#events.content(part);
    if (this.#left === 0) {
      if (this.#state === 'length') this.#finish();
      else this.#state = 'chunk-end';
    }
    return bytes.subarray(part.length);
  }

  /** Passes on the bytes of a line at once, and looks at the line when it is complete. */
  #stepLine(bytes: Buffer): Buffer {
    const feed = bytes.indexOf(LF);
    const part = feed === -1 ? bytes : bytes.subarray(0, feed + 1);
    const line = Buffer.concat([this.#held, part]);
    this.#held = Buffer.alloc(0);
    if (line.length > MAX_LINE_BYTES) return this.#lose(bytes);
    this.#events.wire(part);
    if (feed === -1) this.#held = line;
    else this.#acceptLine(line.toString('latin1').trim());
    return bytes.subarray(part.length);
  }

  #acceptLine(line: string): void {
    if (this.#state === 'trailers') {
      if (line === '') this.#finish();
      return;
    }
    if (this.#state === 'chunk-end' && line === '') {
      this.#state = 'chunk-size';
      return;
    }
    const size = this.#state === 'chunk-size' ? /^([0-9a-f]{1,12})\s*(?:;|$)/i.exec(line)?.[1] : undefined;
    if (size === undefined) {
      this.#state = 'opaque';
      this.#events.opaque();
      return;
    }
    this.#left = Number.parseInt(size, 16);
    this.#state = this.#left === 0 ? 'trailers' : 'chunk';
  }
}
