import { endOfString } from '../../domain/json-depth.ts';

const QUOTE = 0x22;
const COLON = 0x3a;

/** The number of colons outside strings in valid JSON, which is the number of members that it was written with. */
function writtenMembers(json: Uint8Array): number {
  const { length } = json;
  let count = 0;
  for (let index = 0; index < length; index++) {
    const byte = json[index];
    if (byte === COLON) count += 1;
    else if (byte === QUOTE) index = endOfString(json, index + 1);
  }
  return count;
}

/** The number of members of all objects in a parsed value. */
function parsedMembers(value: object): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) count += parsedMembers(item);
    return count;
  }
  for (const name in value) {
    count += 1;
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object' && inner !== null) count += parsedMembers(inner);
  }
  return count;
}

/**
 * True if an object in valid JSON has a key more than once: then parsing has merged members. Allocates nothing.
 * @param value the parsed JSON
 */
export const hasDuplicateKeys = (json: Uint8Array, value: object | null): boolean =>
  value !== null && writtenMembers(json) !== parsedMembers(value);
