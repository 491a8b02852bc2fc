import { z } from 'zod';
import { DEFAULT_SETTINGS } from '../domain/assumptions.ts';
import { completerOf } from '../domain/schema-defaults.ts';
import { storedScenario } from '../scenario/scenario-schema.ts';
import type { AccountState } from './account-state.ts';
import type { CommandKind, Commands } from './engine.ts';
import { NO_FIELDS, type RequestFields } from './request/service-request.ts';
import { attemptRecord, ROWS, stateSchema } from './state-schema.ts';

/*
 * Gives what an older version wrote the fields that it lacks: to the state in a data folder or a snapshot, and to the
 * commands in a log. A field that a schema has gained has a default there, and nothing else has to know it.
 */

const completeRows = completerOf(stateSchema);

/** Completes a state that was read or given, in place, so that this version can continue it. It may be invalid. */
export function completeState<State extends Pick<AccountState, 'settings' | 'origin'>>(state: State): State {
  completeRows?.(state);
  const { settings, origin } = state;
  return {
    ...state,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    origin: { ...origin, settings: { ...DEFAULT_SETTINGS, ...origin?.settings } },
  };
}

/** The parameters of commands that are rows of the state. */
const ROWS_OF_COMMANDS: { readonly [Kind in CommandKind]?: { [Name in keyof Commands[Kind]]?: z.ZodType } } =
  {
    handle: { header: storedScenario },
    placeOrder: { picked: storedScenario },
    recordAttempt: { plan: attemptRecord.shape.plan, outcome: attemptRecord.shape.outcome },
    setScenarios: { scenarios: z.array(storedScenario) },
    keepScenario: { scenario: storedScenario },
    addKey: { key: ROWS.keys },
  };

const completers = new Map(
  Object.entries(ROWS_OF_COMMANDS).map(([kind, shape]) => [kind, completerOf(z.object(shape))]),
);

const completeFields = (fields: RequestFields): RequestFields => ({ ...NO_FIELDS, ...fields });

/** A command of a log with the fields that it lacks. */
export function completeCommand<Kind extends CommandKind>(
  kind: Kind,
  command: Commands[Kind],
): Commands[Kind] {
  completers.get(kind)?.(command);
  if (!('fields' in command)) return command;
  const { fields, items } = command as { fields: RequestFields; items?: readonly RequestFields[] };
  const completed = { ...command, fields: completeFields(fields) };
  return items?.length ? { ...completed, items: items.map(completeFields) } : completed;
}
