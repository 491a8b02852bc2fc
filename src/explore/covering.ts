import { canCombine, type Effects, effectsIn } from './combination.ts';
import type { Disturbance } from './disturbances.ts';

/** Two disturbances to be tried at once. */
export interface Pair {
  readonly parts: readonly [Disturbance, Disturbance];
  /** What each of them does beside the other. */
  readonly effects: Effects;
}

/** All pairs of disturbances that can be combined, in the order of the list. */
export const pairsOf = (list: readonly Disturbance[]): Pair[] =>
  list.flatMap((one, index) =>
    list
      .slice(index + 1)
      .map(other => [one, other] as const)
      .filter(canCombine)
      .map(parts => ({ parts, effects: effectsIn(parts) })),
  );

/** The pairs that a combination tries: each part does in it all that it does beside the other part alone. */
export function pairsIn(row: readonly Disturbance[], pairs: readonly Pair[]): Pair[] {
  const effects = effectsIn(row);
  return pairs.filter(pair =>
    [...pair.effects].every(([id, slots]) => [...slots].every(slot => effects.get(id)?.has(slot))),
  );
}

/**
 * A combination that tries the first of the pairs, which is allowed, and, greedily, as many of the others as possible.
 * @param isAllowed false for combinations that must not be tried
 */
function combinationFor(
  pairs: readonly Pair[],
  isAllowed: (row: readonly Disturbance[]) => boolean,
): readonly Disturbance[] {
  const items = [...new Set(pairs.flatMap(({ parts }) => parts))];
  let row: readonly Disturbance[] = pairs[0]!.parts;
  let covered = pairsIn(row, pairs).length;
  for (;;) {
    const longer = items
      .filter(item => !row.includes(item))
      .map(item => [...row, item])
      .filter(one => canCombine(one) && isAllowed(one))
      .map(one => ({ row: one, covered: pairsIn(one, pairs).length }))
      .filter(one => one.covered > covered)
      .sort((a, b) => b.covered - a.covered)[0];
    if (!longer) return row;
    ({ row, covered } = longer);
  }
}

/**
 * A covering array: combinations that together try all pairs that are allowed, with far fewer runs than one for each.
 * Those that try the first pairs of the list come first. It depends on nothing but its arguments.
 */
export function* coveringArray(
  pairs: readonly Pair[],
  isAllowed: (row: readonly Disturbance[]) => boolean,
): Generator<readonly Disturbance[]> {
  let left = pairs.filter(pair => isAllowed(pair.parts));
  while (left.length > 0) {
    const row = combinationFor(left, isAllowed);
    const covered = new Set(pairsIn(row, left));
    left = left.filter(pair => !covered.has(pair));
    yield row;
  }
}
