import type { Account } from '../../../../src/core/engine/account.ts';
import type { EngineCall } from '../world.ts';

/** A rule that the engine violated. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** @throws Broken if a rule does not hold; the message says what is the case instead */
export function holds(condition: boolean, sentence: () => string): asserts condition {
  if (!condition) throw new Broken(sentence());
}

/** Rules that must hold after every call of the engine. A check only examines what is new since the last call. */
export interface Check {
  /** Checks the whole state, and continues from it. */
  begin(account: Account): void;
  after(call: EngineCall): void;
}
