import { findContradictoryMatches } from './find-contradictory-matches.ts';
import { findHopelessHolds } from './find-hopeless-holds.ts';
import { findUnreachableRules } from './find-unreachable-rules.ts';
import type { Mistake } from './mistake.ts';
import type { ScenarioDraft } from './scenario-types.ts';

/** The steps of finding rules that cannot work, and rules that probably do not work as intended. */
export function* findMistakes(draft: ScenarioDraft): Generator<undefined, Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const find of [findUnreachableRules, findContradictoryMatches, findHopelessHolds]) {
    mistakes.push(...find(draft));
    yield;
  }
  return mistakes;
}
