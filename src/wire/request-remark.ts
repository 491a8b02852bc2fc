/**
 * What a request may deviate in from the description although it is answered like any other, and what the service
 * ignores silently.
 */
export type RemarkKind =
  | 'wrong-content-type'
  | 'duplicate-key'
  | 'repeated-parameter'
  | 'missing-slash'
  | 'unknown-field'
  | 'idempotency-mismatch'
  | 'unknown-scenario-name';

/** One remark on a request: a probable mistake of the client, whether the request succeeds or not. */
export interface RequestRemark {
  readonly kind: RemarkKind;
  /** What it is about: a field such as `body.orders[3].adress`, a parameter, a path, a media type, an external_id. */
  readonly subject: string;
  /** A sentence for people. */
  readonly message: string;
}

/** The remarks on a request without any. It is shared, so that such a request costs nothing. */
export const NO_REMARKS: readonly RequestRemark[] = [];
