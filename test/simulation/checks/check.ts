import type { Account } from '../../../src/engine/account.ts';
import type { Passage } from '../world.ts';

/** A rule that the engine broke. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** @throws Broken where a rule does not hold; the sentence says what is the case instead */
export function holds(condition: boolean, sentence: () => string): asserts condition {
  if (!condition) throw new Broken(sentence());
}

/** Some rules that hold after every call of the engine. It looks only at what is new, and remembers the rest. */
export interface Check {
  /** Holds the whole state to the rules, and goes on from it. */
  begin(account: Account): void;
  after(passage: Passage): void;
}
