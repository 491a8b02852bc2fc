import { type Command, Option } from 'commander';
import type { SandboxOptions } from '../options.ts';
import { readConfigFile } from './config-file.ts';
import { environmentOf, gatherOptions, START_OPTIONS } from './start-options.ts';

/** Flags of the commands that start a server. */
export interface ServerFlags extends Readonly<Record<string, unknown>> {
  readonly config?: string;
}

/** Options that explore refuses: it sets them itself, or they would let one run influence the next. */
export const REFUSED_BY_EXPLORE: readonly (keyof SandboxOptions)[] = ['disturbances', 'run', 'data', 'demo'];

const collect = (value: string, before: string[] = []): string[] => [...before, value];

interface HelpOfFlags {
  /** The server listens on a free port unless the flag chooses one. */
  readonly freePort?: boolean;
  /** Flags that the help leaves out. */
  readonly hidden?: readonly (keyof SandboxOptions)[];
}

/** Adds the flags that configure a server. */
export function withServerFlags(
  command: Command,
  { freePort = false, hidden = [] }: HelpOfFlags = {},
): Command {
  for (const option of START_OPTIONS) {
    const help =
      freePort && option.key === 'port'
        ? 'port to listen on (default: a free one)'
        : `${option.help} [${environmentOf(option)}]`;
    const flag = new Option(option.flag, help).hideHelp(hidden.includes(option.key));
    command.addOption(option.repeatable ? flag.argParser(collect) : flag);
  }
  return command.option(
    '--config <file>',
    'YAML file with the same names, with _ instead of - [ENERGY_SANDBOX_CONFIG]',
  );
}

/** The options of a server, from flags, environment and config file. @throws OptionError */
export async function readServerOptions(
  flags: ServerFlags,
  environment: NodeJS.ProcessEnv,
): Promise<SandboxOptions> {
  const configPath = flags.config ?? environment.ENERGY_SANDBOX_CONFIG;
  return gatherOptions(flags, environment, configPath ? await readConfigFile(configPath) : {});
}
