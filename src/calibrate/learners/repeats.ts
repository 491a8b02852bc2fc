import type { Knowledge } from '../knowledge.ts';
import type { Placement } from '../placements.ts';
import { type Fields, isFields, type ServiceCall } from '../recording.ts';
import { fromSightings, fromTrials, type LearnedRow, type Sighting, type Trial } from '../verdicts.ts';
import type { Learner } from './learner.ts';

/** A use of an external_id after an order had been placed with it. */
interface Repeat {
  readonly first: Placement;
  readonly placement: Placement;
  /** True if it asks for something else than the first request; null if that cannot be told. */
  readonly differs: boolean | null;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Compares what a repeat asks for with the first request. What it leaves out does not differ. */
function differs(first: Fields, repeat: Fields): boolean | null {
  if (repeat.address !== first.address) return true;
  for (const name of ['package_id', 'energy_amount', 'duration_minutes']) {
    if (!isGiven(repeat[name]) || repeat[name] === first[name]) continue;
    // The first request may have left out what the repeat says.
    return isGiven(first[name]) || name !== 'duration_minutes' ? true : null;
  }
  return ['package_id', 'energy_amount'].some(name => isGiven(repeat[name])) ? false : null;
}

const VALID_ID = /^[A-Za-z0-9._:-]{1,120}$/;

function repeatsOf({ placements }: Knowledge): Repeat[] {
  const firsts = new Map<string, Placement>();
  return placements.flatMap(placement => {
    const { externalId, orderId, fields } = placement;
    if (externalId === null || !VALID_ID.test(externalId)) return [];
    const first = firsts.get(externalId);
    if (first) return [{ first, placement, differs: differs(first.fields, fields) }];
    // The order of a first use that is called a repeat was placed before the recording.
    if (orderId !== null && placement.isRepeat !== true) firsts.set(externalId, placement);
    return [];
  });
}

const field = ({ path }: Placement): string => `${path}.external_id`;
const outcome = ({ orderId, error }: Placement): string =>
  orderId === null ? String(error) : `order ${orderId}`;

function scope(repeats: readonly Repeat[]): LearnedRow {
  const trials = repeats
    .filter(({ placement, differs: isOther }) => placement.orderId !== null && isOther === false)
    .map(({ first, placement }): Trial => {
      const crossing =
        first.kind === placement.kind && first.call.key === placement.call.key
          ? ''
          : ' across keys or kinds of requests';
      return {
        exchange: placement.call.label,
        field: field(placement),
        observed: outcome(placement) + crossing,
        assumed: `order ${first.orderId}`,
        holds: placement.orderId === first.orderId,
      };
    });
  return fromTrials('idempotency_scope', trials);
}

function mismatch({ assumed }: Knowledge, repeats: readonly Repeat[]): LearnedRow {
  const sightings = repeats.flatMap(({ first, placement, differs: isOther }): Sighting[] => {
    if (isOther !== true) return [];
    const value =
      placement.orderId === first.orderId
        ? 'replay'
        : placement.error === 'EXTERNAL_ID_INVALID'
          ? 'reject'
          : null;
    const observed = outcome(placement);
    return value === null
      ? []
      : [{ exchange: placement.call.label, field: field(placement), value, observed }];
  });
  return fromSightings('idempotency_mismatch', assumed, sightings);
}

/** An external_id can be used after a refusal. */
function failures({ placements }: Knowledge): LearnedRow {
  const refused = new Set<string>();
  const trials = placements.flatMap((placement): Trial[] => {
    const { externalId, orderId, isRepeat, call } = placement;
    if (externalId === null) return [];
    if (orderId === null) {
      refused.add(externalId);
      return [];
    }
    const wasRefused = refused.delete(externalId);
    if (!wasRefused || isRepeat === null) return [];
    const observed = isRepeat ? 'idempotent' : 'a new order';
    return [
      { exchange: call.label, field: field(placement), observed, assumed: 'a new order', holds: !isRepeat },
    ];
  });
  return fromTrials('idempotency_failures', trials);
}

/** Of identical requests, only one makes an order. */
function oneCommit({ placements }: Knowledge): LearnedRow {
  const made = new Map<string, Placement>();
  const trials = placements.flatMap((placement): Trial[] => {
    const { externalId, orderId, call } = placement;
    if (externalId === null || orderId === null) return [];
    const first = made.get(externalId);
    if (!first) {
      made.set(externalId, placement);
      return [];
    }
    const overlaps = first.call.endMs !== null && call.atMs !== null && first.call.endMs > call.atMs;
    const holds = first.orderId === orderId;
    if (holds && !overlaps) return [];
    return [
      {
        exchange: call.label,
        field: field(placement),
        observed: outcome(placement),
        assumed: outcome(first),
        holds,
      },
    ];
  });
  return fromTrials('one_commit', trials);
}

function bulkRepeats(repeats: readonly Repeat[]): LearnedRow {
  const trials = repeats
    .filter(({ placement, differs: isOther }) => placement.kind === 'bulk' && isOther === false)
    .map(
      ({ first, placement }): Trial => ({
        exchange: placement.call.label,
        field: field(placement),
        observed: outcome(placement),
        assumed: `order ${first.orderId}`,
        holds: placement.orderId === first.orderId,
      }),
    );
  return fromTrials('bulk_repeats', trials);
}

const bulkCalls = ({ judged }: Knowledge): readonly ServiceCall[] =>
  judged.filter(({ call }) => call.operation === 'createOrdersBulk').map(({ call }) => call);

function refusalBody(knowledge: Knowledge): LearnedRow {
  const sightings = bulkCalls(knowledge)
    .filter(({ status }) => status === 422)
    .map(({ label, data }): Sighting => {
      const hasResults = Array.isArray(data?.results);
      const observed = hasResults ? 'data.results' : 'no results';
      return { exchange: label, field: 'body', value: hasResults ? 'with_results' : 'error_only', observed };
    });
  return fromSightings('bulk_refusal_body', knowledge.assumed, sightings);
}

/** The status that belongs to the results of a bulk request. */
function outcomeStatus(results: readonly Fields[]): number {
  const failed = results.filter(({ status }) => status === 'failed').length;
  if (failed === 0) return 202;
  return failed < results.length ? 207 : 422;
}

function bulkOutcome(knowledge: Knowledge): LearnedRow {
  const trials = bulkCalls(knowledge).flatMap((call): Trial[] => {
    const results = Array.isArray(call.data?.results) ? call.data.results.filter(isFields) : [];
    if (results.length === 0) return [];
    const isInOrder = results.every(({ index }, position) => index === position);
    const assumed = outcomeStatus(results);
    return [
      {
        exchange: call.label,
        field: 'status, body.data.results',
        observed: `${call.status}, ${isInOrder ? 'in order' : 'not in order'}`,
        assumed: `${assumed}, in order`,
        holds: isInOrder && call.status === assumed,
      },
    ];
  });
  return fromTrials('bulk_outcome', trials);
}

/** Repeated external_ids, and the responses to bulk requests. */
export const learnRepeats: Learner = knowledge => {
  const repeats = repeatsOf(knowledge);
  return [
    scope(repeats),
    mismatch(knowledge, repeats),
    failures(knowledge),
    oneCommit(knowledge),
    bulkRepeats(repeats),
    refusalBody(knowledge),
    bulkOutcome(knowledge),
  ];
};
