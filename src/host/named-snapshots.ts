import { crc32 } from 'node:zlib';
import { nextEpoch } from '../core/domain/ids.ts';
import { type Account, withDefaultSettings } from '../core/engine/account.ts';
import type { AccountState, ApiKey } from '../core/engine/account-state.ts';
import type { Core } from './core.ts';
import type { HostClock } from './node/host-clock.ts';
import { runInSlices } from './node/slices.ts';
import type { StateProblem } from './snapshot-check.ts';
import { type CapturedState, captureState, KEYED } from './storage/capture-state.ts';
import { checksumText } from './storage/durable-files.ts';

/** The format of the snapshots that this version exports and imports. */
export const SNAPSHOT_FORMAT = 2;

/** The state in a snapshot: without the epoch, so that a restore never repeats the id of an event. */
export type SnapshotState = Omit<AccountState, 'epoch'>;

/** A snapshot to import, which can contain anything. */
export interface SnapshotFile {
  readonly format: number;
  readonly account: string;
  /** As `NamedSnapshot.checksum`. Absent in a file of a version that exported none. */
  readonly checksum?: string;
  readonly state: object;
}

/** A stored snapshot. Its state is serialized, so that it cannot be changed, in pieces of about 64 KiB. */
export interface NamedSnapshot {
  readonly name: string;
  readonly account: string;
  readonly takenAtMs: number;
  readonly balanceSun: number;
  readonly orders: number;
  readonly events: number;
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
  /** The CRC-32 of the state's text, as eight hexadecimal digits: it shows whether an exported snapshot was changed. */
  readonly checksum: string;
}

/** The maximum size of all named snapshots of an account together. */
export const MAX_SNAPSHOT_BYTES = 256 * 1024 * 1024;

/** A snapshot for which its account has no room. The message says how to make some. */
export class SnapshotLimitError extends Error {
  override readonly name = 'SnapshotLimitError';
}

/** A snapshot that cannot be imported. */
export class SnapshotInvalidError extends Error {
  override readonly name = 'SnapshotInvalidError';
  /** The part of the file that is wrong, such as `state.orders[0].id`. */
  readonly path: string;

  constructor({ path, message }: StateProblem) {
    super(message);
    this.path = path;
  }
}

/** A state that was captured, and what is shown of it. */
interface CapturedSnapshot {
  readonly account: string;
  readonly takenAtMs: number;
  readonly balanceSun: number;
  readonly orders: number;
  readonly events: number;
  readonly state: CapturedState;
}

function captured(
  state: SnapshotState,
): Pick<CapturedSnapshot, 'balanceSun' | 'orders' | 'events' | 'state'> {
  const { balanceSun, orders, events, keys } = state;
  // JSON leaves out the epoch.
  const shared = { ...state, keys: keys.map(withoutHint), epoch: undefined } as unknown as AccountState;
  return { balanceSun, orders: orders.length, events: events.length, state: captureState(shared) };
}

/** @throws SnapshotLimitError if an account has no room for a snapshot that is new or replaces one */
export function checkSnapshotLimits(
  kept: ReadonlyMap<string, Pick<NamedSnapshot, 'name' | 'bytes'>>,
  name: string,
  bytes: number,
): void {
  const others = [...kept.values()].filter(one => one.name !== name);
  const total = others.reduce((sum, one) => sum + one.bytes, bytes);
  if (total > MAX_SNAPSHOT_BYTES) {
    throw new SnapshotLimitError(
      `with this one, the snapshots of the account would have ${total} bytes, and the maximum is ${MAX_SNAPSHOT_BYTES}; delete one first`,
    );
  }
}

/** The snapshots of all accounts, by name, in memory. */
export class NamedSnapshots {
  readonly #core: Core;
  readonly #kept = new WeakMap<Account, Map<string, NamedSnapshot>>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** The snapshots of an account, oldest first. */
  list(account: Account): NamedSnapshot[] {
    return [...this.#of(account).values()];
  }

  get(account: Account, name: string): NamedSnapshot | null {
    return this.#of(account).get(name) ?? null;
  }

  /**
   * Takes a snapshot of an account as it is now; during an advance, at the instant that it has reached. A snapshot of the
   * same name is replaced.
   * @throws SnapshotLimitError
   */
  take(account: Account, name: string): Promise<NamedSnapshot> {
    const { runner } = this.#core;
    runner.execute(account, 'elapse', {});
    const { state } = account;
    const takenAtMs = runner.nowMs(account);
    const clock = { ...state.clock, hostMs: 0, virtualMs: takenAtMs };
    return this.#keep(account, name, {
      account: state.name,
      takenAtMs,
      ...captured({ ...state, clock }),
    });
  }

  /**
   * Checks an exported snapshot and stores it. A snapshot of the same name is replaced.
   * @param force whether its state may have been changed since the export
   * @throws SnapshotInvalidError, SnapshotLimitError, AccountDeletedError (as rejections)
   */
  async import(account: Account, name: string, file: SnapshotFile, force: boolean): Promise<NamedSnapshot> {
    const { clock, runner } = this.#core;
    const { format, account: takenOf, checksum = null } = file;
    if (format !== SNAPSHOT_FORMAT) {
      const message = `the snapshot has format ${format}; this version reads format ${SNAPSHOT_FORMAT}, so export it again with this version`;
      throw new SnapshotInvalidError({ path: 'format', message });
    }
    // Loaded on demand: a server that imports no snapshot starts without the schema.
    const { checkSteps } = await import('./snapshot-check.ts');
    const problem = await runInSlices(
      clock,
      checkSteps({ ...withDefaultSettings(file.state as SnapshotState) }),
    );
    if (problem) {
      const path = problem.path === '' ? 'state' : `state.${problem.path}`;
      throw new SnapshotInvalidError({ ...problem, path });
    }
    runner.checkExists(account);
    const state = file.state as SnapshotState;
    const taken = { account: takenOf, takenAtMs: state.clock.virtualMs, ...captured(state) };
    return this.#keep(account, name, taken, force ? null : checksum);
  }

  /** @param expected the checksum that the snapshot must have; null for any */
  async #keep(
    account: Account,
    name: string,
    { state, ...taken }: CapturedSnapshot,
    expected: string | null = null,
  ): Promise<NamedSnapshot> {
    const { clock } = this.#core;
    const pieces = await runInSlices(clock, stateTextSteps(state));
    const checksum = await runInSlices(clock, checksumSteps(pieces));
    if (expected !== null && checksum !== expected) {
      const message = `the file says ${expected}, but its state has the checksum ${checksum}: it was changed after it was exported; export it again, or import it all the same with query.force`;
      throw new SnapshotInvalidError({ path: 'checksum', message });
    }
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const kept = this.#of(account);
    checkSnapshotLimits(kept, name, bytes);
    const snapshot = { name, ...taken, pieces, bytes, checksum };
    kept.set(name, snapshot);
    return snapshot;
  }

  /** Deletes a snapshot. @returns false if there is none of that name */
  delete(account: Account, name: string): boolean {
    return this.#of(account).delete(name);
  }

  /**
   * Restores an account from a snapshot and interrupts its advances. The account keeps its name, its keys and what a
   * reset restores; keys that are also in the snapshot get their state from it, except that a revoked key stays revoked.
   * Events keep their ids; new events get ids of the next epoch.
   * @throws AccountDeletedError (as a rejection)
   */
  async restore(account: Account, { pieces }: NamedSnapshot): Promise<void> {
    const core = this.#core;
    const saved = withDefaultSettings(await parseState(core.clock, pieces));
    core.runner.checkExists(account);
    const { name, keys, origin } = account.state;
    const epoch = nextEpoch(account.state.epoch);
    const clock = { ...saved.clock, hostMs: core.clock.monotonicMs() };
    const revoked = new Set(origin.keys.filter(key => key.revoked).map(key => key.id));
    const restored = restoredKeys(keys, saved.keys).map(key =>
      revoked.has(key.id) ? { ...key, revoked: true } : key,
    );
    core.replaceState(account, { ...saved, name, epoch, origin, clock, keys: restored }, 'restored');
  }

  #of(account: Account): Map<string, NamedSnapshot> {
    let kept = this.#kept.get(account);
    if (!kept) {
      kept = new Map();
      this.#kept.set(account, kept);
    }
    return kept;
  }
}

function* checksumSteps(pieces: readonly Buffer[]): Generator<undefined, string> {
  let checksum = 0;
  for (const piece of pieces) {
    checksum = crc32(piece, checksum);
    yield;
  }
  return checksumText(checksum);
}

/** Snapshots are shared, so they do not contain parts of keys. */
const withoutHint = (key: ApiKey): ApiKey => ({ ...key, hint: '' });

/** The keys of an account, with their state from the snapshot. A key that is not in it stays unchanged. */
const restoredKeys = (keys: readonly ApiKey[], saved: readonly ApiKey[]): ApiKey[] =>
  keys.map(key => {
    const old = saved.find(one => one.digest === key.digest);
    return old ? { ...old, id: key.id, name: key.name, hint: key.hint } : key;
  });

/** More than any valid state has. */
const MAX_DEPTH = 128;

const PIECE_LENGTH = 64 * 1024;

/** A long text that is built in pieces of about 64 KiB, in UTF-8, so that no step handles all of it. */
class TextPieces {
  readonly #pieces: Buffer[] = [];
  #last = '';

  add(text: string): void {
    this.#last += text;
    if (this.#last.length >= PIECE_LENGTH) this.#finishPiece();
  }

  end(): Buffer[] {
    this.#finishPiece();
    return this.#pieces;
  }

  #finishPiece(): void {
    this.#pieces.push(Buffer.from(this.#last));
    this.#last = '';
  }
}

/** The JSON text of a state, in pieces of about 64 KiB. Each step adds one row. */
function* stateTextSteps({ headText, sections }: CapturedState): Generator<undefined, Buffer[]> {
  const text = new TextPieces();
  text.add(headText.slice(0, -1));
  for (const { name, rows, row } of sections) {
    const isKeyed = (KEYED as readonly string[]).includes(name);
    text.add(`,${JSON.stringify(name)}:${isKeyed ? '{' : '['}`);
    for (let index = 0; index < rows; index++) {
      const rowText = row(index);
      text.add((index === 0 ? '' : ',') + (isKeyed ? memberText(rowText) : rowText));
      yield;
    }
    text.add(isKeyed ? '}' : ']');
  }
  text.add('}');
  return text.end();
}

/** `["a",1]` as `"a":1`. */
function memberText(pairText: string): string {
  const [key] = JSON.parse(pairText) as [string];
  const keyText = JSON.stringify(key);
  return `${keyText}:${pairText.slice(keyText.length + 2, -1)}`;
}

/** Parses the pieces of a state's text. */
async function parseState(clock: HostClock, pieces: readonly Buffer[]): Promise<SnapshotState> {
  // Loaded on demand: a server that restores nothing starts without the parser.
  const { LargeJson } = await import('../contract/json/large-json.ts');
  const parser = new LargeJson(MAX_DEPTH);
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    await clock.yieldToEventLoop();
  }
  return parser.end() as SnapshotState;
}
