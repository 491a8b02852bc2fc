import type { WebhookRule } from '../scenario/choose-rule.ts';
import { corruptionBy, MAX_COPIES } from '../scenario/rule-effects.ts';
import type { AccountState, AttemptPlan, CopyPlan, ResendPlan, SendPlan } from './account-state.ts';

export function planKey(plan: SendPlan): string {
  switch (plan.kind) {
    case 'attempt':
      return `${plan.event}:${plan.number}`;
    case 'copy':
      return copyKey(plan.event, plan.number, plan.copy);
    case 'resend':
      return resendKey(plan.event, plan.ordinal);
  }
}

const copyKey = (event: number, number: number, copy: number): string => `${event}:${number}:${copy}`;

const resendKey = (event: number, ordinal: number): string => `${event}:resend:${ordinal}`;

/**
 * The plans of one attempt: the attempt itself and the copies that a rule adds. If the rule corrupts only the copies, the
 * result is the copies alone: the attempt follows once they were delivered, because a receiver that stores one of them may
 * then ignore the attempt.
 */
export function plansOf(event: number, number: number, rule: WebhookRule | null): SendPlan[] {
  const common = {
    event,
    corrupt: rule && corruptionBy(rule),
    source: rule?.source ?? null,
    replay: rule?.deliver?.replay ?? null,
    beforeResponse: rule?.deliver?.before_response ?? false,
  };
  const hostile = rule?.corrupt_copies;
  const copies: SendPlan[] = [];
  for (let copy = 2; copy <= (rule?.deliver?.copies ?? 1); copy++) {
    const plan = { kind: 'copy', number, copy, ...common } as const;
    copies.push(hostile === undefined ? plan : { ...plan, corrupt: hostile, ahead: true });
  }
  return hostile === undefined ? [{ kind: 'attempt', number, ...common }, ...copies] : copies;
}

/** The attempt that follows a delivery if this was the last copy ahead of it; otherwise null. */
export function attemptAfter({ inFlight }: AccountState, plan: SendPlan): AttemptPlan | null {
  if (plan.kind !== 'copy' || !plan.ahead) return null;
  const { copy, ahead, ...rest } = plan;
  return hasCopyAhead(inFlight, plan) ? null : { ...rest, kind: 'attempt', corrupt: null };
}

/** True if a copy ahead of the same attempt is in flight. Copies are looked up by key, because much can be in flight. */
function hasCopyAhead(inFlight: AccountState['inFlight'], { event, number }: CopyPlan): boolean {
  for (let copy = 2; copy <= MAX_COPIES; copy++) {
    const key = copyKey(event, number, copy);
    const plan = Object.hasOwn(inFlight, key) ? inFlight[key] : undefined;
    if (plan?.kind === 'copy' && plan.ahead) return true;
  }
  return false;
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
