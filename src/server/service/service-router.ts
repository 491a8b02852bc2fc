import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NextFunction, type Request, type Response, Router } from 'express';
import type { Contract } from '../../contract/types.ts';
import type { OperationId, Scope } from '../../core/domain/operations.ts';
import type { Account } from '../../core/engine/account.ts';
import { unusedRate } from '../../core/engine/key-checks.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import type { SandboxCore } from '../../host/sandbox-core.ts';
import { splitUrl } from '../read-request.ts';
import { type ApiResponse, failed } from './api-response.ts';
import { execute } from './execute-request.ts';
import {
  type Clocks,
  callerOf,
  charge,
  chargeItems,
  chooseScenario,
  identify,
  parseVisitBody,
  receiveBody,
  refuseHead,
  refuseKey,
  refusePath,
  type SandboxRequest,
  type ServiceOperation,
  ServiceVisit,
} from './request-checks.ts';
import { Responder } from './send-response.ts';

/** The dependencies of the service API. */
interface ServiceParts {
  readonly core: SandboxCore;
  readonly service: Contract;
  readonly clock: HostClock;
  /** True while the server is shutting down. */
  readonly isClosing: () => boolean;
}

/** The response to a request is on its way when the promise resolves; undefined if it is already. */
type Responding = Promise<void> | undefined;

/**
 * Routes a request to its operation. The order of the checks is defined here and in `refuseHead`, and for the content of
 * a request in the engine's `handle`.
 */
export function serviceRouter(parts: ServiceParts): Router {
  const service = new Service(parts);
  const router = Router({ strict: true, caseSensitive: true });
  router.use((request, response, next) => service.begin(request, response, next));
  for (const [path, operations] of operationsByPath(parts.service)) {
    const allow = operations.map(({ contract: { method } }) => method).join(', ');
    const refuse = (request: Request): Responding => service.refuseMethod(visitOf(request), allow);
    const route = router.route(path);
    // Without its own handler, HEAD would be routed to the handler for GET.
    route.head(refuse);
    for (const operation of operations) {
      if (operation.contract.method === 'GET') {
        route.get(request => service.handleGet(visitOf(request), operation));
      } else route.post(request => service.handlePost(visitOf(request), operation));
    }
    route.all(refuse);
  }
  router.use(request => service.refusePath(visitOf(request)));
  return router;
}

const visitOf = (request: Request): ServiceVisit => (request as unknown as SandboxRequest).visit!;

/** The operations of the description, grouped by path. */
function operationsByPath({ operations }: Contract): Map<string, ServiceOperation[]> {
  const byPath = new Map<string, ServiceOperation[]>();
  for (const operation of operations) {
    const { id, scope, path } = operation;
    const one = { id: id as OperationId, scope: scope as Scope, contract: operation };
    byPath.set(path, [...(byPath.get(path) ?? []), one]);
  }
  return byPath;
}

/** Handles the requests of the service API. A GET request whose response need not wait creates no promise. */
class Service {
  readonly #parts: ServiceParts;
  readonly #paths: ReadonlySet<string>;
  readonly #responder: Responder;
  readonly #clocks: Clocks;
  readonly #bulkQueue: BulkQueue;

  constructor(parts: ServiceParts) {
    const { core, service, clock, isClosing } = parts;
    const { runner, facts } = core;
    this.#parts = parts;
    this.#paths = new Set(service.operations.map(({ path }) => path));
    this.#responder = new Responder({ runner, clock, paths: this.#paths, facts, isClosing });
    this.#clocks = {
      accountMs: account => runner.nowMs(account),
      hostMs: () => clock.monotonicMs(),
    };
    this.#bulkQueue = new BulkQueue(clock);
  }

  /** Runs before the routes. If the server allows any origin, it also responds to a browser's preflight. */
  begin(request: Request, response: Response, next: NextFunction): Responding {
    const { core, clock, isClosing } = this.#parts;
    const { settings } = core.defaults;
    if (settings.cors === 'any_origin' && allowAnyOrigin(request, response)) return undefined;
    const [path, queryText] = splitUrl(request.url);
    const rate = unusedRate(settings.rate_limit_per_minute);
    const visit = new ServiceVisit(request, response, clock.monotonicMs(), path, queryText, rate);
    (request as unknown as SandboxRequest).visit = visit;
    if (isClosing()) {
      const headers = { Connection: 'close' };
      const refusal = failed('SERVICE_UNAVAILABLE', 'the sandbox is shutting down', { headers });
      return this.#responder.respond(visit, refusal);
    }
    const failure = this.#identify(visit);
    if (failure) return this.#responder.respond(visit, failure);
    charge(visit, this.#clocks);
    next();
    return undefined;
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

  handleGet(visit: ServiceVisit, operation: ServiceOperation): Responding {
    visit.operation = operation;
    return this.#responder.respond(
      visit,
      refuseHead(visit, this.#parts.core.runner) ?? this.#chooseAndExecute(visit),
    );
  }

  async handlePost(visit: ServiceVisit, operation: ServiceOperation): Promise<void> {
    const { core, clock } = this.#parts;
    visit.operation = operation;
    const headRefused = refuseHead(visit, core.runner);
    if (headRefused) return this.#responder.respond(visit, headRefused);
    if (!(await receiveBody(visit))) return undefined;
    if (operation.id === 'createOrdersBulk') await this.#bulkQueue.admission(callerOf(visit).account);
    // Account and key are looked up again: either may have been removed while the body arrived.
    const keyRefused = this.#identify(visit) ?? refuseKey(visit);
    if (keyRefused) return this.#responder.respond(visit, keyRefused);
    await parseVisitBody(visit, clock);
    return this.#responder.respond(visit, chargeItems(visit, this.#clocks) ?? this.#chooseAndExecute(visit));
  }

  #chooseAndExecute(visit: ServiceVisit): ApiResponse {
    const { library, runner } = this.#parts.core;
    return chooseScenario(visit, library) ?? execute(visit, runner);
  }

  /** METHOD_NOT_ALLOWED, with the methods that the path allows. */
  refuseMethod(visit: ServiceVisit, allow: string): Responding {
    const explain = `${visit.request.method} is not allowed here; use ${allow}`;
    const refusal = failed('METHOD_NOT_ALLOWED', explain, { headers: { Allow: allow } });
    return this.#responder.respond(visit, refusal);
  }

  /** NOT_FOUND, or a redirect. */
  refusePath(visit: ServiceVisit): Responding {
    return this.#responder.respond(visit, refusePath(visit, this.#paths, this.#parts.core.defaults.settings));
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
  /** The requests that wait, oldest first, of each account; the account whose turn is next comes first. */
  readonly #waiting = new Map<Account, (() => void)[]>();
  #isAdmitting = false;

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Resolves when a request of an account may proceed. */
  admission(account: Account): Promise<void> {
    return new Promise(resolve => {
      const waiting = this.#waiting.get(account);
      if (waiting) waiting.push(resolve);
      else this.#waiting.set(account, [resolve]);
      if (!this.#isAdmitting) void this.#admitAll();
    });
  }

  async #admitAll(): Promise<void> {
    this.#isAdmitting = true;
    while (this.#waiting.size > 0) {
      this.#admitNext();
      await this.#clock.yieldToEventLoop();
    }
    this.#isAdmitting = false;
  }

  #admitNext(): void {
    const [account, waiting] = this.#waiting.entries().next().value!;
    this.#waiting.delete(account);
    const admit = waiting.shift()!;
    if (waiting.length > 0) this.#waiting.set(account, waiting);
    admit();
  }
}
