/** Whether `npm run test:long` runs the tests, not `npm test`. */
export const LONG = process.env.TEST_TIER === 'long';

/** How much of something a test does in each tier. */
export const amount = ({ first, long }: { readonly first: number; readonly long: number }): number =>
  LONG ? long : first;

/**
 * The seed of a random test: always the same in the first tier, and a new one in each run of the long tier, which prints
 * it. The variable `SEED` repeats a run.
 */
export const seed = (fixed: number): number => Number(process.env.SEED ?? fixed);
