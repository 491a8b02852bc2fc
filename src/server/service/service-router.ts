import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Router } from 'express';
import type { Contract, ContractOperation } from '../../contract/contract-types.ts';
import { groupedBy } from '../../core/domain/collections.ts';
import type { OperationId, Scope } from '../../core/domain/operations.ts';
import type { Account } from '../../core/engine/account.ts';
import { type Rate, unusedRate } from '../../core/engine/key-checks.ts';
import type { KeyHolder } from '../../host/account-registry.ts';
import { Semaphore, Slots } from '../../host/node/concurrency.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import type { ServerParts } from '../server-parts.ts';
import { type ApiResponse, headersOf, refused, write } from './api-response.ts';
import { execute } from './execute-request.ts';
import {
  countItems,
  countRequest,
  findCaller,
  findScenario,
  isCall,
  parseBody,
  receiveBody,
  refuseClosing,
  refuseIp,
  refuseMethod,
  refusePath,
  refuseRate,
  refuseScope,
  refuseTrouble,
  type ServiceOperation,
  type ServiceParts,
  ServiceVisit,
  type Target,
} from './request-checks.ts';
import { type RequestIds, Responder } from './send-response.ts';

/** The response to a request has been sent once the promise resolves; undefined if it was sent immediately. */
type Responding = Promise<void> | undefined;

/** Passes on an error of a request that is no longer handled synchronously. */
type Fail = (error: unknown) => void;

const targetOf = (contract: ContractOperation): ServiceOperation => ({
  id: contract.id as OperationId,
  scope: contract.scope as Scope,
  contract,
});

/** Handles the requests of the service API. */
export class Service {
  readonly #parts: ServiceParts;
  readonly #responder: Responder;
  readonly #bulkQueue: BulkQueue;
  /** The rate of requests without a valid key. */
  readonly #unusedRate: Rate;
  readonly #nextRequestId: RequestIds;

  constructor({ core, service, clock, isClosing }: ServerParts, nextRequestId: RequestIds) {
    const paths = new Set(service.operations.map(({ path }) => path));
    this.#parts = { core, clock, isClosing, paths };
    this.#nextRequestId = nextRequestId;
    this.#responder = new Responder(this.#parts, nextRequestId);
    this.#bulkQueue = new BulkQueue(clock);
    this.#unusedRate = unusedRate(core.defaults.settings.rate_limit_per_minute);
  }

  /**
   * Handles a request from its arrival to its response: the order of all checks. The first check that fails gives the
   * response; what each does is in request-checks.ts. The engine then checks the content (`handle` in
   * core/engine/request/handle-request.ts). A GET request whose response need not wait creates no promise and no closure.
   */
  #handle(visit: ServiceVisit, fail: Fail): Responding {
    const parts = this.#parts;
    const { target } = visit;
    const failure = refuseClosing(parts) ?? findCaller(visit, parts);
    if (failure) return this.#respond(visit, failure); // 503
    countRequest(visit, parts);
    if (target === 'unknown path') return this.#respond(visit, refusePath(visit, parts)); // 404
    if ('allow' in target) return this.#respond(visit, refuseMethod(visit, target.allow)); // 405
    const { caller } = visit;
    if ('refusal' in caller) return this.#respond(visit, refused(caller.refusal)); // 401
    const refusal =
      refuseIp(visit, caller) ?? // 403
      refuseRate(visit, caller) ?? // 429
      refuseScope(target, caller) ?? // 403
      refuseTrouble(caller, parts); // 503
    if (refusal) return this.#respond(visit, refusal);
    if (target.contract.method === 'GET') {
      const response = findScenario(visit, caller, parts) ?? execute(visit, target, caller, parts);
      return this.#respond(visit, response);
    }
    this.#receiveBody(visit, target, caller, fail, () => {
      // Looked up again: the account or the key may have been removed while the body arrived.
      const lost = findCaller(visit, parts);
      if (lost) return this.#respond(visit, lost); // 503
      const { caller } = visit;
      if ('refusal' in caller) return this.#respond(visit, refused(caller.refusal)); // 401
      parseBody(visit, caller);
      const response =
        countItems(visit, caller, parts) ?? // 429
        findScenario(visit, caller, parts) ?? // 400
        execute(visit, target, caller, parts);
      return this.#respond(visit, response);
    });
    return undefined;
  }

  /** Continues with the request once its body has arrived; a bulk request also waits for its turn. */
  #receiveBody(
    visit: ServiceVisit,
    operation: ServiceOperation,
    caller: KeyHolder,
    fail: Fail,
    then: () => Responding,
  ): void {
    receiveBody(visit, operation, caller, () => {
      try {
        const isBulk = operation.id === 'createOrdersBulk';
        (isBulk ? this.#bulkQueue.admission(caller.account).then(then) : then())?.catch(fail);
      } catch (error) {
        fail(error);
      }
    });
  }

  /** Sends the response. A request that is no call of the service is not recorded. */
  #respond(visit: ServiceVisit, apiResponse: ApiResponse): Responding {
    if (visit.target !== 'unknown path' || isCall(visit)) return this.#responder.respond(visit, apiResponse);
    write(visit.response, apiResponse, headersOf(apiResponse, visit.rate, this.#nextRequestId()));
    return undefined;
  }

  /** The handler of the requests for a target. A browser's preflight gets its response here. */
  handlerOf(target: Target): RequestHandler {
    const { core, clock } = this.#parts;
    return (request, response, next) => {
      if (core.defaults.settings.cors === 'any_origin' && allowAnyOrigin(request, response)) return undefined;
      const visit = new ServiceVisit(request, response, target, clock.monotonicMs(), this.#unusedRate);
      const loading = visit.operation?.contract.ready();
      return loading ? loading.then(() => this.#handle(visit, next)).catch(next) : this.#handle(visit, next);
    };
  }

  /**
   * Adds a route for each path of the description. A request passes one handler, because Express creates closures for
   * every handler that it calls.
   */
  addRoutes(router: Router, service: Contract): void {
    for (const [path, operations] of groupedBy(service.operations, one => one.path)) {
      const allow = operations.map(({ method }) => method).join(', ');
      const refuse = this.handlerOf({ allow });
      const route = router.route(path);
      // Without its own handler, HEAD would be routed to the handler for GET.
      route.head(refuse);
      for (const operation of operations) {
        route[operation.method === 'GET' ? 'get' : 'post'](this.handlerOf(targetOf(operation)));
      }
      route.all(refuse);
    }
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
