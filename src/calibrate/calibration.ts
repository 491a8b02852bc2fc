import type { Contract } from '../contract/types.ts';
import type { Settings } from '../domain/assumptions.ts';
import { type Knowledge, knowledgeOf } from './knowledge.ts';
import { learnAll } from './learner-table.ts';
import { livesOf, type ObservedLife, type Timing, timingsOf } from './lifecycles.ts';
import type { Recording } from './recording.ts';
import { type ResponseOrder, responseOrderOf } from './response-order.ts';
import type { LearnedRow } from './verdicts.ts';

/** What a recording shows of the service. */
export interface Calibration {
  readonly knowledge: Knowledge;
  /** One for each row of the register of assumptions, in its order. */
  readonly rows: readonly LearnedRow[];
  readonly lives: readonly ObservedLife[];
  readonly timings: readonly Timing[];
  readonly responseOrder: ResponseOrder;
}

/** Learns from a recording. @param assumed the settings of the config in use */
export function learnFrom(recording: Recording, contract: Contract, assumed: Settings): Calibration {
  const knowledge = knowledgeOf(recording, contract, assumed);
  const lives = livesOf(knowledge);
  return {
    knowledge,
    rows: learnAll(knowledge),
    lives,
    timings: timingsOf(lives),
    responseOrder: responseOrderOf(knowledge),
  };
}
