import { decodeBody } from '../har/decode-body.ts';
import { type SentHeader, valuesOf } from './message-head.ts';
import { type BodyCapture, MAX_RECORDED_BODY } from './raw-exchange.ts';

/** A body as it is written to the file: decompressed, as text if it is UTF-8 without rare control characters, or in base64. */
export interface BodyText {
  readonly text: string;
  readonly isBase64: boolean;
  /** False for bytes that are not UTF-8. */
  readonly isText: boolean;
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

/** The recorded bytes without Content-Encoding; null if they cannot be decompressed. */
export function contentOf(body: BodyCapture, headers: readonly SentHeader[]): Uint8Array | null {
  const contentEncoding = valuesOf(headers, 'content-encoding').join(',');
  if (contentEncoding === '' || body.bytes.length === 0) return body.bytes;
  const text = body.bytes.toString('base64');
  return decodeBody({ text, encoding: 'base64', contentEncoding });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON writes each of these with six characters
const LONG_IN_JSON = /[\0-\x07\x0b\x0e-\x1f]/;

/**
 * A body without credentials.
 * @param isCutOff true if the body may be incomplete
 * @param replace takes and returns the text of a body; of one that is not UTF-8, with one character per byte
 * @returns null if the body cannot be searched for credentials, because it cannot be decompressed to `MAX_RECORDED_BODY`
 */
export function bodyText(
  body: BodyCapture,
  headers: readonly SentHeader[],
  isCutOff: boolean,
  replace: (text: string) => string,
): BodyText | null {
  const content = contentOf(body, headers);
  if (content === null || content.length > MAX_RECORDED_BODY) return null;
  const bytes = content.length;
  const text = textOf(content, isCutOff || body.dropped > 0);
  if (text === null) {
    const replaced = Buffer.from(replace(Buffer.from(content).toString('latin1')), 'latin1');
    return { text: replaced.toString('base64'), isBase64: true, isText: false, bytes };
  }
  const replaced = replace(text);
  return LONG_IN_JSON.test(replaced)
    ? { text: Buffer.from(replaced).toString('base64'), isBase64: true, isText: true, bytes }
    : { text: replaced, isBase64: false, isText: true, bytes };
}
