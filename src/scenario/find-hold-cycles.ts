import { EVENT_NAMES } from '../domain/order.ts';
import type { DeliveryRule } from './delivery-rules.ts';
import { subjectCovers, subjectsMeet } from './match-containment.ts';
import { dubious, impossible, type Mistake } from './mistake.ts';

/*
 * Finds holds that wait for each other. There are only seven events, so the search is one over events, not over rules.
 */

/** A rule that holds back the first attempt of an event until another event. */
interface Hold {
  readonly of: DeliveryRule;
  readonly event: string;
  readonly until: string;
  /** True if nothing in the scenario keeps the rule from applying to the event. */
  readonly isSure: boolean;
}

/** The holds of all rules, without those for which a rule above always takes the event. */
function holdsOf(rules: readonly DeliveryRule[]): Hold[] {
  const first = rules.filter(({ isForFirstAttempt }) => isForFirstAttempt);
  return EVENT_NAMES.flatMap(event => {
    const candidates = first.filter(({ events }) => events.includes(event));
    return candidates.flatMap((of, position) => {
      const until = of.rule.deliver?.holdUntil;
      if (until === undefined) return [];
      const isTaken = candidates
        .slice(0, position)
        .some(above => !above.isLimited && subjectCovers(above.rule.match, of.rule.match));
      return isTaken ? [] : [{ of, event, until, isSure: position === 0 && !of.isLimited }];
    });
  });
}

/** A hold without its rule: what waits, and for what. */
type Wait = Pick<Hold, 'event' | 'until'>;

/** The shortest chain from what `start` waits for back to its own event; null if there is none. */
function chainBack(start: Wait, waits: readonly Wait[]): readonly Wait[] | null {
  const chains = new Map<string, readonly Wait[]>([[start.until, [start]]]);
  for (const [reached, chain] of chains) {
    if (reached === start.event) return chain;
    for (const next of waits) {
      if (next.event === reached && !chains.has(next.until)) chains.set(next.until, [...chain, next]);
    }
  }
  return null;
}

/** The waits of some holds, each pair of events once. */
function waitsOf(holds: Iterable<Hold>): Wait[] {
  const known = new Map<string, Set<string>>();
  const waits: Wait[] = [];
  for (const { event, until } of holds) {
    const events = known.get(until) ?? new Set();
    if (events.has(event)) continue;
    known.set(until, events.add(event));
    waits.push({ event, until });
  }
  return waits;
}

interface Cycle {
  readonly hold: Hold;
  readonly waits: readonly Wait[];
}

/** The cycles in which every hold applies to all orders to which this one applies. */
const certainCycles = (holds: readonly Hold[]): Cycle[] => {
  const sure = holds.filter(({ isSure }) => isSure);
  return sure.flatMap(hold => {
    const others = sure.filter(({ of }) => subjectCovers(of.rule.match, hold.of.rule.match));
    const waits = chainBack(hold, waitsOf(others));
    return waits ? [{ hold, waits }] : [];
  });
};

/** The cycles of holds that can apply to the same orders. */
function possibleCycles(holds: readonly Hold[]): Cycle[] {
  const byRule = new Map<DeliveryRule, Hold[]>();
  for (const hold of holds) byRule.set(hold.of, [...(byRule.get(hold.of) ?? []), hold]);
  return [...byRule].flatMap(([rule, own]) => {
    const meeting = [...byRule.keys()].filter(other => subjectsMeet(other.rule.match, rule.rule.match));
    const waits = waitsOf(meeting.flatMap(other => byRule.get(other)!));
    return own.flatMap(hold => {
      const cycle = chainBack(hold, waits);
      return cycle ? [{ hold, waits: cycle }] : [];
    });
  });
}

function describeCycle({ hold, waits }: Cycle): string {
  if (waits.length === 1) {
    return `this rule also holds back ${hold.event} itself, which then waits for itself; name other events in match.event, or add a rule for ${hold.event} above it`;
  }
  const chain = waits.map(({ event, until }) => `${event} waits for ${until}`).join(' and ');
  return `${chain}, so none of them is ever sent; remove one of these holds`;
}

/** Reports the holds that wait for each other, once for the same events. */
export function findHoldCycles(rules: readonly DeliveryRule[]): Mistake[] {
  const holds = holdsOf(rules);
  const reported = new Set<string>();
  const report = (cycles: readonly Cycle[], mistake: typeof dubious): Mistake[] =>
    cycles.flatMap(cycle => {
      const events = String(cycle.waits.map(({ event }) => event).sort());
      if (reported.has(events)) return [];
      reported.add(events);
      return [mistake(['webhooks', cycle.hold.of.index, 'deliver', 'hold_until'], describeCycle(cycle))];
    });
  return [
    ...report(certainCycles(holds), impossible),
    ...report(possibleCycles(holds), (path, message) => dubious(path, `where these rules apply: ${message}`)),
  ];
}
