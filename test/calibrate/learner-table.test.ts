import { expect, test } from 'vitest';
import { knowledgeOf } from '../../src/calibrate/knowledge.ts';
import { LEARNERS, learnAll, UNLEARNABLE } from '../../src/calibrate/learner-table.ts';
import type { Recording } from '../../src/calibrate/recording.ts';
import { builtinContract } from '../../src/contract/built-in-contracts.ts';
import { ASSUMPTIONS, DEFAULT_SETTINGS } from '../../src/domain/assumptions.ts';

const NOTHING: Recording = {
  calls: [],
  webhooks: [],
  files: [],
  foreign: 0,
  dropped: 0,
  repeated: 0,
  isRedacted: false,
};

const knowledge = knowledgeOf(NOTHING, await builtinContract('energy-rental-v1'), DEFAULT_SETTINGS);

test('every row of the register has one learner, or a reason why traffic cannot settle it', () => {
  const learned = LEARNERS.flatMap(learn => learn(knowledge)).map(({ row }) => row);
  const accounted = [...learned, ...Object.keys(UNLEARNABLE)];
  expect(accounted.sort()).toEqual(ASSUMPTIONS.map(({ name }) => name).sort());
});

test('an empty recording shows nothing about any row', () => {
  const rows = learnAll(knowledge);
  expect(rows.filter(({ verdict }) => verdict !== 'not-observed')).toEqual([]);
});
