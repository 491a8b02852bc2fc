/* The limits of what an account stores about the chain. Documented in docs/limits.md. */

/** How many entries are stored. Older ones are folded into the wallets. */
export const MAX_ENTRIES = 5_000;

/** How many wallets are stored. */
export const MAX_WALLETS = 20_000;

/** The size of a transaction, which is stored whole, in bytes. On the network, it is 500 KiB. */
export const MAX_TRANSACTION_BYTES = 4_096;

/** Why no more can be stored now, and what to do. */
export const FULL = `the sandbox keeps ${MAX_ENTRIES} transactions and changes of an account that are not confirmed, and ${MAX_WALLETS} wallets; advance the clock by a minute, or reset the account`;
