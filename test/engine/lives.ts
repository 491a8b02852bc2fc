import type { LifecycleStep } from '../../src/scenario/scenario-types.ts';

/** The default lifecycle. */
export const HAPPY_PATH: readonly LifecycleStep[] = [
  { afterMs: 3_000, to: 'delegating' },
  { afterMs: 9_000, to: 'delegated' },
  { afterMs: 'rental', to: 'undelegating' },
  { afterMs: 9_000, to: 'completed' },
];
