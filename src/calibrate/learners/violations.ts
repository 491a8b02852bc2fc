import type { JudgedCall, Knowledge } from '../knowledge.ts';
import { isFields, type ServiceCall } from '../recording.ts';
import { fromTrials, shown, type Trial } from '../verdicts.ts';
import { answerText, answerTrial } from './answers.ts';
import type { Learner } from './learner.ts';

/** The row about a violation: by its error code, and for some codes by what is wrong. */
const ROW_OF_CODE: Readonly<Record<string, string>> = {
  EXTERNAL_ID_INVALID: 'external_id_errors',
  PRODUCT_REQUIRED: 'selector_errors',
  PRODUCT_SELECTOR_CONFLICT: 'selector_errors',
  PACKAGE_NOT_FOUND: 'package_errors',
  INVALID_TRON_ADDRESS: 'address_errors',
  ID_REQUIRED: 'status_selectors',
};

type Violation = JudgedCall['violations'][number];

/** A request or an item of a bulk request with its violations, and the code that it was refused with. */
interface Subject {
  readonly call: ServiceCall;
  readonly path: string;
  readonly violations: readonly Violation[];
  /** Null if it was accepted. */
  readonly code: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The items of a bulk request that broke rules. */
function itemsOf({ call, violations }: JudgedCall): Subject[] {
  const results = Array.isArray(call.data?.results) ? call.data.results.filter(isFields) : [];
  const orders = isFields(call.body) && Array.isArray(call.body.orders) ? call.body.orders : [];
  return results.flatMap(result => {
    const index = result.index as number;
    const own = violations.filter(({ item }) => item === index);
    if (own.length === 0) return [];
    const code = typeof result.error === 'string' ? result.error : null;
    const fields = isFields(orders[index]) ? orders[index] : {};
    return [{ call, path: `body.data.results[${index}].error`, violations: own, code, fields }];
  });
}

/** What broke rules. Requests that may have been answered for another reason are left out. */
function subjectsOf({ judged, placements }: Knowledge): Subject[] {
  const used = new Set(
    placements.filter(({ orderId }) => orderId !== null).map(({ externalId }) => externalId),
  );
  return judged.flatMap(one => {
    const { call, violations, unknown } = one;
    const whole = violations.filter(({ item }) => item === undefined);
    const isUnreadable = call.problem !== null || unknown.length > 0;
    if (isUnreadable) return [];
    if (whole.length === 0) return itemsOf(one);
    const fields = isFields(call.body) ? call.body : call.query;
    // The order of a used external_id is returned whatever else the request has.
    if (used.has(fields.external_id as string) && call.operation === 'createOrder') return [];
    return [{ call, path: 'error', violations: whole, code: call.error, fields }];
  });
}

const isText = ({ fields }: Subject, name: string): boolean => typeof fields[name] === 'string';

/** The row that a violation puts to the test; null if there is none. */
function rowOf(subject: Subject, { error, path }: Violation): string | null {
  const { call } = subject;
  if (error === 'INVALID_JSON') {
    if (path.endsWith('has_usdt')) return 'has_usdt';
    return call.operation === 'createOrdersBulk' ? 'bulk_shape' : null;
  }
  const isCoercion = error === 'PRODUCT_REQUIRED' && call.method === 'POST';
  if (isCoercion && (isText(subject, 'package_id') || isText(subject, 'energy_amount'))) return 'no_coercion';
  return ROW_OF_CODE[error] ?? null;
}

function trialOf(subject: Subject, { error }: Violation, holds: boolean): Trial {
  return {
    exchange: subject.call.label,
    field: subject.path,
    observed: subject.code ?? answerText(subject.call),
    assumed: error,
    holds,
  };
}

/**
 * Each refusal tests the rule that is assumed to come first, and if several rules were broken, the order of the checks.
 */
function trialsOf(subjects: readonly Subject[]): Map<string, Trial[]> {
  const trials = new Map<string, Trial[]>();
  const add = (row: string | null, trial: Trial): void => {
    if (row !== null) trials.set(row, [...(trials.get(row) ?? []), trial]);
  };
  for (const subject of subjects) {
    const [first, ...others] = subject.violations;
    const isFirst = subject.code === first!.error;
    const codes = others.filter(({ error }) => error !== first!.error);
    const isOther = codes.some(({ error }) => error === subject.code);
    if (codes.length > 0 && (isFirst || isOther)) add('order_of_checks', trialOf(subject, first!, isFirst));
    if (!isOther) add(rowOf(subject, first!), trialOf(subject, first!, isFirst));
  }
  return trials;
}

/** Requests that break a rule of their path or method and have no key: the path comes first. */
function headTrials({ recording, contract, acceptedKeys }: Knowledge): Trial[] {
  // Some tools leave credentials out of their files.
  if (acceptedKeys.has(null)) return [];
  const paths = new Set(contract.operations.map(({ path }) => path));
  return recording.calls.flatMap(call => {
    if (call.key !== null || call.operation !== null || call.status === null || call.method === 'OPTIONS')
      return [];
    const assumed = paths.has(call.path) ? 405 : 404;
    if (![401, assumed].includes(call.status)) return [];
    return [answerTrial(call, 'status', String(assumed), call.status === assumed)];
  });
}

/** `id` wins over `external_id`. */
function bothSelectors({ judged }: Knowledge): Trial[] {
  return judged.flatMap(({ call }) => {
    const { id, external_id: externalId } = call.query;
    if (call.operation !== 'getOrderStatus' || call.status !== 200 || !id || !externalId) return [];
    if (call.data?.external_id === externalId) return [];
    const observed = `id ${shown(call.data?.id)}`;
    const holds = call.data?.id === Number(id);
    return [{ exchange: call.label, field: 'body.data.id', observed, assumed: `id ${id}`, holds }];
  });
}

/** Status queries for orders that do not exist. */
function notFound({ judged }: Knowledge): Trial[] {
  const calls = judged.filter(({ violations }) => violations.length === 0).map(({ call }) => call);
  return calls
    .filter(({ operation, status }) => operation === 'getOrderStatus' && status === 404)
    .map(call => answerTrial(call, 'error', '404 NOT_FOUND', call.error === 'NOT_FOUND'));
}

/** The last of several values of a parameter counts: the response to a quote shows which one was used. */
function repeatedTrials({ recording }: Knowledge): Trial[] {
  return recording.calls.flatMap(call => {
    if (call.operation !== 'getQuote' || call.status !== 200) return [];
    return Object.entries(call.repeated).flatMap(([name, values]) => {
      const used = call.data?.[name];
      const isTelling = new Set(values).size === values.length && values.includes(String(used));
      if (!isTelling) return [];
      const last = values.at(-1)!;
      return [
        {
          exchange: call.label,
          field: `query.${name}`,
          observed: shown(used),
          assumed: last,
          holds: String(used) === last,
        },
      ];
    });
  });
}

const ROWS = [
  'order_of_checks',
  'external_id_errors',
  'selector_errors',
  'package_errors',
  'address_errors',
  'no_coercion',
  'has_usdt',
  'status_selectors',
  'bulk_shape',
  'repeated_parameter',
] as const;

/** Which error code answers which broken rule, and which of several comes first. */
export const learnViolations: Learner = knowledge => {
  const trials = trialsOf(subjectsOf(knowledge));
  const extra: Partial<Record<(typeof ROWS)[number], readonly Trial[]>> = {
    order_of_checks: headTrials(knowledge),
    status_selectors: [...bothSelectors(knowledge), ...notFound(knowledge)],
    repeated_parameter: repeatedTrials(knowledge),
  };
  return ROWS.map(row => fromTrials(row, [...(trials.get(row) ?? []), ...(extra[row] ?? [])]));
};
