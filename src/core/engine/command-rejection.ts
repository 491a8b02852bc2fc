/** Why a manual command was not executed. The control API returns the same codes. */
export type RejectionCode =
  | 'ORDER_NOT_FOUND'
  | 'TRANSITION_NOT_ALLOWED'
  | 'REFUND_NOT_ALLOWED'
  | 'EVENT_NOT_FOUND'
  | 'NO_DESTINATION'
  | 'KEY_NOT_FOUND';

/** A manual command that was not executed, so that nothing has changed. `explain` is a message for people. */
export interface Rejection {
  readonly rejected: RejectionCode;
  readonly explain: string;
}

/** Creates a rejection. */
export const reject = (rejected: RejectionCode, explain: string): Rejection => ({ rejected, explain });

/** True if the reply of a command is a rejection. */
export const isRejection = <T extends object>(value: T | Rejection): value is Rejection =>
  'rejected' in value && 'explain' in value;
