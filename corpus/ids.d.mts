export const RULES: readonly string[];
export const DISTURBANCES: readonly string[];
export const CASES: readonly string[];
