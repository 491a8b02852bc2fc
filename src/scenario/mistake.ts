import type { RequestMatch, WebhookMatch } from './conditions.ts';
import type { Path } from './problem-messages.ts';
import type { RuleHead } from './scenario-types.ts';

/** Names the position of a part of the scenario: `requests[0] on line 9`, or `requests[0]` if it is not from a file. */
export type Place = (path: Path) => string;

/** A rule that is valid on its own, and does not work or probably not as intended. */
export interface Mistake {
  /** The path in the file. */
  readonly path: Path;
  readonly message: (place: Place) => string;
  /** True if the rule can never work; false if it works under conditions that the scenario does not create. */
  readonly isCertain: boolean;
}

/** The conditions of any rule. */
export type AnyMatch = RequestMatch & WebhookMatch;

/** What the checks need to know of a rule, whichever point it applies to. */
export interface AnyRule extends Omit<RuleHead, 'id' | 'source'> {
  readonly match: AnyMatch;
}

/** A mistake because of which the rule never works. */
export const impossible = (path: Path, message: string | Mistake['message']): Mistake => ({
  path,
  message: typeof message === 'string' ? () => message : message,
  isCertain: true,
});

/** A rule that works only under conditions that the scenario does not create, or a part of it without an effect. */
export const dubious = (path: Path, message: string): Mistake => ({
  path,
  message: () => message,
  isCertain: false,
});
