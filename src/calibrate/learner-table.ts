import { ASSUMPTIONS } from '../domain/assumptions.ts';
import type { Knowledge } from './knowledge.ts';
import { learnBodies } from './learners/bodies.ts';
import { learnCustomEnergy } from './learners/custom-energy.ts';
import type { Learner } from './learners/learner.ts';
import { learnLifecycle } from './learners/lifecycle.ts';
import { learnOrders } from './learners/orders.ts';
import { learnPackages } from './learners/packages.ts';
import { learnPaths } from './learners/paths.ts';
import { learnPrices } from './learners/prices.ts';
import { learnRateLimit } from './learners/rate-limit.ts';
import { learnRecipients } from './learners/recipients.ts';
import { learnRepeats } from './learners/repeats.ts';
import { learnTimeZone } from './learners/time-zone.ts';
import { learnViolations } from './learners/violations.ts';
import { learnWebhooks } from './learners/webhooks.ts';
import { type LearnedRow, notObserved } from './verdicts.ts';

/** All learners. */
export const LEARNERS: readonly Learner[] = [
  learnPaths,
  learnRateLimit,
  learnBodies,
  learnViolations,
  learnCustomEnergy,
  learnPackages,
  learnPrices,
  learnRecipients,
  learnRepeats,
  learnOrders,
  learnTimeZone,
  learnLifecycle,
  learnWebhooks,
];

/** Rows that no learner has, and why traffic cannot settle them. */
export const UNLEARNABLE: Readonly<Record<string, string>> = {
  rate_limit_clock: 'it is about the clock of the sandbox',
  trusted_proxies: 'it is about the machine on which the sandbox runs',
  ip_lists: 'the list of a key cannot be seen from outside',
  request_head: 'requests with such a head are not made by clients',
  unknown_scenario: 'the service has no scenarios',
  scripted_bulk: 'the service has no scenarios',
  operation_ids: 'they are names of this package',
  manual_clock_start: 'it is about the clock of the sandbox',
};

/** Judges every row of the register, in its order. */
export function learnAll(knowledge: Knowledge): readonly LearnedRow[] {
  const learned = new Map(LEARNERS.flatMap(learn => learn(knowledge)).map(one => [one.row, one]));
  return ASSUMPTIONS.map(({ name }) => learned.get(name) ?? notObserved(name, UNLEARNABLE[name] ?? ''));
}
