import type { Finding, FindingRule } from './data-types.ts';
import type { FindingExpectation, FindingFilter } from './options.ts';

/** What a sandbox or an account tells about the mistakes of an integration. docs/findings.md explains the rules. */
export interface FindingsReader {
  /**
   * What the integration did wrong since the account was created or reset; of a sandbox, in all accounts, also in deleted
   * ones and by requests without the key of an account.
   */
  findings(filter?: FindingFilter): Promise<Finding[]>;
  /** Whether each rule was judged, does not apply to what has happened so far, or is off. */
  findingRules(): Promise<FindingRule[]>;
}

/** What an account tells about the mistakes of an integration. */
export interface AccountFindings extends FindingsReader {
  /**
   * Asserts that the integration did nothing wrong.
   * @throws AssertionError that says for each finding what was done, what it cost and how to fix it
   */
  expectNoFindings(expectation?: FindingExpectation): Promise<void>;
}
