import type { WebhookRule } from '../scenario/scenario-types.ts';
import type { AccountState, ResendPlan, SendPlan } from './account-state.ts';

/** Identifies a delivery within its account. */
export function planKey(plan: SendPlan): string {
  switch (plan.kind) {
    case 'attempt':
      return `${plan.event}:${plan.number}`;
    case 'copy':
      return `${plan.event}:${plan.number}:${plan.copy}`;
    case 'resend':
      return resendKey(plan.event, plan.ordinal);
  }
}

const resendKey = (event: number, ordinal: number): string => `${event}:resend:${ordinal}`;

/**
 * The plans of one attempt: the attempt itself, then the copies that a rule adds. Copies that alone are corrupted come
 * first, because a receiver that stores them may then ignore the attempt.
 */
export function plansOf(event: number, number: number, rule: WebhookRule | null): SendPlan[] {
  const common = {
    event,
    corrupt: rule?.corrupt ?? null,
    source: rule?.source ?? null,
    replay: rule?.deliver?.replay ?? null,
    beforeResponse: rule?.deliver?.beforeResponse ?? false,
  };
  const attempt: SendPlan = { kind: 'attempt', number, ...common };
  const corrupt = rule?.corruptCopies ?? common.corrupt;
  const replay = rule?.corruptCopies === undefined ? common.replay : null;
  const copies: SendPlan[] = [];
  for (let copy = 2; copy <= (rule?.deliver?.copies ?? 1); copy++)
    copies.push({ kind: 'copy', number, copy, ...common, corrupt, replay });
  return rule?.corruptCopies === undefined ? [attempt, ...copies] : [...copies, attempt];
}

/** The plan of a resend, with the next ordinal that no resend of its event has used. */
export function resendPlan(
  { events, inFlight }: AccountState,
  event: number,
  source: string | null,
  corrupt: SendPlan['corrupt'],
): ResendPlan {
  const used = new Set<number>();
  for (const { plan } of events[event]!.attempts) if (plan.kind === 'resend') used.add(plan.ordinal);
  let ordinal = used.size + 1;
  while (used.has(ordinal) || Object.hasOwn(inFlight, resendKey(event, ordinal))) ordinal += 1;
  return { kind: 'resend', ordinal, event, corrupt, source, replay: null, beforeResponse: false };
}
