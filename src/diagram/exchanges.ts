import type { components } from '../contract/control-v1.generated.ts';
import { span } from '../text/units.ts';
import type { Arrow, Evidence, Tone } from './steps.ts';

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
export const requestArrow = (request: Request): Arrow => ({
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
export function responseArrow(request: Request): Arrow | null {
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
export function deliveryArrows(delivery: Delivery, index: number): readonly Arrow[] {
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
