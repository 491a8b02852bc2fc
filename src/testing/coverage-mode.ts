import { didYouMean } from '../scenario/nearest-word.ts';

/**
 * What the global setup does at the end of a run: nothing, print what the tests have met of the service, or also fail
 * the run if that is less than a percentage.
 */
export type CoverageMode = 'off' | 'report' | number;

const WORDS: readonly string[] = ['off', 'report'] satisfies CoverageMode[];
const PERCENTAGE = /^\d{1,3}(\.\d+)?$/;

/**
 * The mode that an option or the environment asks for.
 * @param where the name of the option or variable
 * @throws Error for a mode that does not exist
 */
export function coverageMode(value: string | number, where: string): CoverageMode {
  const text = String(value);
  if (WORDS.includes(text)) return text as CoverageMode;
  if (PERCENTAGE.test(text) && Number(text) <= 100) return Number(text);
  const near = didYouMean(text, WORDS);
  throw new Error(
    `${where}: expected off, report or a percentage from 0 to 100, got ${JSON.stringify(value)}${near}`,
  );
}
