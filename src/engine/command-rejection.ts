/** Why a manual command was not carried out. The control API answers the same codes. */
export type RejectionCode =
  | 'ORDER_NOT_FOUND'
  | 'TRANSITION_NOT_ALLOWED'
  | 'REFUND_NOT_ALLOWED'
  | 'EVENT_NOT_FOUND'
  | 'NO_DESTINATION'
  | 'KEY_NOT_FOUND';

/** A manual command that was not carried out; nothing has changed. `explain` is a sentence for people. */
export interface Rejection {
  readonly rejected: RejectionCode;
  readonly explain: string;
}

/** Makes a rejection. */
export const reject = (rejected: RejectionCode, explain: string): Rejection => ({ rejected, explain });

/** Distinguishes a rejection from any other reply of a command. */
export const isRejection = <T extends object>(value: T | Rejection): value is Rejection =>
  'rejected' in value && 'explain' in value;
