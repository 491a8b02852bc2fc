import type { components } from '../../contract/control-v1.generated.ts';
import { eventOf, type OrderStatus } from '../../core/domain/order.ts';
import { counted, deliveryName, signedTrx, span } from '../../core/text/wording.ts';
import type { Arrow, Diagram, Evidence, Gap, Mark, OrderRecord, Recorded, Tone } from './diagram-model.ts';
import { makes } from './diagram-model.ts';
import { foldRepetitions } from './fold-repetitions.ts';
import { newsOfDelivery, newsOfResponse, withDifferences } from './knowledge.ts';

type Schemas = components['schemas'];
type Request = Schemas['RequestSummary'];
type Delivery = Schemas['Delivery'];
type TimelineStep = Schemas['TimelineStep'];

/** The base of every path of the service, which diagrams leave out. */
const BASE = '/api/v1';

const toneOf = (status: number): Tone => {
  if (status < 300) return 'good';
  if (status < 400) return 'plain';
  return status < 500 ? 'warn' : 'bad';
};

const latency = (ms: number): string => (ms < 1 ? '<1 ms' : span(ms));

const joined = (...parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(', ');

/** An arrow that arrived. Nothing is known about it except the given parts. */
const arrow = (parts: Pick<Arrow, 'at' | 'from' | 'to' | 'text'> & Partial<Arrow>): Arrow => ({
  kind: 'arrow',
  isResponse: parts.to === 'client' || parts.from === 'receiver',
  note: '',
  tone: 'plain',
  lost: null,
  isAhead: false,
  evidence: [],
  ...parts,
});

const evidenceOf = ({ id }: Request): readonly Evidence[] => [{ kind: 'request', id }];

const requestArrow = (request: Request): Arrow =>
  arrow({
    at: request.at,
    from: 'client',
    to: 'service',
    text: `${request.method} ${request.url.startsWith(`${BASE}/`) ? request.url.slice(BASE.length) : request.url}`,
    evidence: evidenceOf(request),
  });

/** Why the client did not get a whole response; null if it did. The error of a gateway is a whole response. */
function lossOf({ end, status, fault }: Request): string | null {
  if (end === 'client-gone') return 'client disconnected';
  return end === 'lost' && (status === null || status < 300) ? (fault ?? 'lost') : null;
}

/** True if the request returned an existing order. */
const isRepetition = ({ operation, status }: Request): boolean =>
  operation === 'createOrder' && status === 200;

/** The arrow of the response to a request; null while there is none. */
function responseArrow(request: Request, order: OrderRecord['order']): Arrow | null {
  const { status, error, fault, duration_ms, end } = request;
  if (end === 'open') return null;
  const lost = lossOf(request);
  return arrow({
    at: request.answered_at,
    from: 'service',
    to: 'client',
    text: status === null ? 'no response' : `${status}${error === null ? '' : ` ${error}`}`,
    note: joined(isRepetition(request) && 'existing order', lost === null && fault, latency(duration_ms)),
    tone: lost !== null || status === null ? 'bad' : toneOf(status),
    lost,
    evidence: evidenceOf(request),
    news: lost === null ? newsOfResponse(request, order) : null,
  });
}

/** The difference between a delivery and the first attempt of its event. */
function deliveryNote({ corruption, ...delivery }: Delivery): string {
  const name = deliveryName(delivery).replace(/^attempt 1(, |$)/, '');
  return joined(name, corruption && `${corruption.verifies ? '' : 'forged: '}${corruption.name}`);
}

/**
 * The arrows of a delivery: the webhook, and the response unless the receiver was not reached.
 * @param sinceMs the instant of its event
 */
function deliveryArrows(delivery: Delivery, index: number, sinceMs: number): readonly Arrow[] {
  const { at, event, outcome, answer, duration_ms, corruption } = delivery;
  const evidence: readonly Evidence[] = [{ kind: 'delivery', eventId: delivery.event_id, index }];
  const isUnreachable = outcome === 'unreachable';
  const isForged = corruption?.verifies === false;
  const webhook = arrow({
    at,
    from: 'service',
    to: 'receiver',
    text: event,
    note: deliveryNote(delivery),
    tone: isUnreachable || isForged ? 'bad' : 'plain',
    lost: isUnreachable ? 'not reached' : null,
    evidence,
    news: isForged ? null : newsOfDelivery(delivery, sinceMs),
  });
  if (isUnreachable) return [webhook];
  const tone = toneOf(answer?.status ?? 500);
  const fate = outcome === 'acknowledged' ? 'accepted' : 'refused';
  const response = arrow({
    at,
    from: 'receiver',
    to: 'service',
    text: answer === null ? 'no response' : `${answer.status}${isForged ? `, forged webhook ${fate}` : ''}`,
    note: latency(duration_ms),
    // It must be refused with a 4xx, not accepted, and the receiver must not fail.
    tone: isForged ? (tone === 'warn' ? 'good' : 'bad') : tone,
    lost: answer === null ? outcome : null,
    evidence,
  });
  return [webhook, response];
}

/** Steps with their chronological position. */
interface Entry {
  readonly atMs: number;
  /** Orders the entries of one instant: by the first number that differs. */
  readonly rank: readonly number[];
  readonly steps: readonly (Arrow | Mark)[];
}

/**
 * The phases of one instant. On a clock that stands still, whole exchanges share an instant; then causes come before
 * their effects. The work of an advance comes before the requests that followed the advance.
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

function requestEntries({ order, requests }: OrderRecord): Entry[] {
  const creating = requests.findIndex(makes(order));
  return requests.flatMap((request, index): Entry[] => {
    const atMs = Date.parse(request.at);
    const response = responseArrow(request, order);
    const answeredMs = Math.max(atMs, Date.parse(request.answered_at));
    const phase = index <= creating ? PHASE.creation : PHASE.requests;
    const responsePhase = index === creating ? PHASE.response : phase;
    // The recorded instant of a request is the instant of its decision, after the creation of its order.
    const askedMs = index === creating ? Math.min(atMs, Date.parse(order.created_at)) : atMs;
    return [
      { atMs: askedMs, rank: [phase, index, 0], steps: [requestArrow(request)] },
      ...(response ? [{ atMs: answeredMs, rank: [responsePhase, index, 1], steps: [response] }] : []),
    ];
  });
}

/** The mark of an event that ran out of attempts; null for any other. */
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
    return { atMs, rank: [phase, lateness, at, 2 + index], steps: deliveryArrows(one, index, stepMs) };
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
  const { timeline } = record.order;
  const creating = record.requests.find(makes(record.order));
  const answeredMs = creating ? Date.parse(creating.answered_at) : Number.NEGATIVE_INFINITY;
  return timeline.flatMap((step, index) => {
    const note = step.cause === 'by hand' ? 'moved manually' : moneyOf(record, index);
    const rank = index === 0 ? [PHASE.created] : [PHASE.later, 0, index, 0];
    const isEntered = step.event.event === eventOf(step.status);
    const entered = {
      ...mark(step.at, step.status, note, TONES[step.status]),
      truth: { status: step.status },
    };
    return [
      { atMs: Date.parse(step.at), rank, steps: isEntered ? [entered] : [] },
      ...deliveryEntries(step, index, answeredMs),
    ];
  });
}

function refundEntries({ order: { refund, timeline } }: OrderRecord): Entry[] {
  if (!refund) return [];
  const money = mark(refund.at, 'refunded', `${signedTrx(refund.amount_trx)} TRX`, 'good');
  const refunded = { ...money, truth: { isRefunded: true } };
  const rank = [PHASE.later, 0, timeline.length - 1, 1];
  return [{ atMs: Date.parse(refund.at), rank, steps: [refunded] }];
}

/**
 * Whether it is recorded what the client was told of the order. For an order from before a restart or a restore it is not,
 * and neither is it once the journal has discarded the requests of an order that no client made.
 */
const isRecorded = ({ order, requests }: OrderRecord): boolean =>
  order.told !== null || requests.some(makes(order));

/** What responses told of the order whose requests the journal no longer has. */
const toldEntries = ({ order, requests }: OrderRecord): Entry[] =>
  (order.told ?? [])
    .filter(({ request }) => requests.every(({ id }) => id !== request))
    .map(({ at, request, status, refunded }) => {
      const news = { status, isRefunded: refunded, asOfMs: Date.parse(at) };
      const text = `told ${status}`;
      const note = `${request}, no longer in the journal`;
      const told = arrow({ at, from: 'service', to: 'client', text, note, tone: 'good', news });
      return { atMs: Date.parse(at), rank: [PHASE.response], steps: [told] };
    });

/** Says that there is no record of what the client did and knew. */
const unrecorded = ({ order }: OrderRecord): Entry[] => [
  {
    atMs: Date.parse(order.created_at),
    rank: [PHASE.creation],
    steps: [mark(order.created_at, 'its requests are not recorded', 'what the client knew is unknown')],
  },
];

const withoutNews = (step: Arrow | Mark): Arrow | Mark =>
  step.kind === 'arrow' ? { ...step, news: null } : step;

const byTime = (one: Entry, other: Entry): number => {
  if (one.atMs !== other.atMs) return one.atMs - other.atMs;
  const at = one.rank.findIndex((part, index) => part !== (other.rank[index] ?? 0));
  return at < 0 ? 0 : one.rank[at]! - (other.rank[at] ?? 0);
};

function pastSteps(record: OrderRecord): (Arrow | Mark)[] {
  const client = isRecorded(record) ? toldEntries(record) : unrecorded(record);
  const steps = [...client, ...requestEntries(record), ...stepEntries(record), ...refundEntries(record)]
    .sort(byTime)
    .flatMap(entry => entry.steps);
  return isRecorded(record) ? steps : steps.map(withoutNews);
}

function scheduledSteps({ order: { timeline, next_step } }: OrderRecord): (Arrow | Mark)[] {
  const steps: (Arrow | Mark)[] = timeline.flatMap(({ event: { event: text, next_attempt: next } }) => {
    if (!next) return [];
    const note = `attempt ${next.number}, scheduled`;
    return [arrow({ at: next.at, from: 'service', to: 'receiver', text, note, isAhead: true })];
  });
  if (next_step) steps.push({ ...mark(next_step.at, next_step.to, 'scheduled'), isAhead: true });
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Shorter pauses are not shown. */
const SHORTEST_GAP_MS = 1_000;

/** The way in which the time between two instants passed. */
function gapBetween(from: string, to: string, advances: OrderRecord['advances']): Gap | null {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (toMs - fromMs < SHORTEST_GAP_MS) return null;
  const skippedMs = advances.reduce((sum, advance) => {
    const overlapMs = Math.min(toMs, Date.parse(advance.to)) - Math.max(fromMs, Date.parse(advance.from));
    return sum + Math.max(0, overlapMs);
  }, 0);
  const isAdvanced = toMs - fromMs - skippedMs < SHORTEST_GAP_MS;
  return { kind: 'gap', from, to, isAdvanced, isAhead: false };
}

function withGaps(steps: readonly (Arrow | Mark)[], advances: OrderRecord['advances']): Recorded[] {
  return steps.flatMap((step, index): Recorded[] => {
    const before = steps[index - 1];
    const gap = before ? gapBetween(before.at, step.at, advances) : null;
    if (!gap) return [step];
    return [step.isAhead ? { ...gap, isAdvanced: false, isAhead: true } : gap, step];
  });
}

/**
 * The sequence diagram of an order.
 * @param foldsRepetitions draws repeated equal exchanges, and attempts that failed in the same way, as one
 */
export function orderDiagram(record: OrderRecord, foldsRepetitions = true): Diagram {
  const { order, advances } = record;
  const steps = withGaps([...pastSteps(record), ...scheduledSteps(record)], advances);
  const shown = foldsRepetitions ? foldRepetitions(steps) : steps;
  const hasNoDestination = order.timeline.every(({ event }) => event.state === 'unsent');
  return {
    title: `Order ${order.id}${order.external_id === null ? '' : `, ${order.external_id}`}`,
    date: order.created_at.slice(0, 10),
    names: {
      client: 'Client',
      service: 'Service',
      receiver: hasNoDestination ? 'No receiver' : 'Receiver',
    },
    steps: isRecorded(record) ? withDifferences(shown, order.price_trx) : shown,
  };
}
