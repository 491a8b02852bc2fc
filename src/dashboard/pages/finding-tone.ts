import type { Schemas } from '../api.ts';
import type { Tone } from '../parts/pill.tsx';

const TONES: Readonly<Record<Schemas['Finding']['severity'], Tone>> = {
  error: 'bad',
  warning: 'warn',
  info: 'calm',
};

/** The color of a finding. */
export const severityTone = (severity: Schemas['Finding']['severity']): Tone => TONES[severity];
