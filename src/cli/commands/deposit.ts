import type { Command } from 'commander';
import { trxText } from '../format/time.ts';
import { reading, readTrx } from '../parse-values.ts';
import type { Shell } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

const EXAMPLES = `
Example:
  energy-sandbox deposit 50`;

async function deposit(trx: number, flags: RemoteFlags, shell: Shell): Promise<void> {
  const { out } = shell;
  const remote = remoteOf(flags, shell);
  const body = { amount_trx: trx };
  const answer = await remote.call<{ readonly balance_trx: number }>('POST', remote.of('/deposit'), { body });
  if (flags.json) out.json(answer);
  else out.line(trxText(answer.balance_trx));
}

export function define(command: Command, shell: Shell): void {
  command.argument('<trx>', 'how much', reading(readTrx));
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((trx: number, flags: RemoteFlags) => deposit(trx, flags, shell));
}
