type Names<Source> = { readonly [Key in keyof Source]?: string };

type Renamed<Source, N extends Names<Source>> = {
  [Key in keyof Source as Key extends keyof N ? (N[Key] extends string ? N[Key] : never) : Key]: Source[Key];
};

/** `unknown` if a result has exactly the keys of the target; otherwise a type that shows the difference as an error. */
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
 * Renames keys to the names that the code uses (`external_id` becomes `externalId`). Absent optional keys stay absent.
 * The result must have exactly the keys of `Target`: nothing would read a key that was not renamed, and a condition that
 * nothing reads would hold for everything.
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
