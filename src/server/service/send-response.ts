import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scope } from '../../core/domain/operations.ts';
import { DASHBOARD_KEY } from '../../core/engine/account.ts';
import { isRefundedBy, type Order, stepsAt } from '../../core/engine/account-state.ts';
import { type Decision, type Outcome, shownAsOfMs } from '../../core/engine/request/decision.ts';
import { type Exchange, NO_REMARKS, type ResponseEnd, type ShownState } from '../../core/facts.ts';
import type { RequestRule } from '../../core/scenario/choose-rule.ts';
import { FAULT_TABLE, type TransportFault } from '../../core/scenario/rule-effects.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { endConnection } from '../../host/node/end-connection.ts';
import { type HostClock, pause } from '../../host/node/host-clock.ts';
import { connectionOf, resetConnection } from '../connection.ts';
import { type ApiResponse, explanationOf, failed, headersOf, headerText } from './api-response.ts';
import type { ServiceParts, ServiceVisit } from './request-checks.ts';
import { requestRemarks } from './request-remarks.ts';

const NO_SCENARIOS: readonly Scenario[] = [];
const NO_ORDERS: readonly number[] = [];
const NOTHING_MADE: readonly Order[] = [];
const NO_RULES: readonly RequestRule[] = [];
const NO_SCOPES: readonly Scope[] = [];

/** The order that the response to a decision shows, as it is now, or was at the time of which the response tells. */
function shownBy(decision: Decision): ShownState | null {
  const { outcome } = decision;
  const order =
    outcome.kind === 'status' ? outcome.order : outcome.kind === 'order' ? outcome.placed.order : null;
  if (order === null) return null;
  const asOfMs = shownAsOfMs(decision) ?? Number.POSITIVE_INFINITY;
  const { status } = order.steps[stepsAt(order, asOfMs) - 1]!;
  return { order, status, refunded: isRefundedBy(order, asOfMs) };
}

function madeBy(outcome: Outcome): readonly Order[] {
  if (outcome.kind === 'order') return outcome.placed.idempotent ? NOTHING_MADE : [outcome.placed.order];
  if (outcome.kind !== 'bulk') return NOTHING_MADE;
  const made: Order[] = [];
  for (const { result } of outcome.items)
    if ('order' in result && !result.idempotent) made.push(result.order);
  return made;
}

function itemRulesOf(outcome: Outcome): readonly RequestRule[] {
  if (outcome.kind !== 'bulk' || outcome.items.every(item => item.rule === null)) return NO_RULES;
  return [...new Set(outcome.items.map(item => item.rule).filter(rule => rule !== null))];
}

interface Recording extends Pick<Exchange, 'id' | 'atMs' | 'turn'> {
  readonly paths: ReadonlySet<string>;
}

/** True if the account of a request was reset or restored since it was decided. */
const isOfEarlierRun = ({ caller, decided }: ServiceVisit): boolean =>
  decided !== null && caller.account?.state !== decided.state;

function exchangeOf(
  visit: ServiceVisit,
  apiResponse: ApiResponse,
  { id, atMs, turn, paths }: Recording,
): Exchange {
  const { request, operation, caller } = visit;
  const { account, key } = caller;
  const decision = visit.decided?.decision;
  const connection = connectionOf(request.socket);
  const rule = decision?.rule ?? null;
  const received = rule?.fault ? FAULTS[rule.fault].received(apiResponse) : apiResponse;
  return {
    id,
    atMs,
    receivedMs: visit.startedMs,
    limitedBeforeMs: connection.limitedAtMs,
    connection: connection.fact,
    isFirstOnConnection: connection.requests++ === 0,
    turn,
    durationMs: 0,
    eventCount: account?.state.events.length ?? 0,
    answeredAtMs: atMs,
    end: 'open',
    isOfEarlierRun: isOfEarlierRun(visit),
    operation: operation?.id ?? null,
    method: request.method ?? '',
    url: request.url ?? '',
    ip: visit.ip,
    rawHeaders: connectionOf(request.socket).shared(request.rawHeaders),
    body: visit.bytes,
    lateDigest: null,
    status: received.status,
    answer: received.body,
    answerHeaders: headersOf(apiResponse, visit.rate, id),
    explain: explanationOf(apiResponse),
    rule,
    fault: rule?.fault ?? null,
    facts: decision?.facts ?? null,
    asked: decision?.scenarios ?? NO_SCENARIOS,
    request: visit.command,
    outcome: decision?.outcome ?? null,
    shown: decision && !decision.isReplaced ? shownBy(decision) : null,
    made: decision ? madeBy(decision.outcome) : NOTHING_MADE,
    itemRules: decision ? itemRulesOf(decision.outcome) : NO_RULES,
    orders: apiResponse.orders ?? NO_ORDERS,
    remarks: requestRemarks(visit, paths, apiResponse.remarks ?? NO_REMARKS),
    key: key?.name ?? null,
    byDashboard: key?.id === DASHBOARD_KEY,
    scope: operation?.scope ?? null,
    scopes: key?.scopes ?? NO_SCOPES,
  };
}

/** Up to this size, the body of a request that was refused without it is read, to tell it from other refused requests. */
const MAX_DIGESTED_BYTES = 16 * 1024;

/** Reads the body of a request that was refused by its head. Node would read and drop it. */
function digestLate(request: IncomingMessage, exchange: Exchange): void {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (!(declared > 0 && declared <= MAX_DIGESTED_BYTES)) return;
  const digest = createHash('sha256');
  request.on('data', (chunk: Buffer) => digest.update(chunk));
  request.on('end', () => {
    exchange.lateDigest = digest.digest('base64');
  });
}

const isGone = ({ response }: ServiceVisit): boolean =>
  response.destroyed || response.socket?.destroyed === true;

/** A response whose headers are written. */
interface PendingBody {
  readonly response: ServerResponse;
  readonly body: string;
}

/**
 * Sends the responses of one turn of the event loop together at its end. Every write to an idle client has the cost of
 * waking it, so sending responses one by one between reads takes about half as long again.
 */
class ResponseBatcher {
  /** The number of turns of the event loop that have sent responses. */
  turn = 0;
  readonly #clock: HostClock;
  #pending: PendingBody[] = [];

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  add(
    response: ServerResponse,
    { status, body }: ApiResponse,
    headers: Readonly<Record<string, string | number>>,
  ): void {
    response.writeHead(status, headers);
    this.#pending.push({ response, body });
    if (this.#pending.length === 1) void this.#clock.yieldToEventLoop().then(() => this.#flush());
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    this.turn += 1;
    for (const { response, body } of pending) response.end(body);
  }
}

interface OutgoingResponse {
  readonly response: ServerResponse;
  readonly apiResponse: ApiResponse;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly clock: HostClock;
}

/** The part of a faulted response that the client receives; the status is null if it receives nothing. */
interface ReceivedResponse {
  readonly status: number | null;
  readonly body: string;
}

interface FaultBehavior {
  /** Computed before anything is sent, so that the journal has it while the client is still waiting. */
  readonly received: (apiResponse: ApiResponse) => ReceivedResponse;
  /** Resolves when the client has received everything that it will receive. */
  readonly send: (outgoing: OutgoingResponse) => void | Promise<void>;
}

const nothing = (): ReceivedResponse => ({ status: null, body: '' });
const half = ({ body }: ApiResponse): string => body.slice(0, Math.ceil(body.length / 2));
const closed = (response: ServerResponse): Promise<void> =>
  new Promise(resolve => response.once('close', () => resolve()));

const CHUNK_INTERVAL_MS = 100;
const CHUNK_COUNT = 20;

const HTML_502 = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
</body>
</html>
`;

/** Sends the full Content-Length but only half of the body, then closes the connection. */
async function truncate({ response, apiResponse, headers, clock }: OutgoingResponse): Promise<void> {
  response.writeHead(apiResponse.status, headers);
  response.write(half(apiResponse));
  if (response.socket) endConnection(response.socket, clock);
  await closed(response);
}

/** The longest time for which a scripted hang holds a connection, in milliseconds. */
export const LONGEST_HANG_MS = 600_000;

/** Sends nothing until the client gives up, or the longest hang is over. */
export async function holdUntilGone(response: ServerResponse, clock: HostClock): Promise<void> {
  const cancel = clock.wake(LONGEST_HANG_MS, () => response.destroy());
  await closed(response);
  cancel();
}

function writeHtml502({ response, apiResponse, headers }: OutgoingResponse): void {
  response.writeHead(502, {
    ...headers,
    'Content-Type': 'text/html',
    'Content-Length': Buffer.byteLength(HTML_502),
    'X-Sandbox-Explain': headerText(apiResponse.explain),
  });
  response.end(HTML_502);
}

/** Sends the body in small chunks with pauses in real time. */
async function drip({ response, apiResponse, headers, clock }: OutgoingResponse): Promise<void> {
  response.writeHead(apiResponse.status, headers);
  const bytes = Buffer.from(apiResponse.body);
  const size = Math.max(1, Math.ceil(bytes.length / CHUNK_COUNT));
  for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
    response.write(bytes.subarray(start, start + size));
    await pause(clock, CHUNK_INTERVAL_MS);
  }
  response.end();
}

const FAULTS: Readonly<Record<TransportFault, FaultBehavior>> = {
  'connection-reset': {
    received: nothing,
    send: ({ response }) => {
      if (response.socket) resetConnection(response.socket);
    },
  },
  'empty-reply': {
    received: nothing,
    send: ({ response, clock }) => {
      if (response.socket) endConnection(response.socket, clock);
    },
  },
  hang: {
    received: nothing,
    send: ({ response, clock }) => holdUntilGone(response, clock),
  },
  'truncated-json': {
    received: apiResponse => ({ status: apiResponse.status, body: half(apiResponse) }),
    send: truncate,
  },
  'html-502': {
    received: () => ({ status: 502, body: HTML_502 }),
    send: writeHtml502,
  },
  'slow-drip': {
    received: ({ status, body }) => ({ status, body }),
    send: drip,
  },
};

async function sendFaulted(kind: TransportFault, outgoing: OutgoingResponse): Promise<void> {
  // An earlier response on the connection is sent first; a reset would discard it.
  await outgoing.clock.yieldToEventLoop();
  await FAULTS[kind].send(outgoing);
}

/** Returns the id of a further request. No two requests to a server have the same id. */
export type RequestIds = () => string;

export function requestIds(): RequestIds {
  let count = 0;
  return () => `req-${++count}`;
}

/** Sends responses. Each waits until the account is stored, is recorded, waits for deliveries and delays, and is sent. */
export class Responder {
  readonly #parts: ServiceParts;
  readonly #nextRequestId: RequestIds;
  readonly #batcher: ResponseBatcher;

  constructor(parts: ServiceParts, nextRequestId: RequestIds) {
    this.#parts = parts;
    this.#nextRequestId = nextRequestId;
    this.#batcher = new ResponseBatcher(parts.clock);
  }

  /** Sends a response; synchronously if it need not wait, as a promise per request costs more than its validation. */
  respond(visit: ServiceVisit, apiResponse: ApiResponse): Promise<void> | undefined {
    const { account } = visit.caller;
    const stored = account && this.#parts.core.runner.settled(account);
    if (!stored) return this.#prepare(visit, apiResponse);
    return stored.then(
      () => this.#prepare(visit, apiResponse),
      (error: Error) => {
        visit.decided = null;
        return this.#prepare(visit, failed('SERVICE_UNAVAILABLE', error.message));
      },
    );
  }

  #prepare(visit: ServiceVisit, apiResponse: ApiResponse): Promise<void> | undefined {
    const { core, clock, paths } = this.#parts;
    const { account } = visit.caller;
    const atMs = account ? core.runner.nowMs(account) : clock.wallMs();
    const { turn } = this.#batcher;
    const exchange = exchangeOf(visit, apiResponse, { id: this.#nextRequestId(), atMs, turn, paths });
    if (visit.bytes === null && visit.problem === null) digestLate(visit.request, exchange);
    core.facts.decided(account, exchange);
    const waiting = this.#waitFor(visit);
    if (!waiting) return this.#send(visit, apiResponse, exchange);
    // If the client gives up, this must be recorded before what it does next.
    visit.response.once('close', () => this.#end(visit, exchange, 'client-gone'));
    return waiting.then(() => this.#send(visit, apiResponse, exchange));
  }

  /** Records how a response ended; only the first end counts. */
  #end(visit: ServiceVisit, exchange: Exchange, end: ResponseEnd): void {
    if (exchange.end !== 'open') return;
    const { request, startedMs } = visit;
    const { account } = visit.caller;
    const { clock, core } = this.#parts;
    exchange.end = end;
    // This response does not wait for the end of the turn.
    if (end !== 'sent') this.#batcher.turn += 1;
    exchange.isOfEarlierRun = isOfEarlierRun(visit);
    exchange.durationMs = clock.monotonicMs() - startedMs;
    if (exchange.status === 429) connectionOf(request.socket).limitedAtMs = startedMs + exchange.durationMs;
    // The account's clock need not be read again for a response that was sent immediately.
    if (account && exchange.durationMs > 1) exchange.answeredAtMs = core.runner.nowMs(account);
    core.facts.answered(account, exchange);
  }

  /** Waits for the deliveries that precede the response, then for the delay, in real time. */
  #waitFor({ decided }: ServiceVisit): Promise<unknown> | null {
    if (!decided) return null;
    const { beforeResponse } = decided;
    const { delayMs } = decided.decision;
    if (delayMs === 0) return beforeResponse;
    const delay = (): Promise<void> => pause(this.#parts.clock, delayMs);
    return beforeResponse ? beforeResponse.then(delay) : delay();
  }

  #send(visit: ServiceVisit, apiResponse: ApiResponse, exchange: Exchange): Promise<void> | undefined {
    const { clock, isClosing } = this.#parts;
    const { response, startedMs, decided } = visit;
    const kind = decided?.decision.rule?.fault;
    if (isGone(visit)) this.#end(visit, exchange, 'client-gone');
    else this.#end(visit, exchange, kind && FAULT_TABLE[kind].loses ? 'lost' : 'sent');
    // The rest of a body that is too large is not read, so nothing that follows it on the connection can be.
    if (visit.problem?.error === 'REQUEST_TOO_LARGE' || isClosing()) {
      exchange.answerHeaders = { ...exchange.answerHeaders, Connection: 'close' };
    }
    const headers = exchange.answerHeaders;
    if (!kind) {
      this.#batcher.add(response, apiResponse, headers);
      return undefined;
    }
    return sendFaulted(kind, { response, apiResponse, headers, clock }).then(() => {
      if (exchange.end !== 'client-gone') exchange.durationMs = clock.monotonicMs() - startedMs;
    });
  }
}
