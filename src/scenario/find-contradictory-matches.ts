import { DEFAULT_SETTINGS, MAX_ATTEMPTS } from '../domain/assumptions.ts';
import { OPERATION_IDS, type OperationId } from '../domain/operations.ts';
import { describeRange, type Range } from './conditions.ts';
import { isLimited } from './match-containment.ts';
import { type AnyMatch, type AnyRule, dubious, impossible, type Mistake } from './mistake.ts';
import type { Path } from './problem-messages.ts';
import type { ScenarioDraft } from './scenario-types.ts';

/** The largest number of items in a bulk request (specification: POST /api/v1/orders/bulk/). */
const MAX_BULK_ITEMS = 50;

type Field = Exclude<keyof AnyMatch, 'operations' | 'nth' | 'probability' | 'key' | 'account'>;

/** The name of each condition in files. */
const NAMES: Readonly<Record<Field, string>> = {
  externalId: 'external_id',
  address: 'address',
  packageId: 'package_id',
  energyAmount: 'energy_amount',
  orderAgeMs: 'order_age',
  item: 'item',
  repeat: 'repeat',
  event: 'event',
  attempt: 'attempt',
};

const SUBJECT: readonly Field[] = ['externalId', 'address', 'packageId', 'energyAmount'];

/** The conditions that can hold for each operation: its fields, and those of the order that it concerns. */
const KNOWN: Readonly<Record<OperationId, readonly Field[]>> = {
  getQuote: ['packageId', 'energyAmount'],
  createEstimate: ['address'],
  createOrder: [...SUBJECT, 'orderAgeMs', 'item', 'repeat'],
  getOrderStatus: [...SUBJECT, 'orderAgeMs'],
  getBalance: [],
  createOrdersBulk: [],
};

const BULK_HINT = '; the items of a bulk request match createOrder';

/** The conditions of a match that need a fact which an operation may lack. `repeat: false` holds without one. */
const demanded = (match: AnyMatch): Field[] =>
  (Object.keys(NAMES) as Field[]).filter(
    field => match[field] !== undefined && !(field === 'repeat' && match.repeat === false),
  );

/** Finds operations for which a condition of the match never holds. */
function checkOperations(match: AnyMatch, path: Path): Mistake[] {
  const { operations } = match;
  if (!operations) return [];
  return demanded(match).flatMap(field => {
    const lacking = operations.filter(operation => !KNOWN[operation].includes(field));
    if (lacking.length === 0) return [];
    const having = OPERATION_IDS.filter(operation => KNOWN[operation].includes(field));
    const hint = lacking.includes('createOrdersBulk') ? BULK_HINT : '';
    const message = `${lacking.join(' and ')} never ${lacking.length > 1 ? 'have' : 'has'} ${NAMES[field]}, so this rule never applies to ${lacking.length > 1 ? 'them' : 'it'}; ${NAMES[field]} is known for ${having.join(' and ')} only${hint}`;
    const at = [...path, NAMES[field]];
    return [lacking.length === operations.length ? impossible(at, message) : dubious(at, message)];
  });
}

/** True if no number is in the range. */
const isEmpty = ({ min = 1, max, every }: Range): boolean =>
  every !== undefined && max !== undefined && Math.ceil(min / every) * every > max;

function checkRanges(match: AnyMatch, path: Path): Mistake[] {
  const ranges: Record<string, Range | undefined> = {
    nth: match.nth,
    item: match.item,
    attempt: match.attempt,
  };
  return Object.entries(ranges).flatMap(([name, range]) =>
    range && isEmpty(range)
      ? [
          impossible(
            [...path, name],
            `no number is ${describeRange(range)}, so this rule never applies; change every, min or max`,
          ),
        ]
      : [],
  );
}

const countOf = ({ min = 1, max = Number.POSITIVE_INFINITY, every = 1 }: Range): number =>
  Math.floor(max / every) - Math.ceil(min / every) + 1;

/** Finds nth, times, per and probability that keep the rule from applying, or have no effect. */
function checkCounts({ match, times, per }: AnyRule, path: Path): Mistake[] {
  const mistakes: Mistake[] = [];
  const { nth, probability } = match;
  if (probability === 0) {
    mistakes.push(
      impossible(
        [...path, 'match', 'probability'],
        'probability 0 means that this rule never applies; raise it, or remove the rule',
      ),
    );
  }
  if (nth && times !== undefined && per === 'account' && !isEmpty(nth) && countOf(nth) < times) {
    mistakes.push(
      dubious(
        [...path, 'times'],
        `times ${times} is never reached: nth lets the rule apply at most ${countOf(nth) === 1 ? 'once' : `${countOf(nth)} times`}; remove times, or widen nth`,
      ),
    );
  }
  if (per !== 'account' && !isLimited({ match, per, ...(times !== undefined && { times }) })) {
    mistakes.push(
      dubious(
        [...path, 'per'],
        `per has no effect without nth, times or probability; add one, or remove per`,
      ),
    );
  }
  return mistakes;
}

const CREATING: readonly OperationId[] = ['createOrder', 'createOrdersBulk'];

function checkRequestRule(rule: ScenarioDraft['requests'][number], path: Path): Mistake[] {
  const { match, commit } = rule;
  const at = [...path, 'match'];
  const mistakes = checkOperations(match, at);
  if ((match.item?.min ?? 1) > MAX_BULK_ITEMS) {
    mistakes.push(
      impossible([...at, 'item'], `a bulk request has at most ${MAX_BULK_ITEMS} items; use a smaller number`),
    );
  }
  const onlyOrders = match.operations?.every(operation => operation === 'createOrder');
  if (onlyOrders && match.orderAgeMs && match.repeat === false) {
    mistakes.push(
      impossible(
        [...at, 'order_age'],
        'a createOrder request that is not a repeat concerns no existing order, so order_age never holds; remove it, or set repeat: true',
      ),
    );
  }
  if (commit && match.operations && !match.operations.some(operation => CREATING.includes(operation))) {
    mistakes.push(
      dubious(
        [...path, 'commit'],
        `commit has no effect: ${match.operations.join(' and ')} changes nothing; remove commit, or match createOrder`,
      ),
    );
  }
  return mistakes;
}

function checkOrderRule({ match }: ScenarioDraft['orders'][number], path: Path): Mistake[] {
  if (!match.packageId || !match.energyAmount) return [];
  return [
    impossible(
      [...path, 'match', 'energy_amount'],
      'an order is for a package or for a custom amount, so package_id and energy_amount never hold together; remove one, or write two rules',
    ),
  ];
}

/** Finds attempts that are never made, or not with the retry delays that the scenario sets. */
function checkAttempt({ match }: AnyRule, path: Path, { given }: ScenarioDraft): Mistake[] {
  const first = match.attempt?.min ?? 1;
  const at = [...path, 'match', 'attempt'];
  if (first > MAX_ATTEMPTS) {
    return [impossible(at, `an event has at most ${MAX_ATTEMPTS} attempts; use a smaller number`)];
  }
  const set = given?.assumptions?.webhook_retry_delays_ms;
  const attempts = (Array.isArray(set) ? set : DEFAULT_SETTINGS.webhook_retry_delays_ms).length + 1;
  if (first <= attempts) return [];
  return [
    dubious(
      at,
      `with the retry delays in given.assumptions there are only ${attempts} attempts; use a smaller number, or add delays to webhook_retry_delays_ms`,
    ),
  ];
}

/** Finds matches that never hold, and parts of rules that have no effect. */
export function findContradictoryMatches(draft: ScenarioDraft): Mistake[] {
  const general = (point: string, rules: readonly AnyRule[]): Mistake[] =>
    rules.flatMap((rule, index) => [
      ...checkRanges(rule.match, [point, index, 'match']),
      ...checkCounts(rule, [point, index]),
    ]);
  return [
    ...general('requests', draft.requests),
    ...general('orders', draft.orders),
    ...general('webhooks', draft.webhooks),
    ...draft.requests.flatMap((rule, index) => checkRequestRule(rule, ['requests', index])),
    ...draft.orders.flatMap((rule, index) => checkOrderRule(rule, ['orders', index])),
    ...draft.webhooks.flatMap((rule, index) => checkAttempt(rule, ['webhooks', index], draft)),
  ];
}
