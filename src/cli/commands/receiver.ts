import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { BUILT_IN_RECEIVER } from '../../domain/built-in-receiver.ts';
import { instantText } from '../format/time.ts';
import { parseWith, readDuration, readFinalStatus, wholeNumber } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import type { Remote } from '../remote-server.ts';
import { type Cell, printTable, type Tint } from '../terminal.ts';

type Schemas = components['schemas'];
type Receiver = Schemas['Receiver'];
type Arrival = Schemas['Arrival'];

interface Flags extends RemoteFlags {
  readonly use?: true;
  readonly status?: number;
  readonly delay?: number;
  readonly hang?: true;
  readonly verify: boolean;
  readonly times?: number;
  readonly default?: true;
  readonly clear?: true;
  readonly limit: number;
}

const EXAMPLES = `
Examples:
  energy-sandbox receiver --use                   send the webhooks to it
  energy-sandbox receiver --status 500 --times 2  fail the next two deliveries
  energy-sandbox receiver --delay 3s              respond slowly
  energy-sandbox receiver --hang                  never respond
  energy-sandbox receiver --no-verify             accept forged webhooks
  energy-sandbox receiver --default               respond with 200 again
  energy-sandbox receiver                         show the dial and the arrivals`;

/** The dial as a phrase, such as `responds with 500 to the next 2 deliveries and verifies signatures`. */
function dialText({ status, delay_ms, hang, verify, times }: Receiver): string {
  const what = hang ? 'never responds' : `responds with ${status}`;
  const late = delay_ms > 0 && !hang ? ` after ${delay_ms} ms` : '';
  const which = times === null ? '' : ` to the next ${times === 1 ? 'delivery' : `${times} deliveries`}`;
  return `${what}${late}${which} and ${verify ? 'verifies signatures' : 'does not verify signatures'}`;
}

const TINTS: Readonly<Record<Arrival['state'], Tint>> = {
  pending: 'yellow',
  sent: 'green',
  timeout: 'red',
  aborted: 'dim',
};

const row = (arrival: Arrival): Cell[] => [
  String(arrival.number),
  { text: instantText(arrival.at), tint: 'dim' },
  arrival.event,
  arrival.order_id === null ? '' : String(arrival.order_id),
  {
    text: arrival.signature.valid ? 'verified' : 'not verified',
    tint: arrival.signature.valid ? 'green' : 'red',
  },
  arrival.duplicate_of === null ? '' : `duplicate of ${arrival.duplicate_of}`,
  { text: arrival.status === null ? arrival.state : String(arrival.status), tint: TINTS[arrival.state] },
];

/** The dial that the flags ask for, as the body of a call; null if they ask for none. */
function wantedDial({ status, delay, hang, verify, times, default: isDefault }: Flags): object | null {
  const isGiven = [status, delay, hang, times].some(flag => flag !== undefined) || !verify || isDefault;
  if (!isGiven) return null;
  return {
    ...(status === undefined ? {} : { status }),
    ...(delay === undefined ? {} : { delay: `${delay}ms` }),
    ...(hang ? { hang } : {}),
    ...(times === undefined ? {} : { times }),
    verify,
  };
}

/** Applies the flags and returns the receiver after it. */
async function applyFlags(flags: Flags, remote: Remote): Promise<Receiver> {
  if (flags.use) await remote.call('PUT', remote.of('/webhook'), { body: { url: BUILT_IN_RECEIVER } });
  if (flags.clear) await remote.call('DELETE', remote.of('/receiver/arrivals'), {});
  const body = wantedDial(flags);
  const path = remote.of('/receiver');
  return body ? remote.call<Receiver>('PUT', path, { body }) : remote.get<Receiver>(path);
}

async function receiver(flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const dial = await applyFlags(flags, remote);
  const arrivals = await remote.list<Arrival>(
    remote.of('/receiver/arrivals'),
    { sort: 'newest' },
    flags.limit,
  );
  if (flags.json) {
    out.json({ ...dial, arrivals });
    return;
  }
  err.line(`The receiver of ${remote.account} ${dialText(dial)}.`);
  if (!dial.is_destination)
    err.line(`It is not the webhook destination; make it so with: ${io.programName} receiver --use`);
  printTable(out, arrivals.map(row), {
    head: ['no.', 'arrived', 'event', 'order', 'signature', 'repeat', 'response'],
  });
  if (arrivals.length === 0) err.line('Nothing arrived yet.');
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--use', "make it the destination of the account's webhooks")
    .option('--status <code>', 'respond with this status', parseWith(readFinalStatus))
    .option('--delay <duration>', 'respond after this time, such as 3s', parseWith(readDuration))
    .option('--hang', 'never respond')
    .option('--no-verify', 'accept deliveries without a valid signature')
    .option(
      '--times <number>',
      'for so many deliveries; after these it responds with 200',
      parseWith(wholeNumber('a count', 1)),
    )
    .option('--default', 'respond with 200 at once to valid signatures, and with 401 to others')
    .option('--clear', 'forget what arrived')
    .option(
      '--limit <number>',
      'maximum number of arrivals, newest first',
      parseWith(wholeNumber('a count', 1)),
      50,
    );
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => receiver(flags, io));
}
