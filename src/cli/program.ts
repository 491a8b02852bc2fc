import { processIo } from './process-io.ts';
import { run } from './run-command.ts';

const exitCode = await run(process.argv.slice(2), processIo());
// Set only on failure, and without exiting: after `start` the server must keep running.
if (exitCode !== 0) process.exitCode = exitCode;
// Node may otherwise wait forever, busily, for handles whose connections were reset. Nothing is left to do or to write.
process.once('beforeExit', code => process.exit(code));
