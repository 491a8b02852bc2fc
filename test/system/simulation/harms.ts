import type { AccountState } from '../../../src/core/engine/account-state.ts';

type Mutable<T> = T extends object ? { -readonly [Field in keyof T]: Mutable<T[Field]> } : T;
export type MutableState = Mutable<AccountState>;

/** Damages a state, or returns false or undefined if there is nothing to damage yet. */
export type Harm = (state: MutableState) => boolean | undefined;

/** All kinds of damage that the checks must detect. */
export const HARMS: Readonly<Record<string, Harm>> = {
  'a doubled refund': state => {
    const row = state.ledger.find(one => one.kind === 'refund');
    if (row) state.ledger.push({ ...row, atMs: state.nowMs, balanceSun: state.balanceSun + row.amountSun });
    if (row) state.balanceSun += row.amountSun;
    return row !== undefined;
  },
  'a debit that is missing': state => {
    const place = state.ledger.findIndex(one => one.kind === 'debit');
    if (place >= 0) state.ledger.splice(place, 1);
    return place >= 0;
  },
  'a balance that differs from its ledger': state => {
    state.balanceSun += 1;
    return true;
  },
  'an illegal transition': state => {
    const order = state.orders.find(one => one.steps.at(-1)?.status === 'delegated');
    if (order) {
      order.steps.push({
        status: 'failed',
        atMs: state.nowMs,
        event: state.events.length,
        cause: 'sabotage',
      });
      state.events.push({
        orderId: order.id,
        step: order.steps.length - 1,
        epoch: state.epoch.id,
        state: 'unsent',
        attempts: [],
      });
    }
    return order !== undefined;
  },
  'a status change without an event': state => state.orders.length > 0 && state.events.pop() !== undefined,
  'a second event of one status change': state => {
    const event = state.events.at(-1);
    if (event) state.events.push({ ...event, state: 'unsent' });
    return event !== undefined;
  },
  'an attempt that is numbered twice': state => {
    const event = state.events.find(one => one.attempts.length > 0);
    if (event) event.attempts = [...event.attempts, event.attempts[0]!];
    return event !== undefined;
  },
  'a delivery that is lost': state => {
    const [name] = Object.keys(state.inFlight);
    if (name) delete state.inFlight[name];
    return name !== undefined;
  },
  'an event that is stuck': state => {
    const event = state.events.find(one => one.state === 'scheduled');
    if (event) event.state = 'held';
    return event !== undefined;
  },
  'work that is out of order': state => {
    const last = state.agenda.at(-1);
    if (state.agenda.length > 1) last!.dueMs = state.nowMs;
    return state.agenda.length > 1;
  },
  'a step that is lost': state => {
    const place = state.agenda.findIndex(
      task => task.kind === 'step' && state.orders[task.order - 1]!.position >= 0,
    );
    if (place !== 0 || state.agenda.length > 1) return false;
    return state.agenda.pop() !== undefined;
  },
  'time that goes back': state => {
    state.nowMs -= 60_000;
    return state.ledger.length > 1;
  },
  'an event whose content changes': state => {
    const order = state.orders.find(one => one.steps.length > 1);
    if (order) order.energyAmount += 1;
    return order !== undefined;
  },
  'two orders with the same external_id': state => {
    const named = state.orders.filter(one => one.externalId !== null);
    if (named.length > 1) named[1]!.externalId = named[0]!.externalId;
    return named.length > 1;
  },
};
