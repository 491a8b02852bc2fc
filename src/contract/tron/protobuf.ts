/*
 * Writes messages in the encoding of Protocol Buffers (proto3), in hexadecimal: fields in ascending order, fields with
 * the value 0 or without bytes left out. Nothing here reads it.
 */

/** Hexadecimal digits. */
type Hex = string;

const byte = (value: number): Hex => value.toString(16).padStart(2, '0');

function varint(value: number): Hex {
  // A negative int64 is written as its two's complement, in ten bytes.
  if (value < 0) return negativeVarint(value);
  let text = '';
  let rest = value;
  // Not with bit operators, which have 32 bits.
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) text += byte((rest % 0x80) + 0x80);
  return text + byte(rest);
}

function negativeVarint(value: number): Hex {
  let text = '';
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 0x7fn; rest >>= 7n) text += byte(Number(rest & 0x7fn) + 0x80);
  return text + byte(Number(rest));
}

/** A field of type int32, int64, bool or an enum. */
export const int = (tag: number, value: number | undefined): Hex =>
  value ? varint(tag << 3) + varint(value) : '';

/** A field of type bytes. */
export const bytes = (tag: number, content: Hex | undefined): Hex => (content ? embedded(tag, content) : '');

export const string = (tag: number, text: string): Hex => embedded(tag, Buffer.from(text).toString('hex'));

/** A field that is a message, which is written even if it is empty. */
export const embedded = (tag: number, content: Hex): Hex =>
  varint((tag << 3) | 2) + varint(content.length / 2) + content;

export const message = (...fields: readonly Hex[]): Hex => fields.join('');
