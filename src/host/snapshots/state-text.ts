import { crc32 } from 'node:zlib';
import type { AccountState, Order, WebhookEvent } from '../../core/engine/account-state.ts';
import type { HostClock } from '../node/host-clock.ts';
import { checksumText } from '../storage/durable-files.ts';

/*
 * Converts the state of an account to JSON text row by row and back, so that an account of any size can be stored and
 * restored without delaying requests. The state is captured first, so that the account can change meanwhile.
 */

/** The state in a named snapshot: without the epoch, so that a restore never repeats the id of an event. */
export type SnapshotState = Omit<AccountState, 'epoch'>;

interface Section {
  readonly name: string;
  readonly rows: number;
  readonly row: (index: number) => string;
}

/** An account's state at one instant, which can be written while the account changes. */
interface CapturedState {
  readonly headText: string;
  readonly sections: readonly Section[];
}

/** The keyed collections. Their rows are key-value pairs. */
export const KEYED: readonly string[] = ['counters', 'inFlight', 'wallets'] satisfies (keyof AccountState)[];

const section = (name: keyof AccountState, rows: number, value: (index: number) => unknown): Section => ({
  name,
  rows,
  row: index => JSON.stringify(value(index)),
});

const unchangingSection = (name: keyof AccountState, rows: readonly unknown[]): Section =>
  section(name, rows.length, index => rows[index]);

/** Only the position and refund of an order change, and its list of steps grows. */
function captureOrders(orders: readonly Order[]): Section {
  const rows = orders.length;
  const stepCounts = new Uint32Array(rows);
  const positions = new Int32Array(rows);
  const refunds: Order['refund'][] = new Array(rows);
  for (let index = 0; index < rows; index++) {
    const order = orders[index]!;
    stepCounts[index] = order.steps.length;
    positions[index] = order.position;
    refunds[index] = order.refund;
  }
  return section('orders', rows, index => ({
    ...orders[index]!,
    position: positions[index]!,
    refund: refunds[index]!,
    steps: orders[index]!.steps.slice(0, stepCounts[index]),
  }));
}

/** Only the state and the list of attempts of an event change. The list is replaced as a whole. */
function captureEvents(events: readonly WebhookEvent[]): Section {
  const rows = events.length;
  const states: WebhookEvent['state'][] = new Array(rows);
  const attempts: WebhookEvent['attempts'][] = new Array(rows);
  for (let index = 0; index < rows; index++) {
    states[index] = events[index]!.state;
    attempts[index] = events[index]!.attempts;
  }
  return section('events', rows, index => ({
    ...events[index]!,
    state: states[index]!,
    attempts: attempts[index]!,
  }));
}

/**
 * Captures a state in a fraction of the time that writing it takes: it copies only what can change, and notes the
 * length of each list that only grows.
 */
export function captureState(state: AccountState): CapturedState {
  const {
    ledger,
    orders,
    events,
    lifecycles,
    picked,
    agenda,
    held,
    counters,
    inFlight,
    ownScenarios,
    transactions,
    wallets,
    ...head
  } = state;
  const counts = Object.entries(counters).map(([key, count]) => [key, { ...count }]);
  return {
    headText: JSON.stringify(head),
    sections: [
      unchangingSection('ledger', ledger),
      captureOrders(orders),
      captureEvents(events),
      unchangingSection('lifecycles', lifecycles),
      unchangingSection('picked', picked),
      unchangingSection('agenda', [...agenda]),
      unchangingSection('held', [...held]),
      unchangingSection('counters', counts),
      unchangingSection('inFlight', Object.entries(inFlight)),
      ...(ownScenarios ? [unchangingSection('ownScenarios', ownScenarios)] : []),
      ...(transactions ? [unchangingSection('transactions', [...transactions])] : []),
      ...(wallets ? [unchangingSection('wallets', Object.entries(wallets))] : []),
    ],
  };
}

const PIECE_LENGTH = 64 * 1024;

/** A part of the text: rows of a section, or what is between them. */
interface Piece {
  readonly bytes: Buffer;
  /** The name of the section whose rows it has; null for none. */
  readonly rowsOf: string | null;
}

export interface StateText {
  readonly pieces: readonly Piece[];
  readonly bytes: number;
  /** The CRC-32 of the text, as eight hexadecimal digits. */
  readonly checksum: string;
}

/** Each step adds one row. */
export function* stateTextSteps({ headText, sections }: CapturedState): Generator<undefined, StateText> {
  const pieces: Piece[] = [];
  let bytes = 0;
  let checksum = 0;
  const add = (text: string, rowsOf: string | null = null): void => {
    const piece = { bytes: Buffer.from(text), rowsOf };
    pieces.push(piece);
    bytes += piece.bytes.length;
    checksum = crc32(piece.bytes, checksum);
  };
  add(headText.slice(0, -1));
  for (const { name, rows, row } of sections) {
    const isKeyed = KEYED.includes(name);
    add(`,${JSON.stringify(name)}:${isKeyed ? '{' : '['}`);
    let text = '';
    for (let index = 0; index < rows; index++) {
      text += (index === 0 ? '' : ',') + (isKeyed ? memberText(row(index)) : row(index));
      if (text.length >= PIECE_LENGTH) {
        add(text, name);
        text = '';
      }
      yield;
    }
    add(text, name);
    add(isKeyed ? '}' : ']');
  }
  add('}');
  return { pieces, bytes, checksum: checksumText(checksum) };
}

function memberText(pairText: string): string {
  const [key] = JSON.parse(pairText) as [string];
  const keyText = JSON.stringify(key);
  return `${keyText}:${pairText.slice(keyText.length + 2, -1)}`;
}

/** Parses the text of a state piece by piece, so that a large one does not delay requests. */
export async function parseState(clock: HostClock, pieces: readonly Piece[]): Promise<SnapshotState> {
  const state = JSON.parse(`${pieces[0]!.bytes.toString()}}`) as Record<string, unknown>;
  const entries: Record<string, [string, unknown][]> = {};
  for (const { bytes, rowsOf } of pieces) {
    if (rowsOf === null) continue;
    const rows = bytes.toString().replace(/^,/, '');
    const isKeyed = KEYED.includes(rowsOf);
    entries[rowsOf] ??= [];
    const parsed = JSON.parse(isKeyed ? `{${rows}}` : `[${rows}]`) as object;
    for (const entry of Object.entries(parsed)) entries[rowsOf].push(entry);
    await clock.yieldToEventLoop();
  }
  for (const [name, pairs] of Object.entries(entries)) {
    state[name] = KEYED.includes(name) ? Object.fromEntries(pairs) : pairs.map(([, row]) => row);
  }
  return state as unknown as SnapshotState;
}
