import type { TestAccount } from '../../support/sandbox.ts';
import type { FindingsStage } from '../stage.ts';

/** A client or receiver with a bug that one rule reports, and one without it. */
export interface RuleCase {
  readonly rule: string;
  /** Other rules that the same bug implies. Infos are left out. */
  readonly implies?: readonly string[];
  bad(stage: FindingsStage): Promise<TestAccount>;
  good(stage: FindingsStage): Promise<TestAccount>;
}
