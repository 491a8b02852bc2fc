import type { Command } from 'commander';
import { COMMANDS, DEFAULT_COMMAND } from '../command-list.ts';
import { bashScript } from '../completion/bash-script.ts';
import { type CommandSpec, commandSpecs } from '../completion/command-spec.ts';
import { fishScript } from '../completion/fish-script.ts';
import { zshScript } from '../completion/zsh-script.ts';
import { oneOf, parseWith } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';

const EXAMPLES = `
Examples:
  eval "$(energy-sandbox completion bash)"      in ~/.bashrc
  eval "$(energy-sandbox completion zsh)"       in ~/.zshrc, after compinit
  energy-sandbox completion fish | source       in ~/.config/fish/config.fish`;

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type Shell = keyof typeof SCRIPTS;
const SHELLS = Object.keys(SCRIPTS) as Shell[];

/** All commands as defined; those of the program are defined only when they run, so this defines the others. */
async function specsOf(command: Command, io: ProcessIo): Promise<CommandSpec[]> {
  const program = command.parent!;
  for (const { name, load } of COMMANDS) {
    const other = program.commands.find(one => one.name() === name)!;
    if (other !== command) (await load()).define(other, io, null);
  }
  const { openLibrary } = await import('../open-scenario-library.ts');
  return commandSpecs(program, DEFAULT_COMMAND, { scenarios: (await openLibrary()).names() });
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('<shell>', SHELLS.join(', '), parseWith(oneOf('shell', SHELLS)))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) => {
      io.out.write(SCRIPTS[shell](await specsOf(command, io)));
    });
}
