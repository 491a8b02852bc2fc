import { lazy } from '../../lazy.tsx';

/** The library that computes differences is loaded when something is compared. */
export const TextDifferences = lazy(async () => (await import('./text-differences.tsx')).TextDifferences);
