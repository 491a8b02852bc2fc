import type { EventEpoch } from '../../core/domain/seeded-values.ts';
import type { AccountState } from '../../core/engine/account-state.ts';
import type { ScenarioSource } from '../../core/engine/command-context.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { codeOf, readRegularFile } from '../node/files.ts';
import { checksumOf } from './durable-files.ts';
import { type ExecutedCommand, storageError } from './storage.ts';

/*
 * The log of an account: one line for each command that changed something, each with its checksum. The seal next to it
 * contains the number of the last acknowledged entry, so that a log that lost its end is detected. The seal is written after
 * the log was synchronized and is not synchronized itself: a power failure can leave it behind the log, never ahead of it.
 */

export interface LogHeader {
  readonly format: number;
  readonly writtenBy: string;
  readonly account: string;
  /** The digest of the scenario library that the commands were executed with. */
  readonly library: string;
  readonly epoch: EventEpoch;
}

/** A command in the log. Times are milliseconds since 1970, on the account's clock (nowMs) and on the host's (wallMs). */
export interface LogEntry {
  /** Increases by one with each entry, over all logs that an account ever had. */
  readonly seq: number;
  readonly nowMs: number;
  readonly wallMs: number;
  readonly executed: ExecutedCommand;
  /** A replay with a different outcome is refused. */
  readonly outcome: string;
}

/** A summary of the state after a command: balance in sun, number of orders, number of events, next task number. */
export const outcomeOf = (state: AccountState): string =>
  `${state.balanceSun} ${state.orders.length} ${state.events.length} ${state.nextTaskSeq}`;

interface LibraryReference {
  readonly library: string;
}

type Scenarios = Pick<ScenarioSource, 'get'>;

const toReference = (scenario: Scenario | null, library: Scenarios): Scenario | LibraryReference | null =>
  scenario && library.get(scenario.name) === scenario ? { library: scenario.name } : scenario;

function resolveReference(value: Scenario | LibraryReference | null, library: Scenarios): Scenario | null {
  if (!value || !('library' in value)) return value;
  const scenario = library.get(value.library);
  if (!scenario) throw new Error(`the library does not contain the scenario ${value.library}`);
  return scenario;
}

type CommandOf<Kind> = Extract<ExecutedCommand, { readonly kind: Kind }>['command'];

type ScenarioField<Command> = {
  [Field in keyof Command]-?: Command[Field] extends Scenario | readonly Scenario[] | null ? Field : never;
}[keyof Command];

/** A library scenario is written as its name: it is too long to repeat with each order. */
const SCENARIO_FIELDS: { readonly [Kind in ExecutedCommand['kind']]?: string } = {
  handle: 'header',
  placeOrder: 'picked',
  setScenarios: 'scenarios',
  keepScenario: 'scenario',
} satisfies {
  [Kind in ExecutedCommand['kind'] as [ScenarioField<CommandOf<Kind>>] extends [never]
    ? never
    : Kind]: ScenarioField<CommandOf<Kind>>;
};

function mapScenarios(
  executed: ExecutedCommand,
  change: (value: Scenario | null) => unknown,
): ExecutedCommand['command'] {
  const field = SCENARIO_FIELDS[executed.kind];
  const command = executed.command as Readonly<Record<string, unknown>>;
  const value = field === undefined ? null : command[field];
  if (field === undefined || value == null) return executed.command;
  const changed = Array.isArray(value) ? value.map(change) : change(value as Scenario);
  return { ...command, [field]: changed } as ExecutedCommand['command'];
}

const checkedLine = (text: string): string => `${checksumOf(text)} ${text}\n`;

/** The text of a line, or null if its checksum is wrong. */
export function openLine(bytes: Buffer): string | null {
  if (bytes.length < 10 || bytes[8] !== 32) return null;
  const content = bytes.subarray(9);
  return bytes.toString('latin1', 0, 8) === checksumOf(content) ? content.toString('utf8') : null;
}

export function entryLine(entry: LogEntry, scenarios: Scenarios): string {
  const { seq, nowMs, wallMs, executed, outcome } = entry;
  const command = mapScenarios(executed, scenario => toReference(scenario, scenarios));
  return checkedLine(JSON.stringify([seq, nowMs, wallMs, executed.kind, command, outcome]));
}

/** @throws Error if the text is not an entry, or refers to a scenario that is not in the library */
export function readEntry(text: string, scenarios: Scenarios): LogEntry {
  const [seq, nowMs, wallMs, kind, command, outcome] = JSON.parse(text) as [
    number,
    number,
    number,
    string,
    object,
    string,
  ];
  const raw = { kind, command } as ExecutedCommand;
  const read = mapScenarios(raw, value => resolveReference(value, scenarios));
  return { seq, nowMs, wallMs, executed: { kind, command: read } as ExecutedCommand, outcome };
}

export const CLOSED_LINE = checkedLine('"closed"');

export const isClosedText = (text: string): boolean => text === '"closed"';

export const headerLine = (header: LogHeader): string => checkedLine(JSON.stringify(header));

const SEQ_DIGITS = 16;

/** A seal always has the same length, so that one can overwrite another. */
export function sealText(seq: number): string {
  const digits = String(seq).padStart(SEQ_DIGITS, '0');
  return `${digits} ${checksumOf(digits)}\n`;
}

/** The number in a seal, or why it cannot be used. */
export type SealReading = number | 'missing' | 'damaged';

/** @throws StorageError if the file exists but cannot be read */
export async function readSeal(path: string): Promise<SealReading> {
  try {
    const content = await readRegularFile(path);
    const seq = Number(content.slice(0, SEQ_DIGITS));
    return Number.isSafeInteger(seq) && content === sealText(seq) ? seq : 'damaged';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing';
    throw storageError('read the file', path, error);
  }
}
