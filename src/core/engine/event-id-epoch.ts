import { epochIdOf } from '../domain/seeded-ids.ts';
import type { EventEpoch } from './account-state.ts';

/** The epoch of a generation of a root. */
export const epochOf = (root: string, generation = 0): EventEpoch => ({
  root,
  generation,
  id: epochIdOf(root, generation),
});

/** The following epoch. The ids of its events differ from those of all earlier epochs. */
export const nextEpoch = ({ root, generation }: EventEpoch): EventEpoch => epochOf(root, generation + 1);
