import { seedEpochOf } from '../domain/seeded-ids.ts';
import type { SendPlan } from '../engine/account-state.ts';
import { planKey } from '../engine/send-plans.ts';

/*
 * Converts states of format 1. An imported snapshot may contain anything, so values that do not look like format 1 are
 * passed on unchanged, and the check of the current format refuses them.
 */

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOr = (value: unknown, change: (fields: Fields) => unknown): unknown =>
  isObject(value) ? change(value) : value;
const listOr = (value: unknown, change: (item: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(change) : value;

/** In format 1, a resend had the number 0 and its ordinal as the copy. Copy 1 was the attempt itself. */
const planOf = (plan: unknown): unknown =>
  objectOr(plan, ({ number, copy, ...rest }) => {
    if (number === 0) return { kind: 'resend', ordinal: copy, ...rest };
    if (copy === 1) return { kind: 'attempt', number, ...rest };
    return { kind: 'copy', number, copy, ...rest };
  });

const inFlightOf = (inFlight: unknown): unknown =>
  objectOr(inFlight, plans =>
    Object.fromEntries(
      Object.entries(plans).map(([key, old]) => {
        const plan = planOf(old);
        return [isObject(plan) ? planKey(plan as unknown as SendPlan) : key, plan];
      }),
    ),
  );

const heldOf = (held: unknown): unknown =>
  listOr(held, one => objectOr(one, fields => ({ ...fields, plans: listOr(fields.plans, planOf) })));

const eventOf = (seed: unknown, event: unknown): unknown =>
  objectOr(event, fields => ({
    ...fields,
    epoch: seedEpochOf(String(seed)),
    attempts: listOr(fields.attempts, attempt =>
      objectOr(attempt, one => ({ ...one, plan: planOf(one.plan) })),
    ),
  }));

/** In format 1, one task could hold several deliveries. Each becomes a task of its own. */
function tasksOf(task: unknown): unknown[] {
  if (!isObject(task) || task.kind !== 'attempt' || !Array.isArray(task.plans)) return [task];
  const { plans, ...rest } = task;
  return (plans as unknown[]).map(plan => ({ ...rest, kind: 'send', plan: planOf(plan) }));
}

const seqOf = (task: unknown): number => (isObject(task) ? Number(task.seq) : 0);

/** If one task became several, all tasks are renumbered in their old order. */
function agendaOf(agenda: unknown): unknown {
  if (!Array.isArray(agenda)) return agenda;
  const tasks = [...agenda].sort((one, other) => seqOf(one) - seqOf(other)).flatMap(tasksOf);
  if (tasks.length === agenda.length) return tasks;
  return tasks.map((task, seq) => objectOr(task, fields => ({ ...fields, seq })));
}

/** Converts an account's state from format 1 to format 2. The caller adds the epoch for future events. */
export function upgradeState(state: unknown): unknown {
  return objectOr(state, old => {
    const agenda = agendaOf(old.agenda);
    const tasks = Array.isArray(agenda) ? agenda.length : 0;
    return {
      ...old,
      format: 2,
      firstOrderId: 1,
      events: listOr(old.events, event => eventOf(old.seed, event)),
      inFlight: inFlightOf(old.inFlight),
      held: heldOf(old.held),
      agenda,
      nextTaskSeq: typeof old.nextTaskSeq === 'number' ? Math.max(old.nextTaskSeq, tasks) : old.nextTaskSeq,
    };
  });
}
