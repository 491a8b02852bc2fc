import { processIo } from './process-io.ts';
import { run } from './run-command.ts';

/** Runs the program with the arguments of this process, and sets its exit code. */
export async function runProgram(): Promise<void> {
  const exitCode = await run(process.argv.slice(2), processIo());
  // Set only on failure, and without exiting: after `start` the server must keep running.
  if (exitCode !== 0) process.exitCode = exitCode;
  // Node may otherwise wait forever, busily, for handles whose connections were reset. Nothing is left to do or to write.
  process.once('beforeExit', code => process.exit(code));
}
