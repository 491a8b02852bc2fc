import type { components } from '../../contract/control-v1.generated.ts';
import type { OrderStatus } from '../../core/domain/order.ts';
import { counted, signedTrx, span } from '../../core/text/wording.ts';
import type { Arrow, Evidence, Mark, OrderRecord, Tone } from './steps.ts';

type Schemas = components['schemas'];
type Request = Schemas['RequestSummary'];
type Delivery = Schemas['Delivery'];

/** The base of every path of the service, which diagrams leave out. */
const BASE = '/api/v1';

const toneOf = (status: number): Tone => {
  if (status < 300) return 'good';
  if (status < 400) return 'plain';
  return status < 500 ? 'warn' : 'bad';
};

/** How long an answer took. */
const latency = (ms: number): string => (ms < 1 ? '<1 ms' : span(ms));

const joined = (...parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(', ');

/** The arrow of a request. */
const requestArrow = (request: Request): Arrow => ({
  kind: 'arrow',
  at: request.at,
  from: 'client',
  to: 'service',
  isResponse: false,
  text: `${request.method} ${request.url.startsWith(`${BASE}/`) ? request.url.slice(BASE.length) : request.url}`,
  note: '',
  tone: 'plain',
  lost: null,
  isAhead: false,
  evidence: [{ kind: 'request', id: request.id }],
});

/** Why the client did not get a whole response; null if it did, also for the error of a gateway. */
function lossOf({ end, status, fault }: Request): string | null {
  if (end === 'client-gone') return 'client disconnected';
  return end === 'lost' && (status === null || status < 300) ? (fault ?? 'lost') : null;
}

/** The order existed already, so that no other was created. */
const isRepetition = ({ operation, status }: Request): boolean =>
  operation === 'createOrder' && status === 200;

/** The arrow of the response to a request; null while there is none. */
function responseArrow(request: Request): Arrow | null {
  const { status, error, fault, duration_ms, end } = request;
  if (end === 'open') return null;
  const lost = lossOf(request);
  return {
    ...requestArrow(request),
    at: request.answered_at,
    from: 'service',
    to: 'client',
    isResponse: true,
    text: status === null ? 'no response' : `${status}${error === null ? '' : ` ${error}`}`,
    note: joined(isRepetition(request) && 'existing order', lost === null && fault, latency(duration_ms)),
    tone: lost !== null || status === null ? 'bad' : toneOf(status),
    lost,
  };
}

/** What distinguishes a delivery from the first attempt of its event. */
function deliveryNote({ kind, attempt, copy, corruption }: Delivery): string {
  const name = {
    attempt: attempt > 1 && `attempt ${attempt}`,
    copy: attempt > 1 ? `attempt ${attempt}, copy ${copy}` : `copy ${copy}`,
    resend: copy > 1 ? `resend ${copy}` : 'resend',
  }[kind];
  return joined(name, corruption?.name ?? null);
}

/** The arrows of a delivery: the webhook, and the response unless the receiver was not reached. */
function deliveryArrows(delivery: Delivery, index: number): readonly Arrow[] {
  const { at, event, outcome, answer, duration_ms } = delivery;
  const evidence: readonly Evidence[] = [{ kind: 'delivery', eventId: delivery.event_id, index }];
  const isUnreachable = outcome === 'unreachable';
  const webhook: Arrow = {
    kind: 'arrow',
    at,
    from: 'service',
    to: 'receiver',
    isResponse: false,
    text: event,
    note: deliveryNote(delivery),
    tone: isUnreachable ? 'bad' : 'plain',
    lost: isUnreachable ? 'not reached' : null,
    isAhead: false,
    evidence,
  };
  if (isUnreachable) return [webhook];
  const response: Arrow = {
    ...webhook,
    from: 'receiver',
    to: 'service',
    isResponse: true,
    text: answer === null ? 'no response' : `${answer.status}`,
    note: latency(duration_ms),
    tone: answer === null ? 'bad' : toneOf(answer.status),
    lost: answer === null ? outcome : null,
  };
  return [webhook, response];
}

type TimelineStep = Schemas['TimelineStep'];

/** Steps with their place in the order of time. */
interface Entry {
  readonly atMs: number;
  /** Orders the entries of one instant: by the first number that differs. */
  readonly rank: readonly number[];
  readonly steps: readonly (Arrow | Mark)[];
}

/**
 * The phases of one instant. On a clock that stands still, whole exchanges share an instant; what caused what then
 * decides their order. What an advance carried out came before the requests that followed the advance.
 */
const PHASE = { creation: 0, created: 1, beforeResponse: 2, response: 3, later: 4, requests: 5 } as const;

const TONES: Readonly<Partial<Record<OrderStatus, Tone>>> = {
  delegated: 'good',
  completed: 'good',
  review: 'warn',
  failed: 'bad',
};

const mark = (at: string, text: string, note = '', tone: Tone = 'plain'): Mark => ({
  kind: 'mark',
  at,
  text,
  note,
  tone,
  isAhead: false,
});

const isCreation = ({ operation, status }: Schemas['RequestSummary']): boolean =>
  operation?.startsWith('create') === true && status !== 200;

function requestEntries({ order, requests }: OrderRecord): Entry[] {
  const creating = requests.findIndex(one => one.orders.includes(order.id) && isCreation(one));
  return requests.flatMap((request, index): Entry[] => {
    const atMs = Date.parse(request.at);
    const response = responseArrow(request);
    const answeredMs = Math.max(atMs, Date.parse(request.answered_at));
    const phase = index <= creating ? PHASE.creation : PHASE.requests;
    const responsePhase = index === creating ? PHASE.response : phase;
    // The instant of a request is that of its decision, which follows the creation of its order.
    const askedMs = index === creating ? Math.min(atMs, Date.parse(order.created_at)) : atMs;
    return [
      { atMs: askedMs, rank: [phase, index, 0], steps: [requestArrow(request)] },
      ...(response ? [{ atMs: answeredMs, rank: [responsePhase, index, 1], steps: [response] }] : []),
    ];
  });
}

/** What happened to the event of a step besides its deliveries. */
function endOf({ event: { event, state, deliveries } }: TimelineStep): Mark | null {
  const last = deliveries.findLast(({ kind }) => kind === 'attempt');
  if (state !== 'exhausted' || !last) return null;
  const attempts = deliveries.filter(({ kind }) => kind === 'attempt');
  const answers = new Set(attempts.map(({ answer, outcome }) => `${answer?.status ?? outcome}`));
  const reason =
    answers.size === 1 ? `${attempts.length} × ${[...answers][0]}` : counted(attempts.length, 'attempt');
  return mark(last.at, 'gave up', `${event}, ${reason}`, 'bad');
}

function deliveryEntries(step: TimelineStep, at: number, answeredMs: number): Entry[] {
  const { event } = step;
  const stepMs = Date.parse(step.at);
  const deliveries = event.deliveries.map((one, index): Entry => {
    const atMs = Date.parse(one.at);
    const phase = one.before_response && atMs <= answeredMs ? PHASE.beforeResponse : PHASE.later;
    // Events that were held, and resends, follow what happened at the same instant.
    const lateness = one.kind === 'resend' ? 2 : Number(atMs > stepMs);
    return { atMs, rank: [phase, lateness, at, 2 + index], steps: deliveryArrows(one, index) };
  });
  const end = endOf(step);
  if (end) {
    const atMs = Date.parse(end.at);
    const index = event.deliveries.findLastIndex(({ kind }) => kind === 'attempt');
    deliveries.push({ atMs, rank: [PHASE.later, Number(atMs > stepMs), at, 2.5 + index], steps: [end] });
  }
  if (event.state === 'dropped') {
    const dropped = mark(step.at, 'webhook dropped', event.event, 'warn');
    deliveries.push({ atMs: stepMs, rank: [PHASE.later, 0, at, 2], steps: [dropped] });
  }
  return deliveries;
}

function moneyOf({ order }: OrderRecord, index: number): string {
  const debit = order.ledger.find(({ kind }) => kind === 'debit');
  return index === 0 ? `${signedTrx(debit?.amount_trx ?? -order.price_trx)} TRX` : '';
}

function stepEntries(record: OrderRecord): Entry[] {
  const { timeline, id } = record.order;
  const creating = record.requests.find(one => one.orders.includes(id) && isCreation(one));
  const answeredMs = creating ? Date.parse(creating.answered_at) : Number.NEGATIVE_INFINITY;
  return timeline.flatMap((step, index) => {
    const note = step.cause === 'by hand' ? 'moved manually' : moneyOf(record, index);
    const rank = index === 0 ? [PHASE.created] : [PHASE.later, 0, index, 0];
    const entered = mark(step.at, step.status, note, TONES[step.status]);
    return [
      { atMs: Date.parse(step.at), rank, steps: [entered] },
      ...deliveryEntries(step, index, answeredMs),
    ];
  });
}

function refundEntries({ order: { refund, timeline } }: OrderRecord): Entry[] {
  if (!refund) return [];
  const refunded = mark(refund.at, 'refunded', `${signedTrx(refund.amount_trx)} TRX`, 'good');
  const rank = [PHASE.later, 0, timeline.length - 1, 1];
  return [{ atMs: Date.parse(refund.at), rank, steps: [refunded] }];
}

const byTime = (one: Entry, other: Entry): number => {
  if (one.atMs !== other.atMs) return one.atMs - other.atMs;
  const at = one.rank.findIndex((part, index) => part !== (other.rank[index] ?? 0));
  return at < 0 ? 0 : one.rank[at]! - (other.rank[at] ?? 0);
};

/** What happened to an order, in the order of time. */
export const pastSteps = (record: OrderRecord): (Arrow | Mark)[] =>
  [...requestEntries(record), ...stepEntries(record), ...refundEntries(record)]
    .sort(byTime)
    .flatMap(({ steps }) => steps);

/** What is scheduled for an order, in the order of time. */
export function scheduledSteps({ order: { timeline, next_step } }: OrderRecord): (Arrow | Mark)[] {
  const steps: (Arrow | Mark)[] = timeline.flatMap(({ event: { event, next_attempt } }) =>
    next_attempt
      ? [
          {
            kind: 'arrow',
            at: next_attempt.at,
            from: 'service',
            to: 'receiver',
            isResponse: false,
            text: event,
            note: `attempt ${next_attempt.number}, scheduled`,
            tone: 'plain',
            lost: null,
            isAhead: true,
            evidence: [],
          },
        ]
      : [],
  );
  if (next_step) steps.push({ ...mark(next_step.at, next_step.to, 'scheduled'), isAhead: true });
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
