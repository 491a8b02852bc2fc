import { decodeBody } from '../har/decode-body.ts';
import { type SentHeader, valuesOf } from './message-head.ts';
import type { BodyCapture } from './raw-exchange.ts';

/** A body as it is written to the file: decompressed, as text if it is UTF-8, otherwise in base64. */
export interface BodyText {
  readonly text: string;
  readonly isBase64: boolean;
  /** The size after decompression; that of the recorded part if the rest was dropped. */
  readonly bytes: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** A cut-off text can end in the middle of a character. */
const MAX_PARTIAL_CHARACTER = 3;

function textOf(bytes: Uint8Array, isCutOff: boolean): string | null {
  const whole = asUtf8(bytes);
  if (whole !== null || !isCutOff) return whole;
  for (let missing = 1; missing <= MAX_PARTIAL_CHARACTER; missing++) {
    const text = asUtf8(bytes.subarray(0, bytes.length - missing));
    if (text !== null) return text;
  }
  return null;
}

/** The recorded bytes without Content-Encoding; as they were sent if that is not possible. */
export function contentOf(body: BodyCapture, headers: readonly SentHeader[]): Uint8Array {
  const contentEncoding = valuesOf(headers, 'content-encoding').join(',');
  if (contentEncoding === '' || body.bytes.length === 0) return body.bytes;
  const text = body.bytes.toString('base64');
  return decodeBody({ text, encoding: 'base64', contentEncoding }) ?? body.bytes;
}

/** @param isCutOff true if the body may be incomplete */
export function bodyText(body: BodyCapture, headers: readonly SentHeader[], isCutOff: boolean): BodyText {
  const content = contentOf(body, headers);
  const text = textOf(content, isCutOff || body.dropped > 0);
  if (text !== null) return { text, isBase64: false, bytes: content.length };
  return { text: Buffer.from(content).toString('base64'), isBase64: true, bytes: content.length };
}
