/**
 * `true` where two unions have the same members. Otherwise an object type, for the compiler to show, that names what the
 * first has too many and what it lacks.
 */
export type SameMembers<Actual, Expected> = [Exclude<Actual, Expected>, Exclude<Expected, Actual>] extends [
  never,
  never,
]
  ? true
  : { readonly surplus: Exclude<Actual, Expected>; readonly missing: Exclude<Expected, Actual> };

/** Compiles where its argument is `true`. */
export type Assert<Holds extends true> = Holds;
