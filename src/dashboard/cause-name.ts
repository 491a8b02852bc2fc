/** The causes of transitions that are no scenario rules, as the pages name them. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['api', 'API request'],
  ['dashboard', 'dashboard'],
  ['by hand', 'manual transition'],
]);

/** The displayed name of a cause; null for the location of a rule. */
export const causeName = (cause: string): string | null => NAMES.get(cause) ?? null;
