import type { Command } from 'commander';
import { trxText } from '../format/time.ts';
import { parseWith, readTrx } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

const EXAMPLES = `
Example:
  energy-sandbox deposit 50`;

async function deposit(trx: number, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const body = { amount_trx: trx };
  const result = await remote.call<{ readonly balance_trx: number }>('POST', remote.of('/deposit'), { body });
  if (flags.json) out.json(result);
  else out.line(trxText(result.balance_trx));
}

export function define(command: Command, io: ProcessIo): void {
  command.argument('<trx>', 'amount', parseWith(readTrx));
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((trx: number, flags: RemoteFlags) => deposit(trx, flags, io));
}
