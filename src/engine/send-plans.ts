import type { WebhookRule } from '../scenario/scenario-types.ts';
import type { AccountState, AttemptPlan, ResendPlan, SendPlan, WebhookEvent } from './account-state.ts';

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
 * The plans of one attempt: the attempt itself and the copies that a rule adds. Of copies that alone are corrupted, the
 * attempt is not part: it follows once they were delivered, because a receiver that stores them may then ignore it.
 */
export function plansOf(event: number, number: number, rule: WebhookRule | null): SendPlan[] {
  const common = {
    event,
    corrupt: rule?.corrupt ?? null,
    source: rule?.source ?? null,
    replay: rule?.deliver?.replay ?? null,
    beforeResponse: rule?.deliver?.beforeResponse ?? false,
  };
  const corrupt = rule?.corruptCopies ?? common.corrupt;
  const copies: SendPlan[] = [];
  for (let copy = 2; copy <= (rule?.deliver?.copies ?? 1); copy++)
    copies.push({ kind: 'copy', number, copy, ...common, corrupt });
  return rule?.corruptCopies === undefined ? [{ kind: 'attempt', number, ...common }, ...copies] : copies;
}

/**
 * The attempt that follows a delivery, if that was the last of the copies which come before their attempt; otherwise
 * null.
 */
export function attemptAfter(
  { inFlight }: AccountState,
  event: WebhookEvent,
  plan: SendPlan,
): AttemptPlan | null {
  if (plan.kind !== 'copy') return null;
  const { copy, ...rest } = plan;
  const attempt: AttemptPlan = { ...rest, kind: 'attempt', corrupt: null };
  const isSame = (one: SendPlan): boolean =>
    one.kind !== 'resend' && one.event === plan.event && one.number === plan.number;
  if (event.attempts.some(one => one.plan.kind === 'attempt' && isSame(one.plan))) return null;
  return Object.values(inFlight).some(isSame) ? null : attempt;
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
