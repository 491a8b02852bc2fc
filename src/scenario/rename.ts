type Names<Source> = { readonly [Key in keyof Source]?: string };

type Renamed<Source, N extends Names<Source>> = {
  [Key in keyof Source as Key extends keyof N ? (N[Key] extends string ? N[Key] : never) : Key]: Source[Key];
};

/** Accepts everything where a result has exactly the target's keys; else requires what nobody has, for the compiler to show. */
type Exactly<Result, Target> = [
  Exclude<keyof Result, keyof Target>,
  Exclude<keyof Target, keyof Result>,
] extends [never, never]
  ? Result extends Target
    ? unknown
    : { readonly 'has values of other types than': Target }
  : {
      readonly 'has unknown keys': Exclude<keyof Result, keyof Target>;
      readonly 'lacks the keys': Exclude<keyof Target, keyof Result>;
    };

/**
 * Gives keys the names that the program uses (`external_id` becomes `externalId`); an optional key that is absent stays
 * absent. The result must have exactly the keys of `Target`: a key that is not renamed would otherwise be one that
 * nothing reads, and a condition that nothing reads holds for everything.
 * @example rename<SubjectMatch>()(match, { external_id: 'externalId' })
 */
export const rename =
  <Target extends object>() =>
  <Source extends object, const N extends Names<Source>>(
    source: Source,
    names: N & Exactly<Renamed<Source, N>, Target>,
  ): Target => {
    const table: Readonly<Record<string, string | undefined>> = names;
    return Object.fromEntries(
      Object.entries(source).map(([key, value]) => [table[key] ?? key, value]),
    ) as Target;
  };
