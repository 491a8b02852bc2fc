import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import type { operations } from '../../contract/control-v1.generated.ts';
import type { ParametersIn, RequestBody, SuccessData } from '../../contract/description-types.ts';
import type { Account } from '../../core/engine/account.ts';
import type { ApiKey } from '../../core/engine/account-state.ts';
import type { Feeds } from '../../host/live-feed.ts';
import type { NamedSnapshots } from '../../host/snapshots/named-snapshots.ts';
import type { ServerParts } from '../server-parts.ts';

/** The calls of the control API, by the description's operation ids. */
export type CallId = keyof operations;

/** `Value`, or `Otherwise` if it is never. */
type Or<Value, Otherwise> = [Value] extends [never] ? Otherwise : Value;

/** The `data` of a call's successful response; undefined if its handler writes the response itself. */
export type DataOf<Id extends CallId> = Or<SuccessData<operations[Id]>, undefined>;

type QueryOf<Id extends CallId> = Or<ParametersIn<operations[Id], 'query'>, Record<never, never>>;
type PathOf<Id extends CallId> = Or<ParametersIn<operations[Id], 'path'>, Record<never, never>>;
export type BodyOf<Id extends CallId> = operations[Id] extends { requestBody: object }
  ? RequestBody<operations[Id]>
  : Or<RequestBody<operations[Id]>, undefined> | undefined;

export interface ControlParts extends ServerParts {
  readonly snapshots: NamedSnapshots;
  readonly feeds: Feeds;
  readonly metrics: () => Promise<Registry>;
}

/** The call whose path names an account that does not exist yet. */
export const NEW_ACCOUNT_CALL = 'createNamedAccount' satisfies CallId;

/** A call that is authorized and valid. */
export interface Call<Id extends CallId> extends ControlParts {
  readonly path: PathOf<Id>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  /** The account that the path names; null if the path names no account, or the call creates it. */
  readonly account: Id extends typeof NEW_ACCOUNT_CALL
    ? null
    : PathOf<Id> extends { account: string }
      ? Account
      : null;
  /** The API key that gives the caller access to its account, `me`; null if the call needs none, or the admin token. */
  readonly key: ApiKey | null;
  /** The address at which the caller reaches the server. */
  readonly baseUrl: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The `data` of a response whose JSON text already exists, in pieces. */
export class JsonPieces {
  readonly pieces: readonly Buffer[];

  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces;
  }
}

/** Handles a call. @throws ControlError */
export type Handler<Id extends CallId> = (
  call: Call<Id>,
) => DataOf<Id> | JsonPieces | Promise<DataOf<Id> | JsonPieces>;

export type Handlers = { readonly [Id in CallId]: Handler<Id> };
