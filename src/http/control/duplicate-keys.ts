/** A key that stands twice in one object of a JSON text, after its escapes were read. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** What is known of an object or array that has begun and not yet ended. */
interface Level {
  readonly keys: Set<string> | null;
  /** True where the next text is a key. */
  atKey: boolean;
}

/** The keys that repeat one of the same object, in the order in which they stand; the text must be valid JSON. */
export function duplicateKeys(json: string): string[] {
  const levels: Level[] = [];
  const found: string[] = [];
  for (const [token] of json.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ keys: new Set(), atKey: true });
    else if (token === '[') levels.push({ keys: null, atKey: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level) level.atKey = level.keys !== null;
    else if (token.startsWith('"') && level?.keys && level.atKey) {
      const key = JSON.parse(token) as string;
      if (level.keys.has(key)) found.push(key);
      level.keys.add(key);
      level.atKey = false;
    }
  }
  return found;
}
