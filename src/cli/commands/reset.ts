import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { instantText, trxText } from '../format/time.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

const EXAMPLES = `
Orders, events, ledger, rule counters and the request journal are deleted. Keys,
webhook destination and snapshots are kept.

Example:
  energy-sandbox reset --account demo`;

async function reset(flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const account = await remote.call<components['schemas']['Account']>('POST', remote.of('/reset'));
  if (flags.json) out.json(account);
  else {
    const { name, balance_trx, clock } = account;
    out.line(`Reset account ${name}: ${trxText(balance_trx)}, ${instantText(clock.now)} (${clock.mode})`);
  }
}

export function define(command: Command, io: ProcessIo): void {
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: RemoteFlags) => reset(flags, io));
}
