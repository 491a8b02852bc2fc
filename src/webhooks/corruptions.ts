import { errorCodeOf } from '../domain/order.ts';
import { eventIdOf } from '../domain/seeded-ids.ts';
import { isoTime, objectTime } from '../domain/time-formats.ts';
import { orderOf } from '../engine/state-lookup.ts';
import type { Corruption } from '../scenario/scenario-types.ts';
import { eventPayload } from '../wire/service-data.ts';
import { GENUINE_STAGES, type MessageStages, type Payload, type SendContext } from './message-stages.ts';
import { reserialise } from './reserialize-json.ts';
import { sign } from './signature.ts';

/** One way of making a delivery wrong or awkward: the stages that depart from the faithful making. */
export interface CorruptStages extends MessageStages {
  /** What is wrong and which bug it finds, for the docs and the journal. */
  readonly explain: string;
  /** True where the signature is right for the bytes that are sent, so that a receiver must take them. */
  readonly verifies: boolean;
}

const UNKNOWN_STATUS = 'paused';

/** Consistent throughout, as a later version of the service might send it. */
function tellUnknownEvent(payload: Payload, { event }: SendContext): Payload {
  const kind = `order.${UNKNOWN_STATUS}`;
  return {
    ...payload,
    event: kind,
    event_id: eventIdOf(event.epoch, event.orderId, event.step, kind),
    data: { ...payload.data, status: UNKNOWN_STATUS },
  };
}

const tellMore = (payload: Payload): Payload => ({
  ...payload,
  added_later: 'a field that came with a later version',
  data: { ...payload.data, added_later: { values: [1, null, true] } },
});

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The very first sending stays as it is: there is nothing yet that it could contradict. */
function tellOtherwise(payload: Payload, { state, event, plan }: SendContext): Payload {
  if (plan.kind === 'attempt' && plan.number === 1) return payload;
  const order = orderOf(state, event);
  const { status, atMs } = order.steps[event.step]!;
  const other = status === 'failed' ? 'completed' : 'failed';
  return {
    ...payload,
    data: {
      ...payload.data,
      status: other,
      error_code: errorCodeOf(other),
      updated_at: objectTime(atMs + SECOND_MS, order.timeZone),
    },
  };
}

/** The bytes of the order's previous event; before its first, those of one that would have come a minute earlier. */
function olderBytes({ state, event }: SendContext): Buffer {
  const { steps } = orderOf(state, event);
  const previous = steps[event.step - 1];
  const payload = previous
    ? eventPayload(state, state.events[previous.event]!)
    : { ...eventPayload(state, event), created_at: isoTime(steps[event.step]!.atMs - MINUTE_MS) };
  return Buffer.from(JSON.stringify(payload));
}

const flipRefunded = (payload: Payload): Payload => ({
  ...payload,
  data: { ...payload.data, refunded: !payload.data.refunded },
});

/** All corruptions that a scenario can ask for. A new one is an entry here and a word in CORRUPTIONS. */
export const CORRUPTION_CATALOGUE: Readonly<Record<Corruption, CorruptStages>> = {
  'wrong-secret': {
    ...GENUINE_STAGES,
    explain:
      'The signature was made with another secret; finds a receiver that checks the form of the signature alone, or nothing.',
    verifies: false,
    sign: (body, { state }) => sign(body, `not ${state.webhook.secret}`),
  },
  'missing-prefix': {
    ...GENUINE_STAGES,
    explain:
      'The signature header holds the right digest without sha256= before it; finds a receiver that cuts off seven characters unseen, or takes whatever it can parse.',
    verifies: false,
    sign: (body, occasion) => GENUINE_STAGES.sign(body, occasion).replace('sha256=', ''),
  },
  'upper-case-hex': {
    ...GENUINE_STAGES,
    explain:
      'The digest is right but written in upper case; shows whether a receiver compares the text or the bytes, and that it does so on purpose.',
    verifies: false,
    sign: (body, occasion) =>
      GENUINE_STAGES.sign(body, occasion).replace(/[0-9a-f]+$/, digest => digest.toUpperCase()),
  },
  'altered-body': {
    ...GENUINE_STAGES,
    explain:
      'The body was changed after it was signed: refunded says the opposite; finds a receiver that books what it reads without checking the signature.',
    verifies: false,
    replace: flipRefunded,
  },
  reserialised: {
    ...GENUINE_STAGES,
    explain:
      'The same values in unusual but valid and rightly signed bytes (blanks, escapes, 5.0); finds a receiver that checks the signature over parsed and rewritten JSON in place of the raw body.',
    verifies: true,
    write: reserialise,
  },
  'stale-signature': {
    ...GENUINE_STAGES,
    explain:
      "The signature is the right one of an older event, not of this body; finds a receiver that remembers or trusts any signature once seen without computing this body's.",
    verifies: false,
    sign: (_body, occasion) => sign(olderBytes(occasion), occasion.state.webhook.secret),
  },
  'unknown-event': {
    ...GENUINE_STAGES,
    explain:
      'A rightly signed event of a kind that nobody knows, order.paused; finds a receiver that crashes on it, refuses it for ever, or takes it for a failure.',
    verifies: true,
    tell: tellUnknownEvent,
  },
  'extra-field': {
    ...GENUINE_STAGES,
    explain:
      'Rightly signed, with unknown fields beside the known ones, at the top and in data; finds a receiver whose parser refuses what it does not know.',
    verifies: true,
    tell: tellMore,
  },
  'wrong-event-header': {
    ...GENUINE_STAGES,
    explain:
      'X-Webhook-Event names another event than the signed body; finds a receiver that acts on the header, which no signature covers.',
    verifies: true,
    header: event => (event === 'order.failed' ? 'order.completed' : 'order.failed'),
  },
  'same-id-other-bytes': {
    ...GENUINE_STAGES,
    explain:
      'From the second sending on, the same event_id comes rightly signed with another status and updated_at; finds a receiver that overwrites what it stored in place of dropping the repeat.',
    verifies: true,
    tell: tellOtherwise,
  },
};
