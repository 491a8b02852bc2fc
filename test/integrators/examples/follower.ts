import type { ApiClient } from '../../support/api-client.ts';

/** How a polling client behaves. */
export interface FollowerHabits {
  /** Whether it treats any response except a 200 as a failed order. */
  readonly takesRefusalForFailure: boolean;
  /** The statuses after which it stops polling. */
  readonly final: readonly string[];
  readonly pauseMs: number;
  /** The pause while an order is delegated, which takes an hour. */
  readonly pauseWhileDelegatedMs: number;
  readonly maxPolls: number;
}

export const PATIENT: FollowerHabits = {
  takesRefusalForFailure: false,
  final: ['completed', 'failed'],
  pauseMs: 5_000,
  pauseWhileDelegatedMs: 60_000,
  maxPolls: 1_000,
};
export const HASTY: FollowerHabits = { ...PATIENT, takesRefusalForFailure: true, maxPolls: 12 };

/** The status that a client concluded for an order, and the outcomes of its requests. */
export interface Followed {
  readonly belief: string;
  readonly outcomes: readonly string[];
}

/** Polls an order's status until it is final, or the limit of polls is reached. */
export async function follow(
  api: ApiClient,
  orderId: number,
  wait: (ms: number) => Promise<unknown>,
  habits: FollowerHabits = PATIENT,
): Promise<Followed> {
  const outcomes: string[] = [];
  let belief = 'unknown';
  for (let poll = 0; poll < habits.maxPolls; poll++) {
    const answered = await api.status({ id: orderId }).catch(() => null);
    outcomes.push(answered?.outcome ?? 'no response');
    if (answered?.status === 200) belief = answered.data.status;
    else if (habits.takesRefusalForFailure) return { belief: 'failed', outcomes };
    if (habits.final.includes(belief)) break;
    const pauseMs = belief === 'delegated' ? habits.pauseWhileDelegatedMs : habits.pauseMs;
    await wait(Number(answered?.headers['retry-after'] ?? 0) * 1_000 || pauseMs);
  }
  return { belief, outcomes };
}
