import { type CheckStep, shapeSteps } from '../../storage/account-schema/problems.ts';
import type { SnapshotState } from '../named-snapshots.ts';
import { accountSteps } from './account.ts';
import { eventStateSteps, eventSteps } from './events.ts';
import { ledgerSteps } from './ledger.ts';
import { orderSteps } from './orders.ts';
import { agendaSteps, heldSteps, inFlightSteps } from './pending.ts';
import { Sendings } from './sendings.ts';

/**
 * Checks that a value is a valid state of an account: first its shape, then its consistency. Each step takes little
 * time, and the total time is linear in the size of the state.
 */
export function* stateSteps(value: unknown): Generator<CheckStep> {
  yield* shapeSteps(value, 'snapshot');
  const state = value as SnapshotState;
  const sendings = new Sendings(state);
  yield* accountSteps(state);
  yield* orderSteps(state);
  yield* eventSteps(state, sendings);
  yield* ledgerSteps(state);
  yield* inFlightSteps(state, sendings);
  yield* heldSteps(state, sendings);
  yield* agendaSteps(state, sendings);
  yield* eventStateSteps(state, sendings);
}
