import type { ErrorCode, Refusal } from '../../domain/error-codes.ts';
import type { OperationId } from '../../domain/operations.ts';
import type { Scenario } from '../../scenario/scenario-schema.ts';

/** The fields of a request, or of one item of a bulk request. A field is null if it is missing or of the wrong type. */
export const NO_FIELDS = {
  externalId: null as string | null,
  /** The recipient of an order or of an estimate. */
  address: null as string | null,
  packageId: null as number | null,
  energyAmount: null as number | null,
  durationMinutes: null as number | null,
  orderId: null as number | null,
  hasUsdt: null as boolean | null,
};

export interface RequestFields extends Readonly<typeof NO_FIELDS> {}

export interface RequestViolation {
  readonly error: ErrorCode;
  readonly explain: string;
  /** The wire name of the field, such as `external_id`. */
  readonly field: string;
  /** The index of the bulk item that fails; null if the whole request is refused. */
  readonly item: number | null;
}

/** A request of the service API that passed authentication and the rate limit. */
export interface ServiceRequest {
  readonly operation: OperationId;
  readonly keyId: string;
  /** The scenario that X-Sandbox-Scenario names. */
  readonly header: Scenario | null;
  readonly fields: RequestFields;
  /** The items of a bulk request, in order; empty for all other operations. */
  readonly items: readonly RequestFields[];
  /** Why the body could not be read; null if it could, or if there is none. */
  readonly problem: Refusal | null;
  /** The violations in the order of the properties in the description. */
  readonly violations: readonly RequestViolation[];
  /** Differences from the description that are tolerated unless the account's settings reject them. */
  readonly remarks: readonly string[];
  /** Why the server has no memory for a new order; absent if it has. Part of the request, so that a replay decides alike. */
  readonly noMemory?: string | undefined;
}

/** The subject of an evaluation of rules: a request, or one item of a bulk request. */
export interface Subject extends Pick<ServiceRequest, 'operation' | 'keyId' | 'header' | 'fields'> {
  /** The position of an item in its bulk request, starting at 1; null for the request itself. */
  readonly item: number | null;
}
