import type { Schemas } from '../api.ts';

type Assumption = Schemas['Assumption'];

/** A value as text: strings as they are, everything else as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether the account differs from the default. */
export const isChanged = (row: Assumption): boolean =>
  JSON.stringify(row.value) !== JSON.stringify(row.default);

/** The values to choose from; null if the value is typed. */
export function choicesOf({ allowed, default: usual }: Assumption): readonly string[] | null {
  if (typeof usual === 'boolean') return ['true', 'false'];
  const words = /^one of (.+)$/.exec(allowed ?? '')?.[1];
  return words?.split(', ') ?? null;
}

/** The value that was typed, of the same kind as the default. @throws Error if it is not JSON where JSON is needed */
export function typedValue({ default: usual }: Assumption, text: string): unknown {
  if (typeof usual === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    const kind = Array.isArray(usual)
      ? 'a JSON list'
      : typeof usual === 'object'
        ? 'a JSON object'
        : `a ${typeof usual}`;
    throw new Error(`Expected ${kind}, such as ${JSON.stringify(usual)}.`);
  }
}
