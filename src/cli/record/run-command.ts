import { isatty } from 'node:tty';
import { systemClock } from '../../clock/host-clock.ts';
import { ChildCommand } from '../exec/child-command.ts';
import { watchNpmShell } from '../exec/npm-shell.ts';
import type { ProcessIo } from '../process-io.ts';

const STDIN = 0;

/**
 * Runs a command until it ends, and passes signals on to it.
 * @returns its exit code
 * @throws CliError if it cannot be run
 */
export async function runCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  io: ProcessIo,
): Promise<number> {
  const command = new ChildCommand(words, { environment, clock: systemClock, onTerminal: isatty(STDIN) });
  io.onEndSignal(signal => command.signal(signal));
  const stopWatching = watchNpmShell(io.environment, systemClock, () => command.signal('SIGTERM'));
  const exitCode = await command.ended.finally(stopWatching);
  await command.endLeftovers();
  return exitCode;
}
