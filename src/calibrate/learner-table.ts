import { ASSUMPTIONS } from '../domain/assumptions.ts';
import type { Knowledge } from './knowledge.ts';
import { BODIES } from './learners/bodies.ts';
import { CUSTOM_ENERGY } from './learners/custom-energy.ts';
import type { Learner } from './learners/learner.ts';
import { LIFECYCLE } from './learners/lifecycle.ts';
import { ORDERS } from './learners/orders.ts';
import { PACKAGES } from './learners/packages.ts';
import { PATHS } from './learners/paths.ts';
import { PRICES } from './learners/prices.ts';
import { RATE_LIMIT } from './learners/rate-limit.ts';
import { RECIPIENTS } from './learners/recipients.ts';
import { REPEATS } from './learners/repeats.ts';
import { TIME_ZONE } from './learners/time-zone.ts';
import { VIOLATIONS } from './learners/violations.ts';
import { WEBHOOKS } from './learners/webhooks.ts';
import { type LearnedRow, notObserved } from './verdicts.ts';

/** All learners. */
export const LEARNERS: readonly Learner[] = [
  PATHS,
  RATE_LIMIT,
  BODIES,
  VIOLATIONS,
  CUSTOM_ENERGY,
  PACKAGES,
  PRICES,
  RECIPIENTS,
  REPEATS,
  ORDERS,
  TIME_ZONE,
  LIFECYCLE,
  WEBHOOKS,
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
  const learned = new Map(LEARNERS.flatMap(({ learn }) => learn(knowledge)).map(one => [one.row, one]));
  return ASSUMPTIONS.map(({ name }) => learned.get(name) ?? notObserved(name, UNLEARNABLE[name] ?? ''));
}
