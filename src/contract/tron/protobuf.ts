/*
 * Writes messages in the encoding of Protocol Buffers (proto3): fields in ascending order, fields with the value 0 or
 * without bytes left out. Nothing here reads it.
 */

type Field = Uint8Array | null;

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  // A negative int64 is written as its two's complement, in ten bytes.
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

/** A field of type int32, int64, bool or an enum. */
export const int = (tag: number, value: number | undefined): Field =>
  value ? Buffer.concat([varint(tag << 3), varint(value)]) : null;

/** A field of type bytes; `text` is in hexadecimal. */
export const bytes = (tag: number, text: string | undefined): Field =>
  text ? embedded(tag, Buffer.from(text, 'hex')) : null;

export const string = (tag: number, text: string): Field => embedded(tag, Buffer.from(text));

/** A field that is a message, which is written even if it is empty. */
export const embedded = (tag: number, content: Uint8Array): Uint8Array =>
  Buffer.concat([varint((tag << 3) | 2), varint(content.length), content]);

export const message = (...fields: readonly Field[]): Buffer =>
  Buffer.concat(fields.filter(field => field !== null));
