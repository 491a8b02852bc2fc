export interface Bug {
  readonly name: string;
  readonly integration: string;
  readonly part: string;
  readonly costs: string;
  readonly expected: readonly string[];
}
export const BUGS: readonly Bug[];
