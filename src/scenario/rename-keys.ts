type Renamed<T, N extends { readonly [K in keyof T]?: string }> = {
  [K in keyof T as K extends keyof N ? (N[K] extends string ? N[K] : never) : K]: T[K];
};

/** Gives keys the names that the program uses (`external_id` → `externalId`); a key left out stays left out. */
export function rename<T extends object, const N extends { readonly [K in keyof T]?: string }>(
  source: T,
  names: N,
): Renamed<T, N> {
  const table = names as Readonly<Record<string, string>>;
  return Object.fromEntries(
    Object.entries(source).map(([key, value]) => [table[key] ?? key, value]),
  ) as Renamed<T, N>;
}
