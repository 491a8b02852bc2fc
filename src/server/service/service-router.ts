import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Router } from 'express';
import type { Contract } from '../../contract/contract-types.ts';
import { type ParsedJson, parseJson } from '../../contract/json/parse-json.ts';
import type { OperationId, Scope } from '../../core/domain/operations.ts';
import type { Account } from '../../core/engine/account.ts';
import { type Rate, unusedRate } from '../../core/engine/key-checks.ts';
import { Semaphore, Slots } from '../../host/node/concurrency.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import type { ServerParts } from '../server-parts.ts';
import { type ApiResponse, failed, headersOf, write } from './api-response.ts';
import { execute } from './execute-request.ts';
import {
  type Clocks,
  callerOf,
  charge,
  chargeItems,
  chooseScenario,
  identify,
  isCall,
  receiveBody,
  refuseHead,
  refuseKey,
  refusePath,
  type ServiceOperation,
  ServiceVisit,
  takeBody,
} from './request-checks.ts';
import { type RequestIds, Responder } from './send-response.ts';

type ServiceParts = Pick<ServerParts, 'core' | 'service' | 'clock' | 'isClosing'>;

/** The response to a request has been sent once the promise resolves; undefined if it was sent immediately. */
type Responding = Promise<void> | undefined;

function operationsByPath({ operations }: Contract): Map<string, ServiceOperation[]> {
  const byPath = new Map<string, ServiceOperation[]>();
  for (const operation of operations) {
    const { id, scope, path } = operation;
    const one = { id: id as OperationId, scope: scope as Scope, contract: operation };
    byPath.set(path, [...(byPath.get(path) ?? []), one]);
  }
  return byPath;
}

/**
 * Handles the requests of the service API. The order of the checks is defined here and in `refuseHead`, and for the
 * content of a request in the engine's `handle`. A GET request whose response need not wait creates no promise.
 */
export class Service {
  readonly #parts: ServiceParts;
  readonly #paths: ReadonlySet<string>;
  readonly #responder: Responder;
  readonly #clocks: Clocks;
  readonly #bulkQueue: BulkQueue;
  /** The rate of requests without a valid key. */
  readonly #unusedRate: Rate;

  readonly #nextRequestId: RequestIds;

  constructor(parts: ServiceParts, nextRequestId: RequestIds) {
    const { core, service, clock, isClosing } = parts;
    const { runner, facts } = core;
    this.#parts = parts;
    this.#nextRequestId = nextRequestId;
    this.#paths = new Set(service.operations.map(({ path }) => path));
    this.#responder = new Responder({ runner, clock, paths: this.#paths, facts, isClosing, nextRequestId });
    this.#clocks = {
      accountMs: account => runner.nowMs(account),
      hostMs: () => clock.monotonicMs(),
    };
    this.#bulkQueue = new BulkQueue(clock);
    this.#unusedRate = unusedRate(core.defaults.settings.rate_limit_per_minute);
  }

  /**
   * Adds a route for each path of the description. A request passes one handler, because Express creates closures for
   * every handler that it calls.
   */
  addRoutes(router: Router): void {
    for (const [path, operations] of operationsByPath(this.#parts.service)) {
      const allow = operations.map(({ contract: { method } }) => method).join(', ');
      const refuse: RequestHandler = (request, response) => this.#refuseMethod(request, response, allow);
      const route = router.route(path);
      // Without its own handler, HEAD would be routed to the handler for GET.
      route.head(refuse);
      for (const operation of operations) {
        if (operation.contract.method === 'GET') {
          route.get((request, response) => this.#handleGet(request, response, operation));
        } else route.post((request, response, next) => this.#handlePost(request, response, operation, next));
      }
      route.all(refuse);
    }
  }

  /** The visit of a request; null if it was a browser's preflight, which has its response then. */
  #open(request: IncomingMessage, response: ServerResponse): ServiceVisit | null {
    const { core, clock } = this.#parts;
    if (core.defaults.settings.cors === 'any_origin' && allowAnyOrigin(request, response)) return null;
    return new ServiceVisit(request, response, clock.monotonicMs(), this.#unusedRate);
  }

  /** Refuses requests while the server shuts down. Otherwise finds the account and the key, and counts the request. */
  #receive(visit: ServiceVisit): ApiResponse | null {
    if (this.#parts.isClosing()) {
      const headers = { Connection: 'close' };
      return failed('SERVICE_UNAVAILABLE', 'the sandbox is shutting down', { headers });
    }
    const failure = this.#identify(visit);
    if (!failure) charge(visit, this.#clocks);
    return failure;
  }

  /** SERVICE_UNAVAILABLE if the state of the key's account cannot be read: then that account has failed. */
  #identify(visit: ServiceVisit): ApiResponse | null {
    const { core } = this.#parts;
    try {
      identify(visit, core, this.#clocks);
      return null;
    } catch (error) {
      if (!visit.caller) throw error;
      return failed('SERVICE_UNAVAILABLE', core.runner.fail(visit.caller.account, error).message);
    }
  }

  #refuseHead(visit: ServiceVisit, operation: ServiceOperation): ApiResponse | null {
    const refusal = this.#receive(visit);
    if (refusal) return refusal;
    visit.operation = operation;
    return refuseHead(visit, this.#parts.core.runner);
  }

  #handleGet(request: IncomingMessage, response: ServerResponse, operation: ServiceOperation): Responding {
    const visit = this.#open(request, response);
    if (!visit) return undefined;
    const apiResponse = this.#refuseHead(visit, operation) ?? this.#chooseAndExecute(visit);
    return this.#responder.respond(visit, apiResponse);
  }

  #handlePost(
    request: IncomingMessage,
    response: ServerResponse,
    operation: ServiceOperation,
    fail: (error: unknown) => void,
  ): Responding {
    const visit = this.#open(request, response);
    if (!visit) return undefined;
    const refusal = this.#refuseHead(visit, operation);
    if (refusal) return this.#responder.respond(visit, refusal);
    receiveBody(visit, () => {
      try {
        this.#admit(visit)?.catch(fail);
      } catch (error) {
        fail(error);
      }
    });
    return undefined;
  }

  #admit(visit: ServiceVisit): Responding {
    if (visit.operation!.id !== 'createOrdersBulk') return this.#handleBody(visit);
    return this.#bulkQueue.admission(callerOf(visit).account).then(() => this.#handleBody(visit));
  }

  #handleBody(visit: ServiceVisit): Responding {
    // Account and key are looked up again: either may have been removed while the body arrived.
    const keyRefused = this.#identify(visit) ?? refuseKey(visit);
    if (keyRefused) return this.#responder.respond(visit, keyRefused);
    if (!visit.bytes) return this.#respondToBody(visit);
    return this.#respondToBody(visit, parseJson(visit.bytes));
  }

  #respondToBody(visit: ServiceVisit, parsed?: ParsedJson): Responding {
    if (parsed) takeBody(visit, parsed);
    return this.#responder.respond(visit, chargeItems(visit, this.#clocks) ?? this.#chooseAndExecute(visit));
  }

  #chooseAndExecute(visit: ServiceVisit): ApiResponse {
    const { core } = this.#parts;
    return chooseScenario(visit, core.library) ?? execute(visit, core);
  }

  #refuseMethod(request: IncomingMessage, response: ServerResponse, allow: string): Responding {
    const visit = this.#open(request, response);
    if (!visit) return undefined;
    const explain = `${request.method} is not allowed here; use ${allow}`;
    const refusal = failed('METHOD_NOT_ALLOWED', explain, { headers: { Allow: allow } });
    return this.#responder.respond(visit, this.#receive(visit) ?? refusal);
  }

  /** Responds to a request for an unknown path. Only a call of the service is recorded. */
  refusePath(request: IncomingMessage, response: ServerResponse): Responding {
    const visit = this.#open(request, response);
    if (!visit) return undefined;
    const apiResponse =
      this.#receive(visit) ?? refusePath(visit, this.#paths, this.#parts.core.defaults.settings);
    if (isCall(visit)) return this.#responder.respond(visit, apiResponse);
    write(response, apiResponse, headersOf(apiResponse, visit.rate, this.#nextRequestId()));
    return undefined;
  }
}

const EXPOSED_HEADERS =
  'X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, X-Sandbox-Request-Id, X-Sandbox-Explain';

/**
 * Allows browser pages of any origin to read the response.
 * @returns true if the request was a preflight, which this function has then responded to
 */
function allowAnyOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return false;
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Sandbox-Scenario',
    'Access-Control-Max-Age': 600,
  });
  response.end();
  return true;
}

/**
 * Admits one bulk request per turn of the event loop, so that many of them do not delay other requests. Accounts take
 * turns, so that the requests of one do not delay those of another.
 */
export class BulkQueue {
  readonly #clock: HostClock;
  readonly #turns = new Semaphore(1);
  /** One request of each account waits for a turn. */
  readonly #ofAccounts = new Slots<Account>(1);

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  admission(account: Account): Promise<void> {
    return new Promise(resolve => {
      const admit = (): Promise<void> => {
        resolve();
        return this.#clock.yieldToEventLoop();
      };
      void this.#ofAccounts.run(account, () => this.#turns.run(admit));
    });
  }
}
