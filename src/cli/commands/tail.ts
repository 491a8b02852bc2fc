import type { Command } from 'commander';
import type { SseMessage } from '../../wire/sse-parser.ts';
import { type LiveItem, liveLines } from '../format/live-item.ts';
import { counted } from '../format/time.ts';
import {
  oneOf,
  parseWith,
  readEvent,
  readOperation,
  readOrderId,
  readResponseStatus,
  repeatable,
} from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { StreamFollower } from '../tail/follow-stream.ts';
import { LIVE_KINDS, type LiveConditions, LiveFilter } from '../tail/live-filter.ts';

interface Flags extends RemoteFlags, LiveConditions {
  readonly all?: boolean;
}

const EXAMPLES = `
The command runs until Ctrl-C. If the connection is lost, it reconnects and
resumes after the last message that it received. What is printed satisfies every
filter.

Examples:
  energy-sandbox tail
  energy-sandbox tail --all
  energy-sandbox tail --external-id 'inv-2026-*'
  energy-sandbox tail --kind request --status 422
  energy-sandbox tail --json | jq -c 'select(.kind == "order")'`;

/** The notice for a message about the stream itself; null for a message about an account. */
function noticeOf({ event, data }: SseMessage): string | null {
  if (event === 'gap') {
    const { lost } = JSON.parse(data) as { readonly lost: number | null };
    return lost === null
      ? 'An unknown number of messages was missed.'
      : `${counted(lost, 'message')} missed.`;
  }
  return event === 'dropped' ? 'The server closed the connection because this client did not keep up.' : null;
}

async function tail(flags: Flags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const filter = new LiveFilter(flags, remote);
  const print = async (message: SseMessage): Promise<void> => {
    const notice = noticeOf(message);
    if (notice !== null) err.line(notice);
    else if (!(await filter.accepts(message.data))) return;
    else if (flags.json) out.line(message.data);
    else {
      const item = JSON.parse(message.data) as LiveItem;
      for (const line of liveLines(item, out, flags.all === true)) out.line(line);
    }
  };
  await new StreamFollower(remote, flags.all ? '/stream' : remote.of('/stream'), print, io).follow();
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--all', 'follow all accounts')
    .option('--order <id>', 'only what concerns this order', parseWith(readOrderId))
    .option('--external-id <glob>', 'only what concerns this external_id; * and ? are wildcards')
    .option('--event <event>', 'only orders and webhooks with this event', parseWith(readEvent))
    .option('--operation <id>', 'only requests of this operation', parseWith(readOperation))
    .option(
      '--status <code>',
      'only requests and webhooks with this response status',
      parseWith(readResponseStatus),
    )
    .option(
      '--kind <kind>',
      `only this kind; repeatable: ${LIVE_KINDS.join(', ')}`,
      repeatable(oneOf('kind', LIVE_KINDS)),
    );
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => tail(flags, io));
}
