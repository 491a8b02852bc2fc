import { readFile } from 'node:fs/promises';
import type { Document } from 'yaml';
import { OptionError } from '../options.ts';
import { didYouMean } from '../scenario/nearest-word.ts';
import { checkConfiguredFindings } from './config-findings.ts';
import { CONFIG_NAMES } from './start-options.ts';

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'is a folder, not a file' : message;
    throw new OptionError(`config: ${path}: ${why}`);
  }
}

/** A limit on YAML aliases, because with more a small file could expand to a huge one. */
const MAX_ALIASES = 100;

/**
 * Reads a config file: YAML, or JSON, which is YAML. Its fields are `assumptions`, `findings` and the names
 * of the flags with underscores.
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
  const syntaxError = document.errors[0];
  if (syntaxError)
    throw new OptionError(`${place(syntaxError.pos[0])}: ${syntaxError.message.split('\n')[0]}`);
  const { contents } = document;
  if (contents === null) return {};
  if (!isMap(contents)) throw new OptionError(`${path}:1:1: expected fields such as "port: 4010"`);
  for (const { key } of contents.items) {
    const { value, range } = key as { value: unknown; range?: [number, number, number] };
    if (!CONFIG_NAMES.includes(String(value))) {
      const hint = didYouMean(String(value), CONFIG_NAMES) || `; expected one of ${CONFIG_NAMES.join(', ')}`;
      throw new OptionError(`${place(range?.[0] ?? 0)}: unknown field ${JSON.stringify(value)}${hint}`);
    }
  }
  const fields = toFields(path, document);
  if (fields.findings !== undefined) {
    checkConfiguredFindings(fields.findings, (part, rule) => {
      const findings = contents.items.find(({ key }) => String(key) === 'findings');
      const map = isMap(findings?.value) ? findings.value : null;
      const pair = map?.items.find(({ key }) => String(key) === rule) ?? findings;
      const node = (part === 'id' ? pair?.key : pair?.value) ?? pair?.key;
      return place((node as { range?: [number, number, number] } | undefined)?.range?.[0] ?? 0);
    });
  }
  return fields;
}

/** @throws OptionError for a file that would expand to a huge one */
function toFields(path: string, document: Document): Readonly<Record<string, unknown>> {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as Record<string, unknown>;
  } catch (error) {
    throw new OptionError(`${path}: ${(error as Error).message}; write out the aliased values`);
  }
}
