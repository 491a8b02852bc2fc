import type { ErrorCode, ItemErrorCode, RequestErrorCode } from '../core/domain/errors.ts';
import type { OperationId, Scope } from '../core/domain/operations.ts';
import type { EventName, OrderStatus, StateEventName } from '../core/domain/order.ts';
import type { Assert, SameMembers } from '../core/domain/type-assertions.ts';
import type { components as ControlComponents } from './control-v1.generated.ts';
import type { components, operations } from './energy-rental-v1.generated.ts';

/*
 * Compares the error codes, operations, statuses and scopes of the domain with those of the descriptions. If one is
 * missing on either side, this file does not compile, and the compiler's message names it.
 */

type Schemas = components['schemas'];

/** The codes in the schema of an error body. */
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
