import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountState, Task } from '../../../src/core/engine/account-state.ts';
import { Agenda } from '../../../src/core/engine/agenda.ts';

const empty = (): AccountState => ({ agenda: [], nextTaskSeq: 0 }) as unknown as AccountState;

const takeAll = (agenda: Agenda, byMs: number): Task[] => {
  const taken: Task[] = [];
  for (let task = agenda.takeDue(byMs); task; task = agenda.takeDue(byMs)) taken.push(task);
  return taken;
};

const instants = fc.array(fc.nat(20), { maxLength: 60 });

test('work runs in the order of its due time, then in the order in which it was scheduled', () => {
  fc.assert(
    fc.property(instants, dueMs => {
      const agenda = new Agenda(empty());
      dueMs.forEach((atMs, order) => {
        agenda.enter(atMs, { kind: 'refund', order });
      });
      const expected = dueMs
        .map((atMs, order) => ({ atMs, order }))
        .sort((a, b) => a.atMs - b.atMs || a.order - b.order);
      const taken = takeAll(agenda, 20).map(task => ({
        atMs: task.dueMs,
        order: (task as { order: number }).order,
      }));
      expect(taken).toEqual(expected);
    }),
  );
});

test('work that is not due stays, and the next due time is known', () => {
  fc.assert(
    fc.property(instants, fc.nat(20), (dueMs, nowMs) => {
      const agenda = new Agenda(empty());
      for (const atMs of dueMs) agenda.enter(atMs, { kind: 'refund', order: 1 });
      takeAll(agenda, nowMs);
      const later = dueMs.filter(atMs => atMs > nowMs);
      expect(agenda.nextDueMs()).toBe(later.length === 0 ? null : Math.min(...later));
    }),
  );
});

test('an agenda that is created from a copy of its state continues in the same order', () => {
  fc.assert(
    fc.property(instants, fc.nat(20), (dueMs, nowMs) => {
      const state = empty();
      const agenda = new Agenda(state);
      dueMs.forEach((atMs, order) => {
        agenda.enter(atMs, { kind: 'refund', order });
      });
      takeAll(agenda, nowMs);
      const copy = new Agenda(JSON.parse(JSON.stringify(state)) as AccountState);
      expect(takeAll(copy, 20)).toEqual(takeAll(agenda, 20));
    }),
  );
});

test('work that is withdrawn does not run, and the order of the rest stays the same', () => {
  fc.assert(
    fc.property(instants, fc.nat(4), (dueMs, every) => {
      const isObsolete = (task: Task): boolean => (task as { order: number }).order % 5 === every;
      const agenda = new Agenda(empty());
      const complete = new Agenda(empty());
      dueMs.forEach((atMs, order) => {
        agenda.enter(atMs, { kind: 'refund', order });
        complete.enter(atMs, { kind: 'refund', order });
      });
      expect(agenda.withdraw(isObsolete)).toBe(dueMs.length > every);
      const expected = takeAll(complete, 20).filter(task => !isObsolete(task));
      expect(takeAll(agenda, 20)).toEqual(expected);
    }),
  );
});
