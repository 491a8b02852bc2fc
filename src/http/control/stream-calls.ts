import type { Account } from '../../engine/account.ts';
import { MAX_STREAMS } from '../live-streams.ts';
import type { Call, Handlers } from './call-types.ts';
import { ControlError } from './control-errors.ts';

function openStream(call: Call<'streamAccount'> | Call<'streamAll'>, account: Account | null): undefined {
  const { isClosing, request, response, streams, feeds, query } = call;
  if (isClosing()) throw new ControlError('NOT_READY', 'the server is shutting down');
  const feed = feeds.of(account);
  if (streams.isFull(feed)) {
    const message = `${MAX_STREAMS} clients follow this stream, which is the maximum; close one of them`;
    throw new ControlError('LIMIT_REACHED', message);
  }
  streams.open(request, response, feed, query.last_event_id);
  return undefined;
}

/** Calls that respond with a stream of events until the client disconnects. */
export const streamCalls: Pick<Handlers, 'streamAccount' | 'streamAll'> = {
  streamAccount: call => openStream(call, call.account),
  streamAll: call => openStream(call, null),
};
