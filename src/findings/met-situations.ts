import type { ObservedAccount } from './observed-account.ts';
import { RULES } from './rule-table.ts';
import type { Recognizers, Situation, SituationFacts } from './situations.ts';

type Kind = keyof SituationFacts;

const ALL = [...new Set(RULES.map(({ needs }) => needs))];

const recognizing = (kind: Kind): readonly Situation[] => ALL.filter(one => one[kind] !== undefined);

/** The situations that each kind of fact can bring about. */
const RECOGNIZING: Readonly<Record<Kind, readonly Situation[]>> = {
  answered: recognizing('answered'),
  order: recognizing('order'),
  refund: recognizing('refund'),
  attempt: recognizing('attempt'),
};

/** Which of the situations in which rules can be broken an account has met. */
export class MetSituations {
  readonly #met = new Set<Situation>();
  /** Those that each kind of fact may still bring about. */
  readonly #open: Record<Kind, readonly Situation[]> = { ...RECOGNIZING };

  has(situation: Situation): boolean {
    return this.#met.has(situation);
  }

  /** Adds what another account has met. */
  addAll(other: MetSituations): void {
    for (const situation of other.#met) this.#met.add(situation);
  }

  /** Adds what a fact brings about. */
  see<FactKind extends Kind>(
    kind: FactKind,
    fact: SituationFacts[FactKind],
    observed: ObservedAccount,
  ): void {
    let isNews = false;
    for (const situation of this.#open[kind]) {
      const recognize: Recognizers[FactKind] = situation[kind];
      if (!recognize!(fact, observed)) continue;
      this.#met.add(situation);
      isNews = true;
    }
    if (isNews) this.#open[kind] = this.#open[kind].filter(one => !this.#met.has(one));
  }
}
