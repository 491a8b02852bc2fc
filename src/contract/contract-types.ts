import type { OpenAPIV3 } from 'openapi-types';
import type { Scope } from '../core/domain/operations.ts';

export interface ViolationReply {
  readonly status: number;
  readonly error: string;
}

/** The response to a violation. `given` replaces it if the named sibling property is present and not null. */
export interface ViolationEntry extends ViolationReply {
  readonly given?: Readonly<Record<string, ViolationReply>>;
}

export interface KeywordEntry extends ViolationEntry {
  /** The property at which a rule of an object (anyOf, oneOf) is reported. */
  readonly field?: string;
  /** The response if a value chooses more than one alternative of a oneOf. */
  readonly several?: ViolationReply;
}

/**
 * The JSON Schema of a part of a request, with the extensions that define the responses to violations. They are explained
 * at the top of openapi/energy-rental-v1.yaml.
 */
export interface RequestSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
  readonly items?: RequestSchema;
  readonly anyOf?: readonly RequestSchema[];
  readonly oneOf?: readonly RequestSchema[];
  readonly maxItems?: number;
  readonly 'x-violation'?: ViolationEntry;
  readonly 'x-violations'?: Readonly<Record<string, KeywordEntry>>;
  readonly 'x-items-stand-alone'?: boolean;
  readonly 'x-empty-is-absent'?: boolean;
  readonly 'x-first-of'?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Rules over several query parameters, written as if these were properties of an object. */
export type QueryRules = Pick<
  RequestSchema,
  'anyOf' | 'oneOf' | 'x-violations' | 'x-empty-is-absent' | 'x-first-of'
>;

/** The vendor extensions of operations. They are explained at the top of openapi/energy-rental-v1.yaml. */
interface OperationExtensions {
  readonly 'x-scope'?: Scope;
  readonly 'x-query'?: QueryRules;
  /** The maximum body size in bytes, if it differs from the default. */
  readonly 'x-body-limit'?: number;
}

export type Description = OpenAPIV3.Document<OperationExtensions>;
export type DescribedOperation = OpenAPIV3.OperationObject<OperationExtensions>;

export const PARTS = ['params', 'query', 'body'] as const;
export type PartName = (typeof PARTS)[number];

/** The parts of a request. Parameters are URL-decoded; `body` is parsed JSON, undefined if there is none. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Violation {
  readonly status: number;
  readonly error: string;
  /** Such as `body.orders[3].address` or `query.package_id`. */
  readonly path: string;
  /** A sentence for people: what was expected and what was found. Printable ASCII. */
  readonly message: string;
  /** The index of the item that it belongs to, if items fail individually. */
  readonly item?: number;
  readonly choice?: { readonly given: string; readonly allowed: readonly string[] };
}

/** A body field or query parameter that a description does not define. */
export interface UnknownField {
  /** Such as `body.match.opration`. */
  readonly path: string;
  readonly name: string;
  /** The names that the description defines in its place. */
  readonly known: readonly string[];
}

export type ParameterValue = string | number | boolean;

export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  /** The path as in the description: `/accounts/{account}`. */
  readonly path: string;
  /** The path as an Express route: `/accounts/:account`. */
  readonly pathPattern: string;
  /** The scope that the API key needs; null if none. */
  readonly scope: Scope | null;
  readonly described: DescribedOperation;
  /** Null if requests can be checked; until then, a promise that resolves once they can. */
  ready(): Promise<void> | null;
  /**
   * The violations of a request, in the order of the schema's properties; empty if it is valid. The body
   * must not be nested deeper than `MAX_JSON_DEPTH` of core/domain/json.ts.
   */
  check(parts: RequestParts): readonly Violation[];
  /** The query parameters, converted to their types. Only meaningful for a valid request. */
  queryValues(query: Readonly<Record<string, string>>): Record<string, ParameterValue>;
  /** The body fields and query parameters that the description does not define; at most 20 of each. */
  unknown(parts: RequestParts): readonly UnknownField[];
}

export interface Contract {
  /** The parsed description; `text` is its YAML source. */
  readonly document: Description;
  readonly text: string;
  readonly operations: readonly ContractOperation[];
  /** @throws Error if the description has no such operation */
  byId(id: string): ContractOperation;
  /**
   * Validates status, media type, headers and body, including undefined fields.
   * @param headers names in lower case
   * @param body parsed JSON
   * @returns the problems, one sentence each
   */
  validateResponse(
    operationId: string,
    status: number,
    headers: Readonly<Record<string, string>>,
    body: unknown,
  ): Promise<string[]>;
  /**
   * Undefined fields are problems, too.
   * @param body parsed JSON
   * @returns the problems, one sentence each
   */
  validateEvent(body: unknown): string[];
}

/** A prepared operation, as plain JSON. A part without a schema is not validated. */
export interface PreparedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parts: { readonly [part in PartName]?: RequestSchema };
  /** False if the body may be omitted. */
  readonly bodyRequired: boolean;
  readonly responses: readonly PreparedResponse[];
}

export interface PreparedResponse {
  readonly code: string;
  readonly headers: readonly unknown[];
  readonly contents: readonly { readonly mediaType: string; readonly schema?: RequestSchema }[];
}

/** A parsed description with resolved references, as plain JSON that can be stored in a file. */
export interface PreparedContract {
  readonly text: string;
  readonly document: Description;
  readonly operations: readonly PreparedOperation[];
}
