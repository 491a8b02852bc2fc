import type { Random } from '../simulation/random.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values that break what a program assumes of a field. */
const HOSTILE: readonly Json[] = [
  null,
  -1,
  0,
  999,
  1e300,
  8.64e15,
  '',
  'No/Such',
  'order.paused',
  [],
  {},
  [null],
  JSON.parse(`{"__proto__": 1}`),
  true,
];

/** Every place in a document, as the container and its key. */
function placesIn(
  value: Json,
): (readonly [container: Json[] | Record<string, Json>, key: string | number])[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(value);
  return entries.flatMap(([key, one]) => [[value as Json[], key] as const, ...placesIn(one)]);
}

/** A copy of a document in which one to three values were replaced, removed, or copied from elsewhere in it. */
export function mutated(random: Random, document: unknown): unknown {
  const copy = structuredClone(document) as Json;
  for (let change = random.below(3); change >= 0; change--) {
    const places = placesIn(copy);
    const [container, key] = random.pick(places);
    const holder = container as Record<string | number, Json>;
    const [otherContainer, otherKey] = random.pick(places);
    const kind = random.below(4);
    if (kind === 0) holder[key] = random.pick(HOSTILE);
    else if (kind === 1) delete holder[key];
    else if (kind === 2 && typeof holder[key] === 'number') holder[key] += random.pick([1, -1, 1_000, 0.5]);
    else {
      const other = (otherContainer as Record<string | number, Json>)[otherKey];
      holder[key] = structuredClone(other ?? null);
    }
  }
  return copy;
}
