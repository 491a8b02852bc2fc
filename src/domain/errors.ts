/**
 * The one catalogue of error codes and the HTTP status each belongs to (specification: Errors).
 * The sandbox answers with no code that is not in it.
 */
export const ERROR_STATUS = {
  INVALID_JSON: 400,
  ID_REQUIRED: 400,
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  INSUFFICIENT_BALANCE: 402,
  SCOPE_FORBIDDEN: 403,
  IP_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  PACKAGE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TOO_LARGE: 413,
  EXTERNAL_ID_INVALID: 422,
  INVALID_TRON_ADDRESS: 422,
  ADDRESS_NOT_ACTIVE: 422,
  PRODUCT_REQUIRED: 422,
  PRODUCT_SELECTOR_CONFLICT: 422,
  CUSTOM_ENERGY_DISABLED: 422,
  CUSTOM_ENERGY_OUT_OF_RANGE: 422,
  CUSTOM_ENERGY_INVALID_STEP: 422,
  RENTAL_DURATION_UNAVAILABLE: 422,
  CUSTOM_DURATION_UNAVAILABLE: 422,
  DURATION_PRICE_UNAVAILABLE: 422,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
} as const;

/** A machine-readable code of the service's error body. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Codes that speak of a whole request or of its key, so that no item of a bulk request can carry them. */
const REQUEST_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INVALID_JSON',
  'ID_REQUIRED',
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'SCOPE_FORBIDDEN',
  'IP_NOT_ALLOWED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TOO_LARGE',
  'RATE_LIMITED',
]);

/** True for a code that a failed item of a bulk request can carry (specification: Bulk result, error). */
export const isItemCode = (code: ErrorCode): boolean => !REQUEST_CODES.has(code);

/** All codes, for schemas and suggestions. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

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
