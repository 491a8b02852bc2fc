import { didYouMean } from '../scenario/nearest-word.ts';

/** What the fixture does with findings of severity error: nothing, print them, or fail the test. */
export type FindingsMode = 'off' | 'report' | 'fail';

const MODES: readonly string[] = ['off', 'report', 'fail'] satisfies FindingsMode[];

/**
 * The mode that an option or the environment asks for.
 * @param where the name of the option or variable
 * @throws Error for a mode that does not exist
 */
export function findingsMode(value: string, where: string): FindingsMode {
  if (MODES.includes(value)) return value as FindingsMode;
  const near = didYouMean(value, MODES);
  throw new Error(`${where}: expected off, report or fail, got ${JSON.stringify(value)}${near}`);
}
