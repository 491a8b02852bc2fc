import type { ErrorCode, Refusal } from '../../domain/errors.ts';
import type { OperationId } from '../../domain/operations.ts';
import type { Scenario } from '../../scenario/scenario-types.ts';

/** What a request, or one item of a bulk request, says. A field is null where it is missing or of the wrong type. */
export interface RequestFields {
  readonly externalId: string | null;
  /** The recipient of an order or of an estimate. */
  readonly address: string | null;
  readonly packageId: number | null;
  readonly energyAmount: number | null;
  readonly durationMinutes: number | null;
  /** The order that a status request names by the service's id. */
  readonly orderId: number | null;
  readonly hasUsdt: boolean | null;
}

/** The fields of a request that says nothing. */
export const NO_FIELDS: RequestFields = {
  externalId: null,
  address: null,
  packageId: null,
  energyAmount: null,
  durationMinutes: null,
  orderId: null,
  hasUsdt: null,
};

/** One way in which a request differs from the description. */
export interface RequestViolation {
  readonly error: ErrorCode;
  readonly explain: string;
  /** The wire name of the field, such as `external_id`. */
  readonly field: string;
  /** The index of the bulk item that fails by itself; null where the whole request is refused. */
  readonly item: number | null;
}

/** A request of the service API that passed authentication and the rate limit: everything the engine decides on. */
export interface ServiceRequest {
  readonly operation: OperationId;
  readonly keyId: string;
  /** The scenario that X-Sandbox-Scenario names. */
  readonly header: Scenario | null;
  readonly fields: RequestFields;
  /** The items of a bulk request, in their order; empty for every other operation. */
  readonly items: readonly RequestFields[];
  /** Why the body could not be read; null where it could, or where there is none. */
  readonly problem: Refusal | null;
  /** In the order of the description's properties. */
  readonly violations: readonly RequestViolation[];
  /** Differences that an account tolerates unless its settings refuse them, one sentence each. */
  readonly remarks: readonly string[];
}
