/**
 * `true` if two unions have the same members. Otherwise an object type for the compiler to show: the members that only
 * the first union has, and the members that it lacks.
 */
export type SameMembers<Actual, Expected> = [Exclude<Actual, Expected>, Exclude<Expected, Actual>] extends [
  never,
  never,
]
  ? true
  : { readonly surplus: Exclude<Actual, Expected>; readonly missing: Exclude<Expected, Actual> };

/** Compiles only if its argument is `true`. */
export type Assert<Holds extends true> = Holds;
