import type { ServerResponse } from 'node:http';
import type { Scope } from '../../core/domain/operations.ts';
import { DASHBOARD_KEY } from '../../core/engine/account.ts';
import { isRefundedBy, type Order, stepsAt } from '../../core/engine/account-state.ts';
import { type Decision, type Outcome, shownAsOfMs } from '../../core/engine/request/decision.ts';
import {
  type Exchange,
  type FactListener,
  NO_REMARKS,
  type ResponseEnd,
  type ShownState,
} from '../../core/facts.ts';
import type { RequestRule } from '../../core/scenario/choose-rule.ts';
import type { TransportFault } from '../../core/scenario/rule-effects.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import type { CommandRunner } from '../../host/command-runner.ts';
import { endConnection } from '../../host/node/end-connection.ts';
import { type HostClock, pause } from '../../host/node/host-clock.ts';
import { connectionOf, resetConnection } from '../connection.ts';
import { type ApiResponse, explanationOf, failed, headersOf, headerText } from './api-response.ts';
import { requestRemarks } from './execute-request.ts';
import type { ServiceVisit } from './request-checks.ts';

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

interface Recording extends Pick<Exchange, 'id' | 'atMs' | 'limitedBeforeMs'> {
  readonly paths: ReadonlySet<string>;
}

/** True if the account of a request was reset or restored since it was decided. */
const isOfEarlierRun = ({ caller, decidedIn }: ServiceVisit): boolean =>
  decidedIn !== null && caller?.account.state !== decidedIn;

function exchangeOf(
  visit: ServiceVisit,
  apiResponse: ApiResponse,
  { id, atMs, limitedBeforeMs, paths }: Recording,
): Exchange {
  const { request, decision, caller } = visit;
  const rule = decision?.rule ?? null;
  const received = rule?.fault ? FAULTS[rule.fault].received(apiResponse) : apiResponse;
  return {
    id,
    atMs,
    receivedMs: visit.startedMs,
    limitedBeforeMs,
    durationMs: 0,
    eventCount: caller?.account.state.events.length ?? 0,
    answeredAtMs: atMs,
    end: 'open',
    isOfEarlierRun: isOfEarlierRun(visit),
    operation: visit.operation?.id ?? null,
    method: request.method ?? '',
    url: request.url ?? '',
    ip: visit.ip,
    rawHeaders: connectionOf(request.socket).shared(request.rawHeaders),
    body: visit.bytes,
    status: received.status,
    answer: received.body,
    answerHeaders: headersOf(apiResponse, visit.rate, id),
    explain: explanationOf(apiResponse),
    rule,
    fault: rule?.fault ?? null,
    facts: decision?.facts ?? null,
    asked: decision?.scenarios ?? NO_SCENARIOS,
    request: visit.serviceRequest,
    outcome: decision?.outcome ?? null,
    shown: decision && !decision.isReplaced ? shownBy(decision) : null,
    made: decision ? madeBy(decision.outcome) : NOTHING_MADE,
    itemRules: decision ? itemRulesOf(decision.outcome) : NO_RULES,
    orders: apiResponse.orders ?? NO_ORDERS,
    remarks: requestRemarks(visit, paths, apiResponse.remarks ?? NO_REMARKS),
    key: caller?.key.name ?? null,
    byDashboard: caller?.key.id === DASHBOARD_KEY,
    scope: visit.operation?.scope ?? null,
    scopes: caller?.key.scopes ?? NO_SCOPES,
  };
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
  /** True if the client receives nothing that it can use, or an error of a gateway. */
  readonly loses: boolean;
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
async function hang({ response, clock }: OutgoingResponse): Promise<void> {
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
    loses: true,
    received: nothing,
    send: ({ response }) => {
      if (response.socket) resetConnection(response.socket);
    },
  },
  'empty-reply': {
    loses: true,
    received: nothing,
    send: ({ response, clock }) => {
      if (response.socket) endConnection(response.socket, clock);
    },
  },
  hang: {
    loses: true,
    received: nothing,
    send: hang,
  },
  'truncated-json': {
    loses: true,
    received: apiResponse => ({ status: apiResponse.status, body: half(apiResponse) }),
    send: truncate,
  },
  'html-502': {
    loses: true,
    received: () => ({ status: 502, body: HTML_502 }),
    send: writeHtml502,
  },
  'slow-drip': {
    loses: false,
    received: ({ status, body }) => ({ status, body }),
    send: drip,
  },
};

async function sendFaulted(kind: TransportFault, outgoing: OutgoingResponse): Promise<void> {
  // An earlier response on the connection is sent first; a reset would discard it.
  await outgoing.clock.yieldToEventLoop();
  await FAULTS[kind].send(outgoing);
}

interface ResponderParts {
  readonly runner: CommandRunner;
  readonly clock: HostClock;
  readonly paths: ReadonlySet<string>;
  readonly facts: Required<Pick<FactListener, 'decided' | 'answered'>>;
  readonly isClosing: () => boolean;
  readonly nextRequestId: RequestIds;
}

/** Returns the id of a further request. No two requests to a server have the same id. */
export type RequestIds = () => string;

export function requestIds(): RequestIds {
  let count = 0;
  return () => `req-${++count}`;
}

/** Sends responses. Each waits until the account is stored, is recorded, waits for deliveries and delays, and is sent. */
export class Responder {
  readonly #parts: ResponderParts;
  readonly #batcher: ResponseBatcher;

  constructor(parts: ResponderParts) {
    this.#parts = parts;
    this.#batcher = new ResponseBatcher(parts.clock);
  }

  /** Sends a response; synchronously if it need not wait, as a promise per request costs more than its validation. */
  respond(visit: ServiceVisit, apiResponse: ApiResponse): Promise<void> | undefined {
    const { caller } = visit;
    const stored = caller ? this.#parts.runner.settled(caller.account) : null;
    if (!stored) return this.#prepare(visit, apiResponse);
    return stored.then(
      () => this.#prepare(visit, apiResponse),
      (error: Error) => {
        visit.decision = null;
        return this.#prepare(visit, failed('SERVICE_UNAVAILABLE', error.message));
      },
    );
  }

  #prepare(visit: ServiceVisit, apiResponse: ApiResponse): Promise<void> | undefined {
    const { runner, clock, paths, nextRequestId } = this.#parts;
    const { caller, decision } = visit;
    const atMs = caller ? runner.nowMs(caller.account) : clock.wallMs();
    const limitedBeforeMs = connectionOf(visit.request.socket).limitedAtMs;
    const id = nextRequestId();
    const exchange = exchangeOf(visit, apiResponse, { id, atMs, limitedBeforeMs, paths });
    this.#parts.facts.decided(caller?.account ?? null, exchange);
    const waiting = decision ? this.#waitFor(visit, decision.delayMs) : null;
    if (!waiting) return this.#send(visit, apiResponse, exchange);
    // If the client gives up, this must be recorded before what it does next.
    visit.response.once('close', () => this.#end(visit, exchange, 'client-gone'));
    return waiting.then(() => this.#send(visit, apiResponse, exchange));
  }

  /** Records how a response ended; only the first end counts. */
  #end(visit: ServiceVisit, exchange: Exchange, end: ResponseEnd): void {
    if (exchange.end !== 'open') return;
    const { caller, request, startedMs } = visit;
    const { clock, facts, runner } = this.#parts;
    exchange.end = end;
    exchange.isOfEarlierRun = isOfEarlierRun(visit);
    exchange.durationMs = clock.monotonicMs() - startedMs;
    if (exchange.status === 429) connectionOf(request.socket).limitedAtMs = startedMs + exchange.durationMs;
    // The account's clock need not be read again for a response that was sent immediately.
    if (caller && exchange.durationMs > 1) exchange.answeredAtMs = runner.nowMs(caller.account);
    facts.answered(caller?.account ?? null, exchange);
  }

  /** Waits for the deliveries that precede the response, then for the delay, in real time. */
  #waitFor({ beforeResponse }: ServiceVisit, delayMs: number): Promise<unknown> | null {
    if (delayMs === 0) return beforeResponse;
    const delay = (): Promise<void> => pause(this.#parts.clock, delayMs);
    return beforeResponse ? beforeResponse.then(delay) : delay();
  }

  #send(visit: ServiceVisit, apiResponse: ApiResponse, exchange: Exchange): Promise<void> | undefined {
    const { clock, isClosing } = this.#parts;
    const { response, startedMs, decision } = visit;
    const kind = decision?.rule?.fault;
    if (isGone(visit)) this.#end(visit, exchange, 'client-gone');
    else this.#end(visit, exchange, kind && FAULTS[kind].loses ? 'lost' : 'sent');
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
