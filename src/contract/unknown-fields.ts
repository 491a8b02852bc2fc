import type { KnownNames } from './known-names.ts';
import type { UnknownField } from './types.ts';
import { excerpt } from './violation-messages.ts';

const MAX_UNKNOWN = 20;

const NONE: readonly UnknownField[] = [];

/** A property name as a path segment; unusual names are quoted. */
const segment = (name: string): string =>
  /^[A-Za-z_]\w{0,40}$/.test(name) ? `.${name}` : `[${excerpt(name)}]`;

/** True if a value has a field that is not known. Allocates nothing, because it runs for every request. */
function hasUnknown(known: KnownNames, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    const { items } = known;
    return items !== null && value.some(item => hasUnknown(items, item));
  }
  const { fields } = known;
  if (fields === null) return false;
  // Parsed JSON and parsed queries have no inherited fields.
  for (const name in value) {
    const field = fields.get(name);
    if (field === undefined) return true;
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object' && hasUnknown(field, inner)) return true;
  }
  return false;
}

function collect(known: KnownNames, value: unknown, at: string, found: UnknownField[]): void {
  if (typeof value !== 'object' || value === null || found.length >= MAX_UNKNOWN) return;
  if (Array.isArray(value)) {
    const { items } = known;
    if (items) for (const [index, item] of value.entries()) collect(items, item, `${at}[${index}]`, found);
    return;
  }
  const { fields } = known;
  if (fields === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= MAX_UNKNOWN) return;
    const path = at + segment(name);
    const field = fields.get(name);
    if (field) collect(field, inner, path, found);
    else found.push({ path, name, known: [...fields.keys()] });
  }
}

/**
 * The fields of parsed JSON, or of a query, that are not known; at most 20. An object of which no field is known may
 * have any.
 */
export function findUnknownFields(known: KnownNames, value: unknown, path: string): readonly UnknownField[] {
  if (!hasUnknown(known, value)) return NONE;
  const found: UnknownField[] = [];
  collect(known, value, path, found);
  return found;
}
