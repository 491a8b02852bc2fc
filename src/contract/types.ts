import type { OpenAPIV3 } from 'openapi-types';
import type { Scope } from '../domain/operations.ts';

/** What an answer to a violation says. `given` replaces it where that sibling property is present and not null. */
export interface ViolationEntry {
  readonly status: number;
  readonly error: string;
  readonly given?: Readonly<Record<string, { readonly status: number; readonly error: string }>>;
}

/** A keyword's own answer; `field` is where an object's rule (anyOf, not) is reported and ranks. */
export interface KeywordEntry extends ViolationEntry {
  readonly field?: string;
}

/**
 * A request's JSON Schema with the extensions that say what its violations answer. The extensions are
 * explained at the top of openapi/energy-rental-v1.yaml.
 */
export interface RequestSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
  readonly items?: RequestSchema;
  readonly anyOf?: readonly RequestSchema[];
  readonly not?: RequestSchema;
  readonly maxItems?: number;
  readonly 'x-violation'?: ViolationEntry;
  readonly 'x-violations'?: Readonly<Record<string, KeywordEntry>>;
  readonly 'x-items-stand-alone'?: boolean;
  readonly 'x-empty-is-absent'?: boolean;
  readonly 'x-first-of'?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Rules over several query parameters, written as for an object whose properties they are. */
export type QueryRules = Pick<
  RequestSchema,
  'anyOf' | 'not' | 'x-violations' | 'x-empty-is-absent' | 'x-first-of'
>;

/** The vendor extensions of operations. They are explained at the top of openapi/energy-rental-v1.yaml. */
export interface OperationExtensions {
  /** What the API key must be allowed to do. */
  readonly 'x-scope'?: Scope;
  readonly 'x-query'?: QueryRules;
  /** How many bytes a body may have, where it is not the usual number. */
  readonly 'x-body-limit'?: number;
}

/** A description as it is written, with the extensions of its operations. */
export type Description = OpenAPIV3.Document<OperationExtensions>;
export type DescribedOperation = OpenAPIV3.OperationObject<OperationExtensions>;

/** The parts of a request that a description speaks of. Each is checked by one schema. */
export const PARTS = ['params', 'query', 'body'] as const;
export type PartName = (typeof PARTS)[number];

/** A request as it arrived. Texts are decoded; `body` is parsed JSON, undefined where none came. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One thing that is wrong with a request. */
export interface Violation {
  readonly status: number;
  readonly error: string;
  /** Such as `body.orders[3].address` or `query.package_id`. */
  readonly path: string;
  /** A sentence for a person: what was expected, and what stands there. Plain ASCII. */
  readonly message: string;
  /** The index of the item that it belongs to, where items fail by themselves. */
  readonly item?: number;
}

/** A value of a path or query parameter, read as its schema's type. */
export type ParameterValue = string | number | boolean;

/** One operation of a description. */
export interface ContractOperation {
  /** The operationId. */
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** As described: `/accounts/{account}`. */
  readonly path: string;
  /** As a router takes it: `/accounts/:account`. */
  readonly pathPattern: string;
  /** What the API key must be allowed to do; null where nothing is asked for. */
  readonly scope: Scope | null;
  /** The operation as it is written in the description. */
  readonly described: DescribedOperation;
  /**
   * What is wrong with a request, in the order of the schema's properties; empty where it is as described. The body
   * must not be nested deeper than `MAX_JSON_DEPTH` of http/json-depth.ts.
   */
  check(parts: RequestParts): readonly Violation[];
  /** The query's values in their types. Call it for an accepted request. */
  queryValues(query: Readonly<Record<string, string>>): Record<string, ParameterValue>;
  /** The paths of the body fields and query parameters that the description does not know; 20 of each at most. */
  unknown(parts: RequestParts): string[];
  /** One sentence for each of them. */
  remarks(parts: RequestParts): string[];
}

/** A description at work. */
export interface Contract {
  /** The description as an object, and as the YAML that it is written in. */
  readonly document: Description;
  readonly text: string;
  readonly operations: readonly ContractOperation[];
  /** @throws where the description has no such operation. */
  byId(id: string): ContractOperation;
  /**
   * Holds an answer to the description: status, media type, headers, body, and fields it does not know.
   * @param headers names in lower case; @param body parsed JSON.
   * @returns what is wrong, one sentence each; empty where all is well.
   */
  validateAnswer(
    operationId: string,
    status: number,
    headers: Readonly<Record<string, string>>,
    body: unknown,
  ): Promise<string[]>;
}

/** An operation as preparation leaves it: plain JSON. A part without a schema is not looked at. */
export interface PreparedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parts: { readonly [part in PartName]?: RequestSchema };
  /** False where the request may come without a body. */
  readonly bodyRequired: boolean;
  /** Its answers, in the validator's own form. */
  readonly answers: readonly PreparedAnswer[];
}

export interface PreparedAnswer {
  readonly code: string;
  readonly headers: readonly unknown[];
  readonly contents: readonly { readonly mediaType: string; readonly schema?: RequestSchema }[];
}

/** A description, read and unfolded: plain JSON that can be kept in a file. */
export interface PreparedContract {
  readonly text: string;
  readonly document: Description;
  readonly operations: readonly PreparedOperation[];
}
