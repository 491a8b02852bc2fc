/**
 * A value as the JSON data that it becomes when it is written and read again: nothing is shared, and what JSON does not
 * have is converted as `JSON.stringify` does. Texts are not copied: aliases can stand for many megabytes of them.
 */
export function asJsonData(value: unknown): unknown {
  // JSON has no -0 either.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== 'object' || value === null) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return asJsonData(value.toJSON());
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (const one of value) copy.push(asJsonData(one) ?? null);
    return copy;
  }
  const entries: [string, unknown][] = [];
  for (const [name, one] of Object.entries(value)) {
    if (one !== undefined) entries.push([name, asJsonData(one)]);
  }
  return Object.fromEntries(entries);
}

/**
 * The JSON of JSON data up to about a number of characters: all of it if it is shorter, otherwise more characters than
 * the limit, of which so many are the same.
 */
export function beginningOfJson(value: unknown, limit: number): string {
  let text = '';
  const write = (one: unknown): void => {
    if (typeof one === 'string') text += JSON.stringify(one.slice(0, limit + 1));
    else if (typeof one !== 'object' || one === null) text += JSON.stringify(one);
    else if (Array.isArray(one)) writeAll('[', one, write, ']');
    else writeAll('{', Object.entries(one), writeEntry, '}');
  };
  const writeEntry = ([name, one]: [string, unknown]): void => {
    write(name);
    text += ':';
    write(one);
  };
  const writeAll = <Item>(
    open: string,
    items: readonly Item[],
    writeItem: (item: Item) => void,
    close: string,
  ) => {
    text += open;
    for (const [index, item] of items.entries()) {
      if (text.length > limit) return;
      if (index > 0) text += ',';
      writeItem(item);
    }
    text += close;
  };
  write(value);
  return text;
}
