#!/usr/bin/env node
import { processIo } from './process-io.ts';
import { run } from './run-command.ts';

const exitCode = await run(process.argv.slice(2), processIo());
// Set only on failure, and without exiting: after `start` the server must keep running.
if (exitCode !== 0) process.exitCode = exitCode;
