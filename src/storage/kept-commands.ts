import { isRefusal } from '../domain/errors.ts';
import type { Scripted } from '../engine/arrivals.ts';
import type { CommandKind, Replies } from '../engine/commands.ts';
import type { Placed } from '../engine/orders.ts';
import type { Scenario } from '../scenario/types.ts';

const remembering = new WeakMap<Scenario, boolean>();

/** True where asking a scenario about a request can leave a trace: a count, a draw, a change of the account. */
function remembers(scenario: Scenario): boolean {
  let known = remembering.get(scenario);
  if (known === undefined) {
    known = scenario.requests.some(
      ({ match, times, set }) => (match.nth ?? match.probability ?? times ?? set) !== undefined,
    );
    remembering.set(scenario, known);
  }
  return known;
}

/**
 * False where a command surely changed nothing that a replay would miss. It errs on the safe side: a command that is
 * kept for nothing costs a line, one that is missed changes what is replayed after it.
 * @param wasDue whether due work was done on the way
 */
export function changesState<Kind extends CommandKind>(
  kind: Kind,
  reply: Replies[Kind],
  wasDue: boolean,
): boolean {
  if (wasDue) return true;
  switch (kind) {
    case 'elapse':
      return false;
    case 'arrive':
      return (reply as Scripted).asked.some(remembers);
    case 'placeOrder':
      return !isRefusal(reply as Replies['placeOrder']) && !(reply as Placed).idempotent;
    default:
      return reply === null || !isRefusal(reply as Exclude<typeof reply, null>);
  }
}
