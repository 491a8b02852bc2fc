import type { Argument, Command, Option } from 'commander';

/*
 * What a shell can complete, taken from the commands as they are defined: their names, flags, and the words that the
 * parsers of flags and arguments accept.
 */

/** The names under which the program is installed. */
export const PROGRAM = 'energy-sandbox';
export const OTHER_NAME = 'energy-rental-sandbox';

/** What can follow: words, and the names of files. */
export interface Candidates {
  readonly words: readonly string[];
  readonly areFiles: boolean;
}

/** A flag of a command. */
export interface FlagSpec {
  /** With its dashes. */
  readonly name: string;
  /** What its value can be; null if it has none. */
  readonly value: Candidates | null;
}

/** A command with its subcommands, flags and arguments. */
export interface CommandSpec {
  /** The words that select it, such as `scenario check`; empty for the program itself. */
  readonly path: string;
  readonly subcommands: readonly string[];
  readonly flags: readonly FlagSpec[];
  readonly argument: Candidates;
}

/** The names of scenarios, and what else the parsers do not know. */
export interface KnownWords {
  readonly scenarios: readonly string[];
}

const CLOCK_MODES = ['real', 'manual'];

const acceptedBy = (parser: unknown): readonly string[] =>
  (parser as { readonly words?: readonly string[] } | undefined)?.words ?? [];

/** Words and files for a placeholder such as `<file>`, `<name|file>` or `<mode>`. */
function candidatesOf(
  name: string,
  placeholder: string,
  parser: unknown,
  { scenarios }: KnownWords,
): Candidates {
  const isScenario = name === '--scenario' || placeholder === 'name|file';
  const isClock = name === '--clock';
  return {
    words: isScenario ? scenarios : isClock ? CLOCK_MODES : acceptedBy(parser),
    areFiles: /file|folder/.test(placeholder),
  };
}

function flagSpec({ long, short, flags, required, optional, parseArg }: Option, known: KnownWords): FlagSpec {
  const name = long ?? short ?? flags;
  const placeholder = /[<[](.*)[>\]]/.exec(flags)?.[1] ?? '';
  return { name, value: required || optional ? candidatesOf(name, placeholder, parseArg, known) : null };
}

const argumentSpec = (given: readonly Argument[], command: string, known: KnownWords): Candidates => {
  const all = given.map(argument => candidatesOf('', argument.name(), argument.parseArg, known));
  const isScenarioName = command === 'scenario show';
  return {
    words: [...new Set([...all.flatMap(({ words }) => words), ...(isScenarioName ? known.scenarios : [])])],
    areFiles: all.some(({ areFiles }) => areFiles),
  };
};

function specsBelow(command: Command, path: string, known: KnownWords): CommandSpec[] {
  const children = command.commands.map(child => ({
    child,
    path: path === '' ? child.name() : `${path} ${child.name()}`,
  }));
  return [
    {
      path,
      subcommands: command.commands.map(child => child.name()),
      flags: [
        ...command.options.filter(({ hidden }) => !hidden).map(option => flagSpec(option, known)),
        { name: '--help', value: null },
      ],
      argument: argumentSpec(command.registeredArguments, path, known),
    },
    ...children.flatMap(one => specsBelow(one.child, one.path, known)),
  ];
}

/**
 * The program and all its commands. The program itself also takes the flags of its default command.
 * @param defaultCommand the name of the command that runs if none is named
 */
export function commandSpecs(program: Command, defaultCommand: string, known: KnownWords): CommandSpec[] {
  const [root, ...commands] = specsBelow(program, '', known);
  const implied = commands.find(({ path }) => path === defaultCommand)?.flags ?? [];
  const flags = new Map([...root!.flags, ...implied].map(flag => [flag.name, flag]));
  return [{ ...root!, flags: [...flags.values()] }, ...commands];
}

/** The names of all flags that take a value. */
export const flagsWithValue = (specs: readonly CommandSpec[]): string[] => [
  ...new Set(specs.flatMap(({ flags }) => flags.flatMap(({ name, value }) => (value ? [name] : [])))),
];

/** What can be typed next to a command: its subcommands, arguments and flags. */
export const candidatesAt = ({ subcommands, flags, argument }: CommandSpec): Candidates => ({
  ...argument,
  words: [...subcommands, ...argument.words, ...flags.map(({ name }) => name)],
});

/** The cases of a shell that set a variable to the path of the command that has been typed so far. */
export const pathCases = (specs: readonly CommandSpec[], variable: string): string =>
  specs
    .filter(({ path }) => path !== '')
    .map(({ path }) => `      '${path}') ${variable}='${path}' ;;`)
    .join('\n');
