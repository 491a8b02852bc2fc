/** A string or a structural character of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** An object or array that is still open; `keys` is null for an array. */
interface Level {
  readonly keys: Set<string> | null;
  /** True if the next string is a key. */
  atKey: boolean;
}

/** The keys that occur more than once in the same object, in order of occurrence. The text must be valid JSON. */
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
      const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
      if (level.keys.has(key)) found.push(key);
      level.keys.add(key);
      level.atKey = false;
    }
  }
  return found;
}
