import { type NextFunction, type RequestHandler, Router } from 'express';
import type { HostClock } from '../../clock/host-clock.ts';
import type { Contract } from '../../contract/types.ts';
import type { Settings } from '../../domain/assumptions.ts';
import type { OperationId, Scope } from '../../domain/operations.ts';
import type { Account } from '../../engine/account.ts';
import { unusedRate } from '../../engine/key-checks.ts';
import type { Core } from '../../runtime/core.ts';
import type { ApiResponse } from '../api-response.ts';
import { allowAnyOrigin } from '../cors.ts';
import { splitUrl } from '../parse-query.ts';
import { ResponseBatcher } from '../response-batcher.ts';
import { BulkQueue } from './bulk-queue.ts';
import { execute } from './execute-request.ts';
import {
  refuseCallerIp,
  refuseItemsOverLimit,
  refuseKey,
  refuseMethod,
  refuseMissingScope,
  refuseOverLimit,
  refusePath,
  refuseUnstorable,
  refuseWhileClosing,
} from './head-refusals.ts';
import { charge, chargeItems, identify } from './identify-and-charge.ts';
import { chooseScenario, parseBody, receiveBody } from './receive-body.ts';
import { Responder } from './send-response.ts';
import { callerOf, type SandboxRequest, type ServiceOperation, ServiceVisit } from './service-visit.ts';

/** What the service API depends on. */
export interface ServiceParts {
  readonly core: Core;
  readonly contract: Contract;
  readonly clock: HostClock;
  /** True while the server is shutting down. */
  readonly isClosing: () => boolean;
}

/** One step of the middleware: returns a response, or null to pass the request on. */
type Step = (visit: ServiceVisit) => ApiResponse | null | Promise<ApiResponse | null>;

/** A step that always passes the request on. */
const passing =
  (work: (visit: ServiceVisit) => void): Step =>
  visit => {
    work(visit);
    return null;
  };

/**
 * The routes of the service API. The order of the checks is defined here and, for the content of a request, in the
 * engine's `handle`.
 */
export function serviceRouter({ core, contract, clock, isClosing }: ServiceParts): Router {
  const { runner, library } = core;
  const paths: ReadonlySet<string> = new Set(contract.operations.map(({ path }) => path));
  const responder = new Responder({
    runner,
    clock,
    batcher: new ResponseBatcher(clock),
    paths,
    facts: core.facts,
    isClosing,
  });
  const clocks = {
    accountMs: (account: Account) => runner.nowMs(account),
    hostMs: () => clock.monotonicMs(),
  };
  const bulkQueue = new BulkQueue(clock);
  const admitted: Step = visit => bulkQueue.admission(callerOf(visit).account).then(() => null);
  const step = (...steps: Step[]): RequestHandler[] => steps.map(one => middleware(one, responder));
  const identified = passing(visit => identify(visit, core, clocks));

  const head = (operation: ServiceOperation): RequestHandler[] =>
    step(
      passing(visit => {
        visit.operation = operation;
      }),
      refuseKey,
      refuseCallerIp,
      refuseOverLimit,
      refuseMissingScope,
      visit => refuseUnstorable(visit, runner),
    );
  // Looks up account and key again: either may have been removed while the body arrived.
  const body = (operation: ServiceOperation): RequestHandler[] =>
    step(
      visit => receiveBody(visit).then(() => null),
      ...(operation.id === 'createOrdersBulk' ? [admitted] : []),
      identified,
      refuseKey,
      visit => parseBody(visit, clock)?.then(() => null) ?? null,
      passing(visit => chargeItems(visit, clocks)),
      refuseItemsOverLimit,
    );
  const decision = step(
    visit => chooseScenario(visit, library),
    visit => execute(visit, runner),
  );

  const router = Router({ strict: true, caseSensitive: true });
  router.use(
    ...step(
      () => refuseWhileClosing(isClosing()),
      identified,
      passing(visit => charge(visit, clocks)),
    ),
  );
  for (const [path, operations] of operationsByPath(contract)) {
    const allow = operations.map(({ contract: { method } }) => method).join(', ');
    const refused = step(visit => refuseMethod(visit, allow));
    const route = router.route(path);
    // Without its own handler, HEAD would be routed to the one for GET.
    route.head(...refused);
    for (const operation of operations) {
      if (operation.contract.method === 'GET') route.get(...head(operation), ...decision);
      else route.post(...head(operation), ...body(operation), ...decision);
    }
    route.all(...refused);
  }
  router.use(...step(visit => refusePath(visit, paths, core.defaults.settings)));
  return router;
}

/**
 * Creates the request's visit. If the server allows any origin, this also responds to a browser's preflight.
 * @param settings those of the server
 */
export function beginVisit(clock: HostClock, settings: Settings): RequestHandler {
  const anyOrigin = settings.cors === 'any_origin';
  const rate = unusedRate(settings.rate_limit_per_minute);
  return (request, response, next) => {
    if (anyOrigin && allowAnyOrigin(request, response)) return;
    const [path, queryText] = splitUrl(request.url);
    (request as unknown as SandboxRequest).visit = new ServiceVisit(
      request,
      response,
      clock.monotonicMs(),
      path,
      queryText,
      rate,
    );
    next();
  };
}

/** Runs a step as Express middleware. A synchronous step creates no promise. */
function middleware(step: Step, responder: Responder): RequestHandler {
  const proceed = (
    visit: ServiceVisit,
    apiResponse: ApiResponse | null,
    next: NextFunction,
  ): Promise<void> | undefined => {
    if (visit.isAbandoned) return undefined;
    if (apiResponse) return responder.respond(visit, apiResponse);
    next();
    return undefined;
  };
  return (request, _response, next) => {
    const visit = (request as unknown as SandboxRequest).visit!;
    const result = step(visit);
    if (result instanceof Promise) return result.then(apiResponse => proceed(visit, apiResponse, next));
    return proceed(visit, result, next);
  };
}

/** The operations of the description, grouped by path. */
function operationsByPath(contract: Contract): Map<string, ServiceOperation[]> {
  const byPath = new Map<string, ServiceOperation[]>();
  for (const operation of contract.operations) {
    const { id, scope, path } = operation;
    const one = { id: id as OperationId, scope: scope as Scope, contract: operation };
    byPath.set(path, [...(byPath.get(path) ?? []), one]);
  }
  return byPath;
}
