import { readFile } from 'node:fs/promises';
import { OptionError } from '../options.ts';
import { didYouMean } from '../scenario/nearest-word.ts';
import { CONFIG_NAMES } from './start-options.ts';

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : message;
    throw new OptionError(`config: ${path}: ${why}`);
  }
}

/** More would let a small file unfold into a huge one. */
const MAX_ALIASES = 100;

/**
 * Reads a config file: YAML, or JSON, which is YAML. Its fields are the flags' names with underscores, and
 * `assumptions`.
 * @throws OptionError with file:line:column
 */
export async function readConfigFile(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(path);
  const { isMap, LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const place = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  const broken = document.errors[0];
  if (broken) throw new OptionError(`${place(broken.pos[0])}: ${broken.message.split('\n')[0]}`);
  if (document.contents === null) return {};
  if (!isMap(document.contents)) throw new OptionError(`${path}:1:1: expected fields such as "port: 4010"`);
  for (const { key } of document.contents.items) {
    const { value, range } = key as { value: unknown; range?: [number, number, number] };
    if (!CONFIG_NAMES.includes(String(value))) {
      const hint = didYouMean(String(value), CONFIG_NAMES) || `; known are ${CONFIG_NAMES.join(', ')}`;
      throw new OptionError(`${place(range?.[0] ?? 0)}: unknown field ${JSON.stringify(value)}${hint}`);
    }
  }
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as Record<string, unknown>;
  } catch (error) {
    throw new OptionError(`${path}: ${(error as Error).message}; write out what the aliases stand for`);
  }
}
