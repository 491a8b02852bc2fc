import fc from 'fast-check';
import { amount, seed } from './tier.ts';

// Applies to the properties that name no number of runs or seed of their own.
fc.configureGlobal({ seed: seed(1), numRuns: amount({ first: 100, long: 1_000 }) });
