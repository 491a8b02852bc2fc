import type { ApiClient } from '../../support/api-client.ts';

/** How a client that polls takes what it is told. */
export interface FollowerHabits {
  /** Whether anything but a 200 ends the matter as failed. */
  readonly takesRefusalForFailure: boolean;
  /** The states after which it looks no more. */
  readonly final: readonly string[];
  readonly pauseMs: number;
  readonly maxPolls: number;
}

export const PATIENT: FollowerHabits = {
  takesRefusalForFailure: false,
  final: ['completed', 'failed'],
  pauseMs: 5_000,
  maxPolls: 1_000,
};
export const HASTY: FollowerHabits = { ...PATIENT, takesRefusalForFailure: true, maxPolls: 12 };

/** What a follower believes of an order in the end, and what it was answered on the way. */
export interface Followed {
  readonly belief: string;
  readonly outcomes: readonly string[];
}

/** Polls an order's status until it is sure, or out of patience. */
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
    outcomes.push(answered?.outcome ?? 'no answer');
    if (answered?.status === 200) belief = answered.data.status;
    else if (habits.takesRefusalForFailure) return { belief: 'failed', outcomes };
    if (habits.final.includes(belief)) break;
    await wait(Number(answered?.headers['retry-after'] ?? 0) * 1_000 || habits.pauseMs);
  }
  return { belief, outcomes };
}
