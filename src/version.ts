import { readFileSync } from 'node:fs';

/** The package's version; the file lies one folder up, from the source as from the bundle. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
