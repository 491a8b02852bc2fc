/* The limits of what an account stores about the chain. Documented in docs/limits.md. */

/** How many entries are stored. Older ones are folded into the wallets. */
export const MAX_ENTRIES = 5_000;

/** How many wallets are stored. */
export const MAX_WALLETS = 20_000;

/** The size of a transaction, which is stored whole, in bytes. On the network, it is 500 KiB. */
export const MAX_TRANSACTION_BYTES = 4_096;
