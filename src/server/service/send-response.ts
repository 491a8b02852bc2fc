import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Scope } from '../../core/domain/operations.ts';
import { DASHBOARD_KEY } from '../../core/engine/account.ts';
import { type Order, statusOf } from '../../core/engine/account-state.ts';
import type { Outcome } from '../../core/engine/request/decision.ts';
import {
  type Exchange,
  type FactListener,
  NO_REMARKS,
  type ResponseEnd,
  type ToldState,
} from '../../core/facts.ts';
import type { RequestRule } from '../../core/scenario/choose-rule.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import type { CommandRunner } from '../../host/command-runner.ts';
import { type HostClock, pause } from '../../host/node/host-clock.ts';
import { type ApiResponse, explanationOf, failed, headersOf } from '../api-response.ts';
import { requestRemarks } from './request-remarks.ts';
import type { ServiceVisit } from './service-visit.ts';
import { losesResponse, receivedOf, sendFaulted } from './transport-faults.ts';

/** What the responder depends on. */
interface ResponderParts {
  readonly runner: CommandRunner;
  readonly clock: HostClock;
  /** The paths of the description. */
  readonly paths: ReadonlySet<string>;
  /** Learns of each request when it is decided, and when its response ends. */
  readonly facts: Required<Pick<FactListener, 'decided' | 'answered'>>;
  /** True while the server is shutting down. */
  readonly isClosing: () => boolean;
}

const NO_SCENARIOS: readonly Scenario[] = [];
const NO_ORDERS: readonly number[] = [];
const NOTHING_MADE: readonly Order[] = [];
const NO_RULES: readonly RequestRule[] = [];
const NO_SCOPES: readonly Scope[] = [];

/** The order that the response to an outcome shows, as it is now. */
function toldBy(outcome: Outcome): ToldState | null {
  const order =
    outcome.kind === 'status' ? outcome.order : outcome.kind === 'order' ? outcome.placed.order : null;
  return order && { order, status: statusOf(order), refunded: order.refund !== null };
}

/** The orders that an outcome has created. */
function madeBy(outcome: Outcome): readonly Order[] {
  if (outcome.kind === 'order') return outcome.placed.idempotent ? NOTHING_MADE : [outcome.placed.order];
  if (outcome.kind !== 'bulk') return NOTHING_MADE;
  const made: Order[] = [];
  for (const { result } of outcome.items)
    if ('order' in result && !result.idempotent) made.push(result.order);
  return made;
}

/** The rules that applied to the items of a bulk request. */
function itemRulesOf(outcome: Outcome): readonly RequestRule[] {
  if (outcome.kind !== 'bulk' || outcome.items.every(item => item.rule === null)) return NO_RULES;
  return [...new Set(outcome.items.map(item => item.rule).filter(rule => rule !== null))];
}

/** What is recorded of a request besides what its visit knows. */
interface Recording extends Pick<Exchange, 'id' | 'atMs' | 'limitedBeforeMs'> {
  readonly paths: ReadonlySet<string>;
}

/** True if the account of a request was reset or restored since it was decided. */
const isOfEarlierRun = ({ caller, decidedIn }: ServiceVisit): boolean =>
  decidedIn !== null && caller?.account.state !== decidedIn;

/** What the journal keeps of a request and its response. */
function exchangeOf(
  visit: ServiceVisit,
  apiResponse: ApiResponse,
  { id, atMs, limitedBeforeMs, paths }: Recording,
): Exchange {
  const { request, decision, caller } = visit;
  const rule = decision?.rule ?? null;
  const received = rule?.fault ? receivedOf(rule.fault, apiResponse) : apiResponse;
  return {
    id,
    atMs,
    receivedMs: visit.startedMs,
    limitedBeforeMs,
    durationMs: 0,
    answeredAtMs: atMs,
    end: 'open',
    isOfEarlierRun: isOfEarlierRun(visit),
    operation: visit.operation?.id ?? null,
    method: request.method ?? '',
    url: request.url ?? '',
    ip: visit.ip,
    rawHeaders: request.rawHeaders,
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
    told: decision && !decision.isReplaced ? toldBy(decision.outcome) : null,
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

/** True if the client has closed the connection. */
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

  /** Queues a response to be sent with the others of this turn. */
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

/** Sends responses. Each waits until the account is stored, for deliveries and delays, is recorded and then sent. */
export class Responder {
  readonly #parts: ResponderParts;
  readonly #batcher: ResponseBatcher;
  #responseCount = 0;
  /** When the latest 429 left on a connection. */
  readonly #limitedAtMs = new WeakMap<Socket, number>();

  constructor(parts: ResponderParts) {
    this.#parts = parts;
    this.#batcher = new ResponseBatcher(parts.clock);
  }

  /** Sends a response; at once if it need not wait, because a promise per request costs more than its validation. */
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
    const { runner, clock, paths } = this.#parts;
    const { caller, decision } = visit;
    const atMs = caller ? runner.nowMs(caller.account) : clock.wallMs();
    this.#responseCount += 1;
    const limitedBeforeMs = this.#limitedAtMs.get(visit.request.socket) ?? null;
    const id = `req-${this.#responseCount}`;
    const exchange = exchangeOf(visit, apiResponse, { id, atMs, limitedBeforeMs, paths });
    this.#parts.facts.decided(caller?.account ?? null, exchange);
    const waiting = decision ? this.#waitFor(visit, decision.delayMs) : null;
    if (!waiting) return this.#send(visit, apiResponse, exchange);
    // What a client does after it has given up must not be recorded before that it has.
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
    if (exchange.status === 429) this.#limitedAtMs.set(request.socket, startedMs + exchange.durationMs);
    // The account's clock need not be read again for a response that was sent at once.
    if (caller && exchange.durationMs > 1) exchange.answeredAtMs = runner.nowMs(caller.account);
    facts.answered(caller?.account ?? null, exchange);
    exchange.outcome = null;
    exchange.made = NOTHING_MADE;
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
    else this.#end(visit, exchange, kind && losesResponse(kind) ? 'lost' : 'sent');
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
      exchange.durationMs = clock.monotonicMs() - startedMs;
    });
  }
}
