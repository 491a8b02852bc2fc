const planted = process.env.BUG ?? '';

/** True if the environment variable BUG names this bug. Without it, the shop is sound. */
export const bug = (name: string): boolean => name === planted;
