interface PublicReport {
  /** The repository and the number of the issue, such as `owner/name#12`. */
  readonly report: string;
  readonly what: string;
  /** The names of bugs of the same kind. */
  readonly bugs: readonly string[];
}
export const REPORTS: readonly PublicReport[];
