import { IncomingMessage, type ServerResponse } from 'node:http';
import type { ContractOperation } from '../../contract/types.ts';
import { DEFAULT_SETTINGS } from '../../domain/assumptions.ts';
import type { Refusal } from '../../domain/errors.ts';
import type { OperationId, Scope } from '../../domain/operations.ts';
import type { Rate } from '../../engine/key-checks.ts';
import type { Decision } from '../../engine/request/decision.ts';
import type { KeyHolder } from '../../runtime/account-registry.ts';
import type { Scenario } from '../../scenario/scenario-types.ts';

/** An operation of the service API, by the description. */
export interface ServiceOperation {
  readonly id: OperationId;
  readonly scope: Scope;
  readonly contract: ContractOperation;
}

const limit = DEFAULT_SETTINGS.rate_limit_per_minute;

/** The rate headers of a caller without a valid key. */
export const ANONYMOUS_RATE: Rate = { limit, remaining: limit, retryAfterS: null, isExceeded: false };

/** A request to the service API on its way through the middleware: what each step found out about it. */
export class ServiceVisit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When its head arrived, on the host's monotonic clock. */
  readonly startedMs: number;
  readonly path: string;
  readonly queryText: string;
  ip = '';
  /** The account and the key that the request came with; null without a key that opens an account. */
  caller: KeyHolder | null = null;
  /** Why the key is not accepted; null where it is. */
  keyRefusal: Refusal | null = null;
  rate: Rate = ANONYMOUS_RATE;
  operation: ServiceOperation | null = null;
  /** The body as it arrived; null until it was read, and for requests without one. */
  bytes: Buffer | null = null;
  /** The body as JSON; undefined where there is none. */
  body: unknown = undefined;
  /** Why the body cannot be used; null where it can. */
  problem: Refusal | null = null;
  /** The scenario that X-Sandbox-Scenario names. */
  header: Scenario | null = null;
  decision: Decision | null = null;
  /** Deliveries that have to be acknowledged before the response is sent. */
  beforeResponse: Promise<unknown> | null = null;
  /** True where the client went away before its request was complete: nobody is left to answer. */
  isAbandoned = false;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    startedMs: number,
    path: string,
    queryText: string,
  ) {
    this.request = request;
    this.response = response;
    this.startedMs = startedMs;
    this.path = path;
    this.queryText = queryText;
  }
}

/** An incoming message that carries its visit from one middleware to the next. */
export class SandboxRequest extends IncomingMessage {
  visit: ServiceVisit | null = null;
}

/** The caller of a visit that got past the refusals of its key. */
export function callerOf({ caller }: ServiceVisit): KeyHolder {
  if (!caller) throw new Error('the request has no caller; the key is checked before this step');
  return caller;
}
