/** The webhook destination of an account that uses the sandbox's own receiver. Nothing is sent over a network then. */
export const BUILT_IN_RECEIVER = 'sandbox:receiver';

/**
 * The header with which a built-in webhook receiver marks a response that it was told to give. Such a response shows
 * nothing about an integration, so it is not a finding.
 */
export const SCRIPTED_HEADER = 'x-sandbox-scripted';
