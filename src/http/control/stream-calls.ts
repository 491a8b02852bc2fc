import type { Account } from '../../engine/account.ts';
import type { Call, Handlers } from './call-types.ts';
import { ControlError } from './control-errors.ts';

function openStream(call: Call<'streamAccount'> | Call<'streamAll'>, account: Account | null): undefined {
  const { isClosing, request, response, streams, feeds, query } = call;
  if (isClosing()) throw new ControlError('NOT_READY', 'the server is shutting down');
  streams.open(request, response, feeds.of(account), query.last_event_id);
  return undefined;
}

/** Calls that respond with a stream of events until the client disconnects. */
export const streamCalls: Pick<Handlers, 'streamAccount' | 'streamAll'> = {
  streamAccount: call => openStream(call, call.account),
  streamAll: call => openStream(call, null),
};
