import type { ErrorCode, ItemErrorCode, RequestErrorCode } from '../core/domain/error-codes.ts';
import type { OperationId, Scope } from '../core/domain/operations.ts';
import type { EventName, OrderStatus, StateEventName } from '../core/domain/order.ts';
import type { Assert, SameMembers } from '../core/domain/type-assertions.ts';
import type { components as ControlComponents } from './control-v1.generated.ts';
import type { operations, Schemas } from './energy-rental-v1.generated.ts';

/*
 * Compares the error codes, operations, statuses and scopes of the domain with those of the descriptions. If one is
 * missing on either side, this file does not compile, and the compiler's message names it.
 */

type CodesOf<Schema> = Schema extends { readonly success: false; readonly error: infer Code } ? Code : never;

/** The codes in all error bodies of a description's schemas. */
export type CodesIn<All> = { [Name in keyof All]: CodesOf<All[Name]> }[keyof All];

type DescribedRequestCode = CodesIn<Schemas>;
type DescribedItemCode = Schemas['BulkItemError'];

export type RequestCodes = Assert<SameMembers<RequestErrorCode, DescribedRequestCode>>;
export type ItemCodes = Assert<SameMembers<ItemErrorCode, DescribedItemCode>>;
export type AllCodes = Assert<SameMembers<ErrorCode, DescribedRequestCode | DescribedItemCode>>;

export type Operations = Assert<SameMembers<OperationId, keyof operations>>;
export type Statuses = Assert<SameMembers<OrderStatus, Schemas['OrderStatus']['status']>>;
export type StateEvents = Assert<SameMembers<StateEventName, ControlComponents['schemas']['StateEventName']>>;
export type Events = Assert<SameMembers<EventName, Schemas['EventName']>>;
export type Scopes = Assert<SameMembers<Scope, ControlComponents['schemas']['Scopes'][number]>>;

/*
 * The parts of an operation in the types that are generated from a description. `paths` and `operations` of such a file
 * have the same operations, by method and path or by operation id.
 */

type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;

/** The JSON body of a request; never if the operation has none. */
export type RequestBody<Operation> = Operation extends { requestBody?: infer Body }
  ? Json<NonNullable<Body>>
  : never;

/** The data inside the envelope of a success response; never if the response has no envelope. */
export type SuccessData<Operation> = Operation extends { responses: infer Responses }
  ? { [S in keyof Responses & (200 | 201)]: Json<Responses[S]> }[keyof Responses & (200 | 201)] extends {
      data: infer Data;
    }
    ? Data
    : never
  : never;

export type ParametersIn<Operation, In extends 'path' | 'query'> = Operation extends {
  parameters: { [K in In]?: infer Parameters };
}
  ? NonNullable<Parameters>
  : never;
