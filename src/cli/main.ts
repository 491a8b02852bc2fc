#!/usr/bin/env node
import { processIo } from './process-io.ts';
import { run } from './run-command.ts';

const exitCode = await run(process.argv.slice(2), processIo());
// A server that was started goes on; whatever else is done is over, open connections or not.
if (exitCode !== 0) process.exitCode = exitCode;
