import { isLegalEdge, type OrderStatus, TRANSITIONS } from '../../domain/order.ts';
import { livesOf, type ObservedLife, type Timing, timingsOf } from '../lifecycles.ts';
import { durationText, summaryText } from '../statistics.ts';
import { fromTrials, type LearnedRow, type Trial } from '../verdicts.ts';
import type { Learner } from './learner.ts';

/** True if a state can follow another one, directly or after states that were not seen. */
function isReachable(from: OrderStatus, to: OrderStatus, visited: readonly OrderStatus[] = []): boolean {
  return TRANSITIONS[from].some(
    next => next === to || (!visited.includes(next) && isReachable(next, to, [...visited, from])),
  );
}

/** Direct transitions confirm the table; a state that cannot follow at all contradicts it. */
function transitions(lives: readonly ObservedLife[]): LearnedRow {
  const trials = lives.flatMap(({ steps }) =>
    steps.slice(1).flatMap((step, index): Trial[] => {
      const from = steps[index]!.status;
      const isDirect = isLegalEdge(from, step.status);
      if (!isDirect && isReachable(from, step.status)) return [];
      const observed = `${from} to ${step.status}`;
      return [
        {
          exchange: step.label,
          field: 'body.data.status',
          observed,
          assumed: 'a listed transition',
          holds: isDirect,
        },
      ];
    }),
  );
  return fromTrials('transitions', trials);
}

const RENTAL = 'rental';

/** The delays of the happy path, in milliseconds. */
const ASSUMED: Readonly<Record<string, number | typeof RENTAL>> = {
  'processing delegating': 3_000,
  'delegating delegated': 9_000,
  'delegated undelegating': RENTAL,
  'undelegating completed': 9_000,
};

const TOLERANCE_MS = 1_000;

function delayTrial({ from, to, summary, overRental, label }: Timing): Trial[] {
  const assumed = ASSUMED[`${from} ${to}`];
  if (assumed === undefined) return [];
  const isRental = assumed === RENTAL;
  const offMs = isRental ? (overRental?.median ?? 0) : summary.median - assumed;
  return [
    {
      exchange: label,
      field: `${from} to ${to}`,
      observed: summaryText(summary),
      assumed: isRental ? 'the rental duration' : durationText(assumed),
      holds: Math.abs(offMs) <= TOLERANCE_MS,
    },
  ];
}

/** How orders live. */
export const learnLifecycle: Learner = knowledge => {
  const lives = livesOf(knowledge);
  return [transitions(lives), fromTrials('lifecycle_delays', timingsOf(lives).flatMap(delayTrial))];
};
