/** True if the environment variable BUG names this bug. Without it, the wallet is sound. */
export const bug = name => process.env.BUG === name;
