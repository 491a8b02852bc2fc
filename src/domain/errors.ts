interface ErrorEntry {
  /** The HTTP status of a request that is refused with the code. */
  readonly status: number;
  /** What can fail with the code: requests, the items of a bulk request (specification: Bulk result, error), or both. */
  readonly appliesTo: 'request' | 'item' | 'both';
}

/**
 * The one catalogue of error codes (specification: Errors). The sandbox answers with no code that is not in it.
 * contract/vocabulary.ts compares it with the description.
 */
export const ERRORS = {
  INVALID_JSON: { status: 400, appliesTo: 'request' },
  ID_REQUIRED: { status: 400, appliesTo: 'request' },
  UNAUTHORIZED: { status: 401, appliesTo: 'request' },
  TOKEN_EXPIRED: { status: 401, appliesTo: 'request' },
  INSUFFICIENT_BALANCE: { status: 402, appliesTo: 'both' },
  SCOPE_FORBIDDEN: { status: 403, appliesTo: 'request' },
  IP_NOT_ALLOWED: { status: 403, appliesTo: 'request' },
  NOT_FOUND: { status: 404, appliesTo: 'request' },
  PACKAGE_NOT_FOUND: { status: 404, appliesTo: 'both' },
  METHOD_NOT_ALLOWED: { status: 405, appliesTo: 'request' },
  REQUEST_TOO_LARGE: { status: 413, appliesTo: 'request' },
  EXTERNAL_ID_INVALID: { status: 422, appliesTo: 'both' },
  INVALID_TRON_ADDRESS: { status: 422, appliesTo: 'both' },
  ADDRESS_NOT_ACTIVE: { status: 422, appliesTo: 'both' },
  PRODUCT_REQUIRED: { status: 422, appliesTo: 'both' },
  PRODUCT_SELECTOR_CONFLICT: { status: 422, appliesTo: 'both' },
  CUSTOM_ENERGY_DISABLED: { status: 422, appliesTo: 'both' },
  CUSTOM_ENERGY_OUT_OF_RANGE: { status: 422, appliesTo: 'both' },
  CUSTOM_ENERGY_INVALID_STEP: { status: 422, appliesTo: 'both' },
  RENTAL_DURATION_UNAVAILABLE: { status: 422, appliesTo: 'both' },
  CUSTOM_DURATION_UNAVAILABLE: { status: 422, appliesTo: 'both' },
  DURATION_PRICE_UNAVAILABLE: { status: 422, appliesTo: 'both' },
  RATE_LIMITED: { status: 429, appliesTo: 'request' },
  SERVICE_UNAVAILABLE: { status: 503, appliesTo: 'both' },
} as const;

/** A machine-readable code of the service's error body. */
export type ErrorCode = keyof typeof ERRORS;

type CodesThatApplyTo<What extends ErrorEntry['appliesTo']> = {
  [Code in ErrorCode]: (typeof ERRORS)[Code]['appliesTo'] extends What ? Code : never;
}[ErrorCode];

/** A code that a refused request can carry. */
export type RequestErrorCode = CodesThatApplyTo<'request' | 'both'>;

/** A code that a failed item of a bulk request can carry. */
export type ItemErrorCode = CodesThatApplyTo<'item' | 'both'>;

/** The table as its declared shape: an entry that lacks something does not compile. */
const ENTRIES: Readonly<Record<ErrorCode, ErrorEntry>> = ERRORS;

/** True for a code that a failed item of a bulk request can carry. */
export const isItemCode = (code: ErrorCode): code is ItemErrorCode => ENTRIES[code].appliesTo !== 'request';

/** All codes, for schemas and suggestions. */
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** Public codes that an order itself can carry (specification: Order status, error_code). */
export type OrderErrorCode = 'ORDER_REVIEW' | 'ORDER_FAILED';

/**
 * A refusal: the code that the client receives, and a sentence for people that goes to the
 * journal and to X-Sandbox-Explain, never into the body.
 */
export interface Refusal {
  readonly error: ErrorCode;
  readonly explain: string;
}

/** Makes a refusal. */
export const refuse = (error: ErrorCode, explain: string): Refusal => ({ error, explain });

/** Tells a refusal from whatever else a core function answers. */
export const isRefusal = <T extends object>(value: T | Refusal): value is Refusal =>
  'error' in value && 'explain' in value;
