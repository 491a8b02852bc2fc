/** The items by their keys, both in the order in which they come. */
export function groupedBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) getOrMake(groups, keyOf(item), () => []).push(item);
  return groups;
}

/**
 * A function that remembers its results. It forgets all of them at once when there are too many, which costs less than
 * keeping them in the order of their use.
 */
export function remembering<Key, Value>(limit: number, compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return key => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      if (known.size >= limit) known.clear();
      known.set(key, value);
    }
    return value;
  };
}

/** What `getOrMake` needs of a map. */
interface Lookup<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key. If the map has none, it is made and added. */
export function getOrMake<Key, Value>(map: Lookup<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make(key);
    map.set(key, value);
  }
  return value;
}
