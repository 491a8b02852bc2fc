import zlib, { type ZlibOptions } from 'node:zlib';

/** The largest body after decompression. A larger one is treated as not recorded. */
export const MAX_DECODED_BYTES = 32 * 1024 * 1024;

const OPTIONS: ZlibOptions = { maxOutputLength: MAX_DECODED_BYTES };

const unzip = (bytes: Uint8Array): Uint8Array => zlib.unzipSync(bytes, OPTIONS);

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: unzip,
  deflate: unzip,
  br: bytes => zlib.brotliDecompressSync(bytes, OPTIONS),
};

/** True if bytes are text that needs no decompression. */
const isPlainText = (bytes: Uint8Array): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  !/[\0-\x08\x0e-\x1f\x7f-\x9f\ufffd]/.test(Buffer.from(bytes).toString());

/**
 * The bytes of a body without Content-Encoding. HAR stores bodies decompressed, but many tools store them as they were
 * sent. What is stored is told from the bytes.
 * @returns null if the body is compressed and cannot be decompressed: damaged, cut off, or with an unknown method
 */
export function decompressed(body: Uint8Array, contentEncoding: string): Uint8Array | null {
  let bytes = body;
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '' && one !== 'identity');
  for (const encoding of encodings.reverse()) {
    if (isPlainText(bytes)) return bytes;
    try {
      bytes = DECODERS[encoding]!(bytes);
    } catch {
      return null;
    }
  }
  return bytes;
}
