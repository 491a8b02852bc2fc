import type { AccountState, AttemptRecord, SendPlan, WebhookEvent } from '../engine/account-state.ts';
import { orderOf } from '../engine/state-lookup.ts';
import type { Corruption } from '../scenario/faults-and-corruptions.ts';
import type { Scenario } from '../scenario/scenario-schema.ts';
import { corruptionBy } from '../scenario/scripted-replies.ts';

/** From which age on an event counts as late, in account time. */
const LATE_MS = 5 * 60_000;

/** A delivery that reached the receiver. */
interface MadeDelivery {
  readonly state: AccountState;
  readonly event: WebhookEvent;
  readonly record: AttemptRecord;
}

type WebhookRule = Scenario['webhooks'][number];
type Directive = Exclude<keyof NonNullable<WebhookRule['deliver']>, 'apart'>;

/** The condition that each directive of scenario rules causes. The compiler requires an entry for every directive. */
const CAUSED = {
  copies: 'duplicated',
  drop: 'lost',
  hold_until: 'reordered',
  replay: 'replayed',
  after: 'late',
  before_response: 'before-response',
} as const satisfies Readonly<Record<Directive, string>>;

/** Conditions that depend on what the receiver responds, with what provokes them. */
const PROVOKED_BY_RECEIVER = {
  retried: 'respond with 500 to the first attempt of a webhook',
  'given-up': 'respond with 500 to every attempt of a webhook, and advance the clock',
} as const;

/** A condition under which an event is delivered, or is not. */
export type DeliveryCondition = (typeof CAUSED)[Directive] | keyof typeof PROVOKED_BY_RECEIVER;

export const DELIVERY_CONDITIONS: readonly DeliveryCondition[] = [
  ...Object.values(CAUSED),
  ...(Object.keys(PROVOKED_BY_RECEIVER) as (keyof typeof PROVOKED_BY_RECEIVER)[]),
];

/** What the receiver has to do; null for a condition that a scenario causes. */
export const provokedByReceiver = (condition: DeliveryCondition): string | null =>
  (PROVOKED_BY_RECEIVER as Partial<Record<DeliveryCondition, string>>)[condition] ?? null;

/** True if a rule causes the condition. A rule that also corrupts the delivery, or its copies, causes something else. */
export const causesCondition = (rule: WebhookRule, condition: DeliveryCondition): boolean =>
  rule.deliver !== undefined &&
  corruptionBy(rule) === null &&
  rule.corrupt_copies === undefined &&
  (Object.keys(CAUSED) as Directive[]).some(
    directive => CAUSED[directive] === condition && rule.deliver?.[directive] !== undefined,
  );

/** How a delivery differs from a genuine one; null if it does not. The first one of a reused event_id is genuine. */
export function corruptionOf(plan: SendPlan): Corruption | null {
  const isFirst = plan.kind === 'attempt' && plan.number === 1;
  return isFirst && plan.corrupt === 'same-id-other-bytes' ? null : plan.corrupt;
}

const atMsOf = ({ state, event }: MadeDelivery): number => orderOf(state, event).steps[event.step]!.atMs;

/** True if a later event of the same order was delivered before. */
function isOvertaken({ state, event, record }: MadeDelivery): boolean {
  const { steps } = orderOf(state, event);
  for (let step = event.step + 1; step < steps.length; step++) {
    const { attempts } = state.events[steps[step]!.event]!;
    if (attempts.some(one => one !== record && one.outcome.kind === 'acknowledged')) return true;
  }
  return false;
}

/** True if the same event was acknowledged before. */
const isKnown = ({ event, record }: MadeDelivery): boolean =>
  event.attempts.some(one => one !== record && one.outcome.kind === 'acknowledged');

/** The conditions under which a delivery was made. Those that are no delivery, `lost` and `given-up`, are not tested. */
export const MADE_CONDITIONS: readonly (readonly [DeliveryCondition, (made: MadeDelivery) => boolean])[] = [
  ['duplicated', ({ record: { plan } }) => plan.kind === 'copy' && plan.corrupt === null],
  ['retried', ({ record: { plan } }) => plan.kind === 'attempt' && plan.number > 1],
  ['before-response', ({ record: { plan } }) => plan.kind === 'attempt' && plan.beforeResponse],
  ['late', made => made.record.plan.kind === 'attempt' && made.record.atMs - atMsOf(made) >= LATE_MS],
  ['reordered', made => made.record.plan.kind === 'attempt' && isOvertaken(made)],
  [
    'replayed',
    made => made.record.plan.kind === 'resend' && made.record.plan.corrupt === null && isKnown(made),
  ],
];
