interface ErrorEntry {
  readonly status: number;
  /**
   * Where the code occurs: in requests, in the items of a bulk request (specification: Bulk result, error), or in both.
   */
  readonly appliesTo: 'request' | 'item' | 'both';
  /** The settings and other parts of an account that can cause it. A refusal names the scenario rule that changed them. */
  readonly dependsOn: readonly string[];
}

/**
 * All error codes of the service (specification: Errors). contract/description-types.ts does not compile unless they are the
 * codes of the description.
 */
export const ERRORS = {
  INVALID_JSON: { status: 400, appliesTo: 'request', dependsOn: [] },
  ID_REQUIRED: { status: 400, appliesTo: 'request', dependsOn: [] },
  UNAUTHORIZED: { status: 401, appliesTo: 'request', dependsOn: ['key'] },
  TOKEN_EXPIRED: { status: 401, appliesTo: 'request', dependsOn: ['key'] },
  INSUFFICIENT_BALANCE: { status: 402, appliesTo: 'both', dependsOn: ['balance'] },
  SCOPE_FORBIDDEN: { status: 403, appliesTo: 'request', dependsOn: ['key'] },
  IP_NOT_ALLOWED: { status: 403, appliesTo: 'request', dependsOn: ['key'] },
  NOT_FOUND: { status: 404, appliesTo: 'request', dependsOn: [] },
  PACKAGE_NOT_FOUND: { status: 404, appliesTo: 'both', dependsOn: ['packages'] },
  METHOD_NOT_ALLOWED: { status: 405, appliesTo: 'request', dependsOn: [] },
  REQUEST_TOO_LARGE: { status: 413, appliesTo: 'request', dependsOn: [] },
  EXTERNAL_ID_INVALID: { status: 422, appliesTo: 'both', dependsOn: [] },
  INVALID_TRON_ADDRESS: { status: 422, appliesTo: 'both', dependsOn: [] },
  ADDRESS_NOT_ACTIVE: {
    status: 422,
    appliesTo: 'both',
    dependsOn: ['inactive_addresses', 'deny_unknown', 'active_addresses'],
  },
  PRODUCT_REQUIRED: { status: 422, appliesTo: 'both', dependsOn: [] },
  PRODUCT_SELECTOR_CONFLICT: { status: 422, appliesTo: 'both', dependsOn: [] },
  CUSTOM_ENERGY_DISABLED: { status: 422, appliesTo: 'both', dependsOn: ['custom_energy_enabled'] },
  CUSTOM_ENERGY_OUT_OF_RANGE: {
    status: 422,
    appliesTo: 'both',
    dependsOn: ['custom_energy_min', 'custom_energy_max'],
  },
  CUSTOM_ENERGY_INVALID_STEP: { status: 422, appliesTo: 'both', dependsOn: ['custom_energy_step'] },
  RENTAL_DURATION_UNAVAILABLE: { status: 422, appliesTo: 'both', dependsOn: ['packages'] },
  CUSTOM_DURATION_UNAVAILABLE: { status: 422, appliesTo: 'both', dependsOn: [] },
  DURATION_PRICE_UNAVAILABLE: { status: 422, appliesTo: 'both', dependsOn: ['packages'] },
  RATE_LIMITED: { status: 429, appliesTo: 'request', dependsOn: ['rate_limit_per_minute'] },
  SERVICE_UNAVAILABLE: { status: 503, appliesTo: 'both', dependsOn: ['order_limit'] },
} as const;

export type ErrorCode = keyof typeof ERRORS;

type CodesThatApplyTo<What extends ErrorEntry['appliesTo']> = {
  [Code in ErrorCode]: (typeof ERRORS)[Code]['appliesTo'] extends What ? Code : never;
}[ErrorCode];

export type RequestErrorCode = CodesThatApplyTo<'request' | 'both'>;

export type ItemErrorCode = CodesThatApplyTo<'item' | 'both'>;

/** Checks that every entry of the table is complete. */
const ENTRIES: Readonly<Record<ErrorCode, ErrorEntry>> = ERRORS;

export const isItemCode = (code: ErrorCode): code is ItemErrorCode => ENTRIES[code].appliesTo !== 'request';

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** The codes of orders in review or failed (specification: Order status, error_code). */
export type OrderErrorCode = 'ORDER_REVIEW' | 'ORDER_FAILED';

/**
 * A refused request or item: the error code for the client, and a message for people. The message appears in the
 * journal and in X-Sandbox-Explain, never in the body.
 */
export interface Refusal {
  readonly error: ErrorCode;
  readonly explain: string;
}

export const refuse = (error: ErrorCode, explain: string): Refusal => ({ error, explain });

export const isRefusal = <T extends object>(value: T | Refusal): value is Refusal =>
  'error' in value && 'explain' in value;

/** Why the engine did not execute a command of the control API, whose responses have the same codes. */
export type RejectionCode =
  | 'ORDER_NOT_FOUND'
  | 'TRANSITION_NOT_ALLOWED'
  | 'REFUND_NOT_ALLOWED'
  | 'EVENT_NOT_FOUND'
  | 'NO_DESTINATION'
  | 'KEY_NOT_FOUND';

/** A command of the control API that was not executed and changed nothing. `explain` is a message for people. */
export interface Rejection {
  readonly rejected: RejectionCode;
  readonly explain: string;
}

export const reject = (rejected: RejectionCode, explain: string): Rejection => ({ rejected, explain });

export const isRejection = <T extends object>(value: T | Rejection): value is Rejection =>
  'rejected' in value && 'explain' in value;
