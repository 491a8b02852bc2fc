/**
 * A whole number of at least 0 with a comma before every three digits: `65,000`. Unlike `toLocaleString`, whose first
 * call takes 20 ms, it can be called while requests wait.
 */
export const grouped = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
