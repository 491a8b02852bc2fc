import { type HostClock, pause } from '../../clock/host-clock.ts';
import type { Account } from '../../engine/account.ts';
import type { CommandRunner } from '../../runtime/command-runner.ts';
import type { Scenario } from '../../scenario/scenario-types.ts';
import type { Exchange } from '../../wire/recorded-exchange.ts';
import { type ApiResponse, explanationOf, failed, headersOf } from '../api-response.ts';
import type { ResponseBatcher } from '../response-batcher.ts';
import type { ServiceVisit } from './service-visit.ts';
import { receivedOf, sendFaulted } from './transport-faults.ts';

/** What the responder depends on. */
export interface ResponderParts {
  readonly runner: CommandRunner;
  readonly clock: HostClock;
  readonly batcher: ResponseBatcher;
  /** Called when a response is sent; the account is null if no key identified one. */
  readonly record: (account: Account | null, exchange: Exchange) => void;
  /** True while the server is shutting down. */
  readonly isClosing: () => boolean;
}

const NO_SCENARIOS: readonly Scenario[] = [];
const NO_REMARKS: readonly string[] = [];
const NO_ORDERS: readonly number[] = [];

/** What the journal keeps of a request and its response. */
function exchangeOf(visit: ServiceVisit, apiResponse: ApiResponse, id: string, atMs: number): Exchange {
  const { request, decision, caller } = visit;
  const rule = decision?.rule ?? null;
  const received = rule?.fault ? receivedOf(rule.fault, apiResponse) : apiResponse;
  return {
    id,
    atMs,
    durationMs: 0,
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
    orders: apiResponse.orders ?? NO_ORDERS,
    remarks: apiResponse.remarks ?? NO_REMARKS,
    key: caller?.key.name ?? null,
  };
}

/** Sends responses. Each waits until the account is stored, for deliveries and delays, is recorded and then sent. */
export class Responder {
  readonly #parts: ResponderParts;
  #responseCount = 0;

  constructor(parts: ResponderParts) {
    this.#parts = parts;
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
    const { runner, clock } = this.#parts;
    const { caller, decision } = visit;
    const atMs = caller ? runner.nowMs(caller.account) : clock.wallMs();
    this.#responseCount += 1;
    const exchange = exchangeOf(visit, apiResponse, `req-${this.#responseCount}`, atMs);
    const waiting = decision ? this.#waitFor(visit, decision.delayMs) : null;
    if (waiting) return waiting.then(() => this.#send(visit, apiResponse, exchange));
    return this.#send(visit, apiResponse, exchange);
  }

  /** Waits for the deliveries that precede the response, then for the delay, in real time. */
  #waitFor({ beforeResponse }: ServiceVisit, delayMs: number): Promise<unknown> | null {
    if (delayMs === 0) return beforeResponse;
    const delay = (): Promise<void> => pause(this.#parts.clock, delayMs);
    return beforeResponse ? beforeResponse.then(delay) : delay();
  }

  #send(visit: ServiceVisit, apiResponse: ApiResponse, exchange: Exchange): Promise<void> | undefined {
    const { clock, record, batcher, isClosing } = this.#parts;
    const { response, caller, startedMs, decision } = visit;
    const elapsedMs = (): number => clock.monotonicMs() - startedMs;
    exchange.durationMs = elapsedMs();
    record(caller?.account ?? null, exchange);
    // The rest of a body that is too large is not read, so nothing that follows it on the connection can be.
    if (visit.problem?.error === 'REQUEST_TOO_LARGE' || isClosing()) {
      exchange.answerHeaders = { ...exchange.answerHeaders, Connection: 'close' };
    }
    const headers = exchange.answerHeaders;
    const kind = decision?.rule?.fault;
    if (!kind) {
      batcher.add(response, apiResponse, headers);
      return undefined;
    }
    return sendFaulted(kind, { response, apiResponse, headers, clock }).then(() => {
      exchange.durationMs = elapsedMs();
    });
  }
}
