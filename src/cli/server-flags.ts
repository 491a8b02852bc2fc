import type { Command } from 'commander';
import type { SandboxOptions } from '../options.ts';
import { readConfigFile } from './config-file.ts';
import { environmentOf, gatherOptions, START_OPTIONS } from './start-options.ts';

/** Flags of the commands that start a server. */
export interface ServerFlags extends Readonly<Record<string, unknown>> {
  readonly config?: string;
}

const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** Adds the flags that configure a server. */
export function withServerFlags(command: Command): Command {
  for (const option of START_OPTIONS) {
    const help = `${option.help} [${environmentOf(option)}]`;
    if (option.repeatable) command.option(option.flag, help, collect);
    else command.option(option.flag, help);
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
