import { epochIdOf } from '../domain/seeded-ids.ts';
import type { EventEpoch } from './account-state.ts';

/** The epoch of a root's n-th generation. */
export const epochOf = (root: string, generation = 0): EventEpoch => ({
  root,
  generation,
  id: epochIdOf(root, generation),
});

/** The epoch that follows: events that come about in it share no id with those of an earlier one. */
export const nextEpoch = ({ root, generation }: EventEpoch): EventEpoch => epochOf(root, generation + 1);
