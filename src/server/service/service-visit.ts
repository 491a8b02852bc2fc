import { IncomingMessage, type ServerResponse } from 'node:http';
import type { ContractOperation } from '../../contract/types.ts';
import type { Refusal } from '../../core/domain/errors.ts';
import type { OperationId, Scope } from '../../core/domain/operations.ts';
import type { AccountState } from '../../core/engine/account-state.ts';
import type { Rate } from '../../core/engine/key-checks.ts';
import type { Decision } from '../../core/engine/request/decision.ts';
import type { ServiceRequest } from '../../core/engine/request/service-request.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import type { KeyHolder } from '../../host/account-registry.ts';
import { parseQuery, type Query } from '../read-request.ts';

/** An operation of the service API. */
export interface ServiceOperation {
  readonly id: OperationId;
  readonly scope: Scope;
  readonly contract: ContractOperation;
}

/** The state of a service API request while it passes through the checks; each adds to it. */
export class ServiceVisit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When the request's head arrived, on the host's monotonic clock. */
  readonly startedMs: number;
  readonly path: string;
  readonly queryText: string;
  #query: Query | null = null;
  ip = '';
  /** The request's account and key; null if no account has the key. */
  caller: KeyHolder | null = null;
  /** Why the key is refused; null if it is accepted. */
  keyRefusal: Refusal | null = null;
  /** That of the request's key; without a valid key, the server's, unused. */
  rate: Rate;
  operation: ServiceOperation | null = null;
  /** The raw body; null before it is read, if it is too large, and for GET requests. */
  bytes: Buffer | null = null;
  /** The parsed JSON body; undefined if there is none. */
  body: unknown = undefined;
  /** Why the body cannot be used; null if it can. */
  problem: Refusal | null = null;
  /** The scenario that X-Sandbox-Scenario names, if any. */
  header: Scenario | null = null;
  /** The request as it was passed to the engine; null before that. */
  serviceRequest: ServiceRequest | null = null;
  decision: Decision | null = null;
  /** The state of the account when the request was decided; another one if the account was reset or restored since. */
  decidedIn: AccountState | null = null;
  /** Resolves when the deliveries that precede the response are done; null if there are none. */
  beforeResponse: Promise<unknown> | null = null;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    startedMs: number,
    path: string,
    queryText: string,
    rate: Rate,
  ) {
    this.request = request;
    this.response = response;
    this.startedMs = startedMs;
    this.path = path;
    this.queryText = queryText;
    this.rate = rate;
  }

  get query(): Query {
    this.#query ??= parseQuery(this.queryText);
    return this.#query;
  }
}

/** An incoming message that carries its visit from the first checks to the handler of its route. */
export class SandboxRequest extends IncomingMessage {
  visit: ServiceVisit | null = null;
}

/** The account and key of a visit after the key checks. @throws Error before them */
export function callerOf({ caller }: ServiceVisit): KeyHolder {
  if (!caller) throw new Error('the request has no caller; the key is checked before this step');
  return caller;
}
