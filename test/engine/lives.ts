import type { LifecycleStep } from '../../src/scenario/scenario-schema.ts';

/** The default lifecycle. */
export const HAPPY_PATH: LifecycleStep[] = [
  { after: '3s', to: 'delegating' },
  { after: '9s', to: 'delegated' },
  { after: 'rental', to: 'undelegating' },
  { after: '9s', to: 'completed' },
];
