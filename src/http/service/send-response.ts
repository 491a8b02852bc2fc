import { type HostClock, pause } from '../../clock/host-clock.ts';
import type { Account } from '../../engine/account.ts';
import type { CommandRunner } from '../../runtime/command-runner.ts';
import type { Scenario } from '../../scenario/scenario-types.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { type ApiResponse, failed, headersOf } from '../api-response.ts';
import type { ResponseBatcher } from '../response-batcher.ts';
import type { ServiceVisit } from './service-visit.ts';
import { endingOf, fault } from './transport-faults.ts';

/** What sending a response needs. */
export interface ResponderParts {
  readonly runner: CommandRunner;
  readonly clock: HostClock;
  readonly batcher: ResponseBatcher;
  /** Called as a response leaves; the account is null where no key opened one. */
  readonly record: (account: Account | null, exchange: Exchange) => void;
}

const NO_SCENARIOS: readonly Scenario[] = [];
const NO_ORDERS: readonly number[] = [];

/** What the journal keeps of a request and its response. */
function exchangeOf(visit: ServiceVisit, answer: ApiResponse, id: string, atMs: number): Exchange {
  const { request, decision, caller } = visit;
  const rule = decision?.rule ?? null;
  const seen = rule?.fault ? endingOf(rule.fault, answer) : answer;
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
    status: seen.status,
    answer: seen.body,
    answerHeaders: headersOf(answer, visit.rate, id),
    explain: answer.explain,
    rule,
    fault: rule?.fault ?? null,
    facts: decision?.facts ?? null,
    asked: decision?.scenarios ?? NO_SCENARIOS,
    orders: answer.orders ?? NO_ORDERS,
    mismatch: answer.mismatch ?? false,
    key: caller?.key.name ?? null,
  };
}

/** Sends responses: each waits for what it has to wait for, goes into the journal, and leaves whole or faulted. */
export class Responder {
  readonly #parts: ResponderParts;
  #sent = 0;

  constructor(parts: ResponderParts) {
    this.#parts = parts;
  }

  /** What need not wait is sent at once: a promise for every request would cost more than its validation. */
  respond(visit: ServiceVisit, answer: ApiResponse): Promise<void> | undefined {
    const { caller } = visit;
    const settled = caller ? this.#parts.runner.settled(caller.account) : null;
    if (!settled) return this.#record(visit, answer);
    return settled.then(
      () => this.#record(visit, answer),
      (error: Error) => {
        visit.decision = null;
        return this.#record(visit, failed('SERVICE_UNAVAILABLE', error.message));
      },
    );
  }

  #record(visit: ServiceVisit, answer: ApiResponse): Promise<void> | undefined {
    const { runner, clock } = this.#parts;
    const { caller, decision } = visit;
    const atMs = caller ? runner.nowMs(caller.account) : clock.wallMs();
    this.#sent += 1;
    const exchange = exchangeOf(visit, answer, `req-${this.#sent}`, atMs);
    const waits = decision ? this.#waitFor(visit, decision.delayMs) : null;
    if (waits) return waits.then(() => this.#leave(visit, answer, exchange));
    return this.#leave(visit, answer, exchange);
  }

  /** The deliveries that precede the response, then a delay of real time. */
  #waitFor({ beforeResponse }: ServiceVisit, delayMs: number): Promise<unknown> | null {
    if (delayMs === 0) return beforeResponse;
    const delay = (): Promise<void> => pause(this.#parts.clock, delayMs);
    return beforeResponse ? beforeResponse.then(delay) : delay();
  }

  #leave(visit: ServiceVisit, answer: ApiResponse, exchange: Exchange): Promise<void> | undefined {
    const { clock, record, batcher } = this.#parts;
    const { response, caller, startedMs, decision } = visit;
    const elapsedMs = (): number => clock.monotonicMs() - startedMs;
    exchange.durationMs = elapsedMs();
    record(caller?.account ?? null, exchange);
    // The rest of such a body is not read, so nothing that follows it on the connection can be.
    if (visit.problem?.error === 'REQUEST_TOO_LARGE') {
      exchange.answerHeaders = { ...exchange.answerHeaders, Connection: 'close' };
    }
    const headers = exchange.answerHeaders;
    const kind = decision?.rule?.fault;
    if (!kind) {
      batcher.add(response, answer, headers);
      return undefined;
    }
    return fault(kind, { response, answer, headers, clock }).then(() => {
      exchange.durationMs = elapsedMs();
    });
  }
}
