import type { components } from '../../contract/control-v1.generated.ts';
import type { CodesIn } from '../../contract/description-types.ts';
import type { Rejection } from '../../core/domain/error-codes.ts';
import type { Assert, SameMembers } from '../../core/domain/type-assertions.ts';
import {
  AccountDeletedError,
  AccountFailedError,
  AccountNotStoredError,
  InterruptedError,
} from '../../host/account-health.ts';

export const CONTROL_ERROR_STATUS = {
  CREATE_BY_NAME: 307,
  INVALID_REQUEST: 400,
  SCENARIO_INVALID: 400,
  SNAPSHOT_INVALID: 400,
  ADMIN_TOKEN_REQUIRED: 401,
  API_KEY_REQUIRED: 401,
  HOST_NOT_ALLOWED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  IP_NOT_ALLOWED: 403,
  ACCOUNT_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  EVENT_NOT_FOUND: 404,
  REQUEST_NOT_FOUND: 404,
  SCENARIO_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  SNAPSHOT_NOT_FOUND: 404,
  CALL_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ACCOUNT_EXISTS: 409,
  LIMIT_REACHED: 409,
  SCENARIO_CHANGED: 409,
  NOT_REACHABLE: 409,
  TRANSITION_NOT_ALLOWED: 409,
  REFUND_NOT_ALLOWED: 409,
  NO_DESTINATION: 409,
  ORDER_REFUSED: 409,
  INTERRUPTED: 409,
  REQUEST_TOO_LARGE: 413,
  INTERNAL_ERROR: 500,
  NOT_READY: 503,
  STORAGE_FAILED: 503,
  ACCOUNT_FAILED: 503,
} as const;

type ControlErrorCode = keyof typeof CONTROL_ERROR_STATUS;

/** Codes that no operation lists: for unknown calls and methods, internal errors and storage failures. */
type UndescribedCode =
  | 'CALL_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'INTERNAL_ERROR'
  | 'STORAGE_FAILED'
  | 'ACCOUNT_FAILED';

export type ControlCodesMatch = Assert<
  SameMembers<Exclude<ControlErrorCode, UndescribedCode>, CodesIn<components['schemas']>>
>;

/** A call that failed. The message says what was wrong and how to fix it; `path` says where in the request. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: ControlErrorCode;
  /** The faulty part of the request, such as `body.by`; null if there is none. */
  readonly path: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ControlErrorCode,
    message: string,
    path: string | null = null,
    details: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.path = path;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return CONTROL_ERROR_STATUS[this.code];
  }
}

export const rejected = ({ rejected: code, explain }: Rejection, path: string | null = null): ControlError =>
  new ControlError(code, explain, path);

/** The error for an invalid request. @param path the invalid part, such as `body.by` */
export const invalid = (path: string, message: string): ControlError =>
  new ControlError('INVALID_REQUEST', message, path);

/** The control error for an error of an account that the host threw; null for any other error. */
export function ofAccountError(error: unknown): ControlError | null {
  if (error instanceof AccountDeletedError) {
    return new ControlError(
      'ACCOUNT_NOT_FOUND',
      `${error.message} while the call was in progress`,
      'params.account',
    );
  }
  if (error instanceof InterruptedError) return new ControlError('INTERRUPTED', error.message);
  if (error instanceof AccountFailedError) return new ControlError('ACCOUNT_FAILED', error.message);
  if (error instanceof AccountNotStoredError) return new ControlError('STORAGE_FAILED', error.message);
  return null;
}
