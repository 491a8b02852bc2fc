import { type NextFunction, type RequestHandler, Router } from 'express';
import type { HostClock } from '../../clock/host-clock.ts';
import type { Contract } from '../../contract/types.ts';
import type { OperationId, Scope } from '../../domain/operations.ts';
import type { Core } from '../../runtime/core.ts';
import type { ApiResponse } from '../api-response.ts';
import { allowAnyOrigin } from '../cors.ts';
import { splitUrl } from '../parse-query.ts';
import { ResponseBatcher } from '../response-batcher.ts';
import { BulkQueue } from './bulk-queue.ts';
import { execute } from './execute-request.ts';
import {
  refuseCallerIp,
  refuseKey,
  refuseMethod,
  refuseMissingScope,
  refuseOverLimit,
  refusePath,
  refuseUnstorable,
  refuseWhileClosing,
} from './head-refusals.ts';
import { charge, chargeItems, identify } from './identify.ts';
import { chooseScenario, parseBody, receiveBody } from './receive-body.ts';
import { Responder } from './send-response.ts';
import { type SandboxRequest, type ServiceOperation, ServiceVisit } from './service-visit.ts';

/** What the service API works with. */
export interface ServiceParts {
  readonly core: Core;
  readonly contract: Contract;
  readonly clock: HostClock;
  /** True while the server is shutting down. */
  readonly isClosing: () => boolean;
}

/** One step of a request: it passes the request on, or answers it. */
type Step = (visit: ServiceVisit) => ApiResponse | null | Promise<ApiResponse | null>;

const pass =
  (work: (visit: ServiceVisit) => void): Step =>
  visit => {
    work(visit);
    return null;
  };

/**
 * The service API as Express routes it. This file is the order of checks: what precedes what is decided here and, for
 * the content of a request, in the engine's `handle`.
 */
export function serviceRouter({ core, contract, clock, isClosing }: ServiceParts): Router {
  const { accounts, runner, library } = core;
  const responder = new Responder({
    runner,
    clock,
    batcher: new ResponseBatcher(clock),
    record: (account, exchange) => core.record(account, exchange),
  });
  const clocks = {
    accountMs: (account: Parameters<typeof runner.nowMs>[0]) => runner.nowMs(account),
    hostMs: () => clock.monotonicMs(),
  };
  const bulkQueue = new BulkQueue(clock);
  const step = (...steps: Step[]): RequestHandler[] => steps.map(one => middleware(one, responder));
  const identified = pass(visit => identify(visit, accounts, clocks));

  const head = (operation: ServiceOperation): RequestHandler[] =>
    step(
      pass(visit => {
        visit.operation = operation;
      }),
      refuseKey,
      refuseCallerIp,
      refuseOverLimit,
      refuseMissingScope,
      visit => refuseUnstorable(visit, runner),
    );
  // Account and key are looked up again: either may have gone while the body arrived.
  const body = (operation: ServiceOperation): RequestHandler[] =>
    step(
      visit => receiveBody(visit).then(() => null),
      ...(operation.id === 'createOrdersBulk' ? [() => bulkQueue.turn().then(() => null)] : []),
      identified,
      refuseKey,
      pass(parseBody),
      pass(visit => chargeItems(visit, clocks)),
      refuseOverLimit,
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
      pass(visit => charge(visit, clocks)),
    ),
  );
  for (const [path, operations] of operationsByPath(contract)) {
    const allow = operations.map(({ contract: { method } }) => method).join(', ');
    const refused = step(visit => refuseMethod(visit, allow));
    const route = router.route(path);
    // Without a handler of its own, HEAD would be routed to that of GET.
    route.head(...refused);
    for (const operation of operations) {
      if (operation.contract.method === 'GET') route.get(...head(operation), ...decision);
      else route.post(...head(operation), ...body(operation), ...decision);
    }
    route.all(...refused);
  }
  const paths = new Set(contract.operations.map(({ path }) => path));
  router.use(...step(visit => refusePath(visit, paths)));
  return router;
}

/** Begins a visit; a browser's preflight is answered here where the server allows any origin. */
export function beginVisit(clock: HostClock, anyOrigin: boolean): RequestHandler {
  return (request, response, next) => {
    if (anyOrigin && allowAnyOrigin(request, response)) return;
    const [path, queryText] = splitUrl(request.url);
    (request as unknown as SandboxRequest).visit = new ServiceVisit(
      request,
      response,
      clock.monotonicMs(),
      path,
      queryText,
    );
    next();
  };
}

/** Runs a step as Express's middleware. A step that need not wait costs no promise. */
function middleware(step: Step, responder: Responder): RequestHandler {
  const goOn = (
    visit: ServiceVisit,
    answer: ApiResponse | null,
    next: NextFunction,
  ): Promise<void> | undefined => {
    if (visit.isAbandoned) return undefined;
    if (answer) return responder.respond(visit, answer);
    next();
    return undefined;
  };
  return (request, _response, next) => {
    const visit = (request as unknown as SandboxRequest).visit!;
    const result = step(visit);
    if (result instanceof Promise) return result.then(answer => goOn(visit, answer, next));
    return goOn(visit, result, next);
  };
}

/** The operations of the description, those of one path together. */
function operationsByPath(contract: Contract): Map<string, ServiceOperation[]> {
  const byPath = new Map<string, ServiceOperation[]>();
  for (const operation of contract.operations) {
    const { id, scope, path } = operation;
    const one = { id: id as OperationId, scope: scope as Scope, contract: operation };
    byPath.set(path, [...(byPath.get(path) ?? []), one]);
  }
  return byPath;
}
