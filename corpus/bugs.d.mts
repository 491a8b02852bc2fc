export interface Bug {
  readonly name: string;
  readonly integration: string;
  readonly part: string;
  readonly costs: string;
  readonly expected: readonly string[];
  /** The value of BUG, if it is not the name. */
  readonly bug?: string;
  /** The day of the wallet on which it shows, and the scenarios and flags of exec. */
  readonly day?: string;
  readonly scenarios?: readonly string[];
  readonly flags?: readonly string[];
  /** True if a report of severity info finds it: it is a habit rather than a mistake. */
  readonly isHabit?: boolean;
}
export const BUGS: readonly Bug[];
