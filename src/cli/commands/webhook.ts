import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { BUILT_IN_RECEIVER } from '../../domain/built-in-receiver.ts';
import { didYouMean } from '../../scenario/nearest-word.ts';
import { parseWith, readWebhookUrl } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

type Webhook = components['schemas']['Webhook'];

interface Flags extends RemoteFlags {
  readonly secret?: string;
}

const EXAMPLES = `
Examples:
  energy-sandbox webhook                          show destination and secret
  energy-sandbox webhook http://127.0.0.1:4020/
  energy-sandbox webhook sandbox:receiver         the built-in receiver
  energy-sandbox webhook none`;

function readDestination(text: string): string {
  if (text === 'none' || URL.canParse(text)) return text === 'none' ? text : readWebhookUrl(text);
  const near = didYouMean(text, ['none', BUILT_IN_RECEIVER]);
  throw new Error(
    `expected an http or https URL, ${BUILT_IN_RECEIVER} or none, got ${JSON.stringify(text)}${near}`,
  );
}

async function webhook(destination: string | undefined, flags: Flags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const path = remote.of('/webhook');
  const change = {
    ...(destination === undefined ? {} : { url: destination === 'none' ? null : destination }),
    ...(flags.secret === undefined ? {} : { secret: flags.secret }),
  };
  const shown =
    Object.keys(change).length === 0
      ? await remote.get<Webhook>(path)
      : await remote.call<Webhook>('PUT', path, { body: change });
  if (flags.json) out.json(shown);
  else out.line(`${shown.url ?? 'none'}  secret ${shown.secret}`);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('[url]', 'new webhook destination, or none', parseWith(readDestination))
    .option('--secret <secret>', 'new secret for webhook signatures');
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((url: string | undefined, flags: Flags) => webhook(url, flags, io));
}
