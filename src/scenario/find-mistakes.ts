import { findContradictoryMatches } from './find-contradictory-matches.ts';
import { findHopelessHolds } from './find-hopeless-holds.ts';
import { findUnreachableRules } from './find-unreachable-rules.ts';
import type { Mistake } from './mistake.ts';
import type { ScenarioDraft } from './scenario-types.ts';

/** Finds rules that cannot work, and rules that probably do not work as intended, in a scenario of the right form. */
export const findMistakes = (draft: ScenarioDraft): Mistake[] => [
  ...findUnreachableRules(draft),
  ...findContradictoryMatches(draft),
  ...findHopelessHolds(draft),
];
