import { Argument, type Command, Option } from 'commander';
import type { Cell } from '../judge/report/table.ts';
import { parseWith, repeatable } from './argument-parsers.ts';
import { CliError } from './cli-error.ts';
import { type ProcessIo, printTable } from './process-io.ts';
import { type Remote, withRemote, withServer } from './remote.ts';

/** An argument or flag. Only the compiler uses the type parameters. */
export interface Input<Value = unknown, Always extends boolean = boolean> {
  readonly typed: Argument | Option;
  readonly value?: Value;
  /** Whether the input always has a value, because it is required or has a default. */
  readonly always?: Always;
}

/** The arguments and flags of a command, by name. A command that calls a server uses the names in the request. */
export type Inputs = Readonly<Record<string, Input>>;

type ValueOf<I> = I extends Input<infer Value> ? Value : never;

/** The values that the user typed, by the names of the inputs. An optional input that was not typed is missing. */
export type Given<I extends Inputs> = {
  readonly [Name in keyof I as I[Name] extends Input<unknown, true> ? Name : never]: ValueOf<I[Name]>;
} & {
  readonly [Name in keyof I as I[Name] extends Input<unknown, true> ? never : Name]?: ValueOf<I[Name]>;
};

type Read<Value> = (text: string) => Value;

/**
 * An argument or flag with one value, such as `<trx>`, `[mode]` or `--to <instant>`.
 * @param read by default, any text is accepted as it is
 */
export function one(spec: `<${string}`, help?: string): Input<string, true>;
export function one<Value>(spec: `<${string}`, help: string, read: Read<Value>): Input<Value, true>;
export function one<Value>(spec: string, help: string, read: Read<Value>, preset: Value): Input<Value, true>;
export function one<Value>(spec: string, help: string, read: Read<Value>): Input<Value, false>;
export function one(spec: string, help: string): Input<string, false>;
export function one(spec: string, help?: string, read?: Read<unknown>, preset?: unknown): Input {
  const typed = spec.startsWith('-') ? new Option(spec, help) : new Argument(spec, help);
  if (read) typed.argParser(parseWith(read));
  if (preset !== undefined) typed.default(preset);
  return { typed };
}

export function required(spec: string, help: string): Input<string, true>;
export function required<Value>(spec: string, help: string, read: Read<Value>): Input<Value, true>;
export function required(spec: string, help: string, read: Read<unknown> = String): Input<unknown, true> {
  return { typed: new Option(spec, help).argParser(parseWith(read)).makeOptionMandatory() };
}

export const flag = (spec: string, help: string): Input<true, false> => ({ typed: new Option(spec, help) });

/** A flag whose value may be omitted, such as `--findings [level]`: true without one. */
export const optional = <Value>(
  spec: string,
  help: string,
  read: Read<Value>,
): Input<Value | true, false> => ({
  typed: new Option(spec, help).argParser(parseWith(read)),
});

/** A flag such as `--no-verify`: true unless it is given. */
export const unless = (spec: `--no-${string}`, help: string): Input<boolean, true> => ({
  typed: new Option(spec, help),
});

export const many = <Value>(spec: string, help: string, read: Read<Value>): Input<Value[], false> => ({
  typed: new Option(spec, help).argParser(repeatable(read)),
});

/** An argument that can be repeated, such as `[name...]`. */
export const list = (spec: string, help: string): Input<readonly string[], true> => ({
  typed: new Argument(spec, help),
});

export const nameOf = (typed: Argument | Option): string =>
  typed instanceof Option ? typed.long! : typed.name();

function givenTo(command: Command, inputs: Inputs): Given<Inputs> {
  const entries = Object.entries(inputs).map(([name, { typed }]) => [
    name,
    typed instanceof Option
      ? command.getOptionValue(typed.attributeName())
      : command.processedArgs[command.registeredArguments.indexOf(typed)],
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function addInputs(command: Command, inputs: Inputs): Command {
  for (const { typed } of Object.values(inputs)) {
    if (typed instanceof Option) command.addOption(typed);
    else command.addArgument(typed);
  }
  return command;
}

/** The module of commands: adds arguments, flags, help and action to an empty commander command of its name. */
export interface CommandModule {
  define(command: Command, io: ProcessIo): void;
}

export interface CommandRow extends CommandModule {
  /** A description of a subcommand. For other commands, the table in program.ts has it. */
  readonly summary?: string | undefined;
}

export interface LocalCommand<I extends Inputs> {
  readonly summary?: string;
  readonly input: I;
  readonly withFlags?: (command: Command) => unknown;
  readonly usage?: string;
  readonly notes?: string;
  /** @returns the exit code; undefined is 0 */
  readonly run: (
    given: Given<I>,
    io: ProcessIo,
    command: Command,
  ) => Promise<number | undefined> | number | undefined;
}

export const local = <I extends Inputs>({
  summary,
  input,
  withFlags,
  usage,
  notes = '',
  run,
}: LocalCommand<I>): CommandRow => ({
  summary,
  define(command, io) {
    addInputs(command, input);
    withFlags?.(command);
    if (usage !== undefined) command.usage(usage);
    command.addHelpText('after', notes).action(async () => {
      const exitCode = await run(givenTo(command, input) as Given<I>, io, command);
      if (exitCode) throw new CliError('', exitCode);
    });
  },
});

/**
 * A module with the commands of a table: commands such as `deposit`, and subcommands such as `key create`.
 * @param notes the end of the help of each command that has subcommands
 */
export const commands = (
  rows: Readonly<Record<string, CommandRow>>,
  notes: Readonly<Record<string, string>> = {},
): CommandModule => ({
  define(command, io) {
    const name = command.name();
    if (rows[name]) return rows[name].define(command, io);
    command.usage('<command>').addHelpText('after', notes[name] ?? '');
    for (const [path, { summary = '', define }] of Object.entries(rows)) {
      const [parent, child] = path.split(' ');
      if (parent === name && child) define(command.command(child).description(summary), io);
    }
  },
});

interface RemoteCommand<I extends Inputs, Data> {
  readonly summary?: string;
  readonly input?: I;
  readonly notes?: string;
  /** True for commands that are about the server, and not about one of its accounts. */
  readonly ofServer?: boolean;
  /** The inputs that further parts of requests come from. */
  readonly names?: Readonly<Record<string, keyof I>>;
  readonly sendsFile?: boolean;
  readonly call: (remote: Remote, given: Given<I>) => Promise<Data>;
  /** Prints the result of the call as text. --json prints the result as it is. */
  readonly print: (data: Data, remote: Remote, given: Given<I>) => void | Promise<void>;
  /** True if `print` prints JSON anyway. */
  readonly printsJson?: boolean;
}

export const remote = <Data, I extends Inputs = Record<never, never>>(
  row: RemoteCommand<I, Data>,
): CommandRow => ({
  summary: row.summary,
  define(command, io) {
    const inputs: Inputs = row.input ?? {};
    addInputs(command, inputs);
    const typed = [
      ...Object.keys(inputs).map(name => [name, name] as const),
      ...Object.entries(row.names ?? {}).map(([name, of]) => [name, of as string] as const),
    ];
    const names = Object.fromEntries(typed.map(([name, of]) => [name, nameOf(inputs[of]!.typed)]));
    const act = async (remote: Remote): Promise<void> => {
      const given = givenTo(command, inputs) as Given<I>;
      const data = await row.call(remote, given);
      if (command.opts().json && !row.printsJson) io.out.json(data);
      else await row.print(data, remote, given);
    };
    withServer(command, !row.ofServer)
      .addHelpText('after', row.notes ?? '')
      .action(() => withRemote(command, io, act, { names, sendsFile: row.sendsFile }));
  },
});

/** The columns of a table: the head, and what a cell contains. A column of `false` is left out. */
type Columns<Item> = Readonly<Record<string, ((item: Item) => Cell) | false>>;

/** Prints items as a table; nothing, not even the head, if there are none. */
export function printColumns<Item>(
  { out }: Pick<Remote, 'out'>,
  items: readonly Item[],
  columns: Columns<Item>,
  layout: { readonly wrap?: boolean; readonly hasHead?: boolean } = {},
): void {
  const { hasHead = true, ...others } = layout;
  const shown = Object.entries(columns).filter(([, cell]) => cell !== false);
  const rows = items.map(item => shown.map(([, cell]) => (cell as (item: Item) => Cell)(item)));
  printTable(out, rows, { ...others, ...(hasHead && { head: shown.map(([head]) => head) }) });
}

export function remarkOnList(
  { err, account }: Remote,
  found: readonly unknown[],
  what: string,
  limit: number,
): void {
  if (found.length === 0) err.line(`Account ${account} has no matching ${what}.`);
  if (found.length === limit) err.line(`Showing the newest ${limit}; use --limit to show more.`);
}
