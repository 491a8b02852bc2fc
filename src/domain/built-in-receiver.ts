/** The webhook destination of an account that uses the sandbox's own receiver. Nothing is sent over a network then. */
export const BUILT_IN_RECEIVER = 'sandbox:receiver';
