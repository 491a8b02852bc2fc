import { addInputs, type CommandRow, type Given, givenTo, type Inputs, nameOf } from './inputs.ts';
import { type Remote, withRemote, withServer } from './remote.ts';
import { type Cell, printTable } from './terminal.ts';

/** A command that calls a running server. */
interface RemoteCommand<I extends Inputs, Data> {
  readonly summary?: string;
  readonly input?: I;
  /** The end of the help. */
  readonly notes?: string;
  /** True for commands that are about the server, and not about one of its accounts. */
  readonly ofServer?: boolean;
  /** What was typed for further parts of requests. */
  readonly names?: Readonly<Record<string, keyof I>>;
  readonly sendsFile?: boolean;
  readonly call: (remote: Remote, given: Given<I>) => Promise<Data>;
  /** Prints the result of the call as text. With --json, it is printed as it is. */
  readonly print: (data: Data, remote: Remote, given: Given<I>) => void | Promise<void>;
  /** True if what it prints is JSON anyway. */
  readonly printsJson?: boolean;
}

/** A row with a command that calls a running server. It gives the types of inputs and data to `call` and `print`. */
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

/** The columns of a table: for each head, what is in a cell. A column of `false` is left out. */
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

/** The remarks on a list that a limit may have cut off. */
export function remarkOnList(
  { err, account }: Remote,
  found: readonly unknown[],
  what: string,
  limit: number,
): void {
  if (found.length === 0) err.line(`Account ${account} has no matching ${what}.`);
  if (found.length === limit) err.line(`Showing the newest ${limit}; use --limit to show more.`);
}
