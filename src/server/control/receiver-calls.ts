import type { components } from '../../contract/control-v1.generated.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/receiving.ts';
import { type Arrival, DEFAULT_DIAL, MAX_ARRIVALS } from '../../webhooks/receiver/account-receiver.ts';
import type { BuiltInReceiver } from '../../webhooks/receiver/built-in-receiver.ts';
import type { Handlers } from './call-types.ts';
import { pageOf } from './paging.ts';
import { durationOf } from './parse-values.ts';

type Schemas = components['schemas'];

/** An arrival without its headers and its body. */
export const arrivalSummary = (arrival: Arrival): Omit<Schemas['Arrival'], 'headers' | 'body'> => ({
  number: arrival.number,
  at: isoTime(arrival.atMs),
  event: arrival.event,
  event_id: arrival.eventId,
  order_id: arrival.orderId,
  external_id: arrival.externalId,
  signature: {
    valid: arrival.signature.valid,
    problem: arrival.signature.valid ? null : arrival.signature.sentence,
  },
  duplicate_of: arrival.duplicateOf,
  state: arrival.state,
  status: arrival.status,
  duration_ms: arrival.durationMs,
});

const arrivalData = (arrival: Arrival): Schemas['Arrival'] => ({
  ...arrivalSummary(arrival),
  headers: { ...arrival.headers } as Record<string, never>,
  body: arrival.body.toString('utf8'),
});

function receiverData(account: Account, receiver: BuiltInReceiver): Schemas['Receiver'] {
  const { status, delayMs, hang, verify, times } = receiver.of(account).dial;
  return {
    url: BUILT_IN_RECEIVER,
    is_destination: account.state.webhook.url === BUILT_IN_RECEIVER,
    status,
    delay_ms: delayMs,
    hang,
    verify,
    times,
  };
}

/** Calls about the built-in webhook receiver of an account. */
export const receiverCalls = {
  getReceiver: ({ account, receiver }) => receiverData(account, receiver),
  setReceiver: ({ account, receiver, body }) => {
    const { delay, ...rest } = body;
    receiver.of(account).dial = {
      ...DEFAULT_DIAL,
      ...rest,
      delayMs: delay === undefined ? DEFAULT_DIAL.delayMs : durationOf(delay, 'body.delay'),
    };
    return receiverData(account, receiver);
  },
  listArrivals: async ({ account, receiver, query, clock }) => {
    const { arrivals } = receiver.of(account);
    const { dropped } = arrivals;
    const page = await pageOf(clock, arrivals.list(), query, {
      matches: () => true,
      show: arrivalData,
      lost: dropped,
    });
    return { ...page, bound: MAX_ARRIVALS, dropped };
  },
  clearArrivals: ({ account, receiver }) => ({ cleared: receiver.of(account).arrivals.clear() }),
} satisfies Partial<Handlers>;
