import zlib, { type ZlibOptions } from 'node:zlib';

/** The largest body after decompression. A larger one is treated as not recorded. */
export const MAX_DECODED_BYTES = 32 * 1024 * 1024;

const OPTIONS: ZlibOptions = { maxOutputLength: MAX_DECODED_BYTES };

/** A recorded body: the text of the file, how it is encoded there, and the message's Content-Encoding. */
export interface EncodedBody {
  readonly text: string;
  /** `base64`, or null for plain text. */
  readonly encoding: string | null;
  readonly contentEncoding: string | null;
}

const inflate = (bytes: Uint8Array): Uint8Array => {
  try {
    return zlib.inflateSync(bytes, OPTIONS);
  } catch {
    // Some servers send raw deflate data under this name.
    return zlib.inflateRawSync(bytes, OPTIONS);
  }
};

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: bytes => zlib.gunzipSync(bytes, OPTIONS),
  'x-gzip': bytes => zlib.gunzipSync(bytes, OPTIONS),
  deflate: inflate,
  br: bytes => zlib.brotliDecompressSync(bytes, OPTIONS),
};

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isLatin1 = (text: string): boolean => !/[^\0-\u00ff]/.test(text);

/** The bytes of the text. Compressed bytes are sometimes written as text with one character per byte. */
function storedBytes({ text, encoding, contentEncoding }: EncodedBody): Buffer {
  if (encoding?.toLowerCase() === 'base64') return Buffer.from(text, 'base64');
  if (contentEncoding !== null && isBinary(text) && isLatin1(text)) return Buffer.from(text, 'latin1');
  return Buffer.from(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
const isBinary = (text: string): boolean => /[\0-\x08\x0e-\x1f\x7f-\x9f\ufffd]/.test(text);

/** True if bytes are text that needs no decompression. */
function isPlainText(bytes: Buffer): boolean {
  const text = bytes.toString();
  return text !== '' && !isBinary(text);
}

/**
 * The bytes of a body without Content-Encoding. HAR stores bodies decompressed, but many tools store them as they were
 * sent. What is stored is told from the bytes.
 * @returns null if the body is compressed and cannot be decompressed: damaged, cut off, or with an unknown method
 */
export function decodeBody(body: EncodedBody): Uint8Array | null {
  let bytes: Uint8Array = storedBytes(body);
  const encodings = (body.contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '' && one !== 'identity');
  if (encodings.length === 0 && isGzip(bytes)) encodings.push('gzip');
  for (const encoding of encodings.reverse()) {
    if (isPlainText(Buffer.from(bytes)) || bytes.length === 0) return bytes;
    const decode = DECODERS[encoding];
    if (!decode) return null;
    try {
      bytes = decode(bytes);
    } catch {
      return null;
    }
  }
  return bytes;
}
