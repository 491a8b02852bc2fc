import { processIo } from './process-io.ts';
import { run } from './run-command.ts';

/** Runs the command that the words name. The process then lives until its work is done. */
export async function runProgram(words: readonly string[]): Promise<void> {
  const exitCode = await run(words, processIo());
  // Set only on failure, and without exiting: after `start` the server must keep running.
  if (exitCode !== 0) process.exitCode = exitCode;
  // Node may otherwise wait forever, busily, for handles whose connections were reset. Nothing is left to do or to write.
  process.once('beforeExit', code => process.exit(code));
}
