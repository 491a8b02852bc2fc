import { isObject } from '../../core/domain/json.ts';
import {
  type AnalyzedRecording,
  answerText,
  isPreflight,
  itemsOf,
  type JudgedCall,
  type OrderRequest,
  resultsOf,
  showsHeaders,
} from './analyzed-recording.ts';
import { type Compared, dataOf, type FieldDifference, type ReplayAnswer } from './compare-answers.ts';
import { type Check, check, fromChecks, type LearnedRow } from './learned-row.ts';
import type { Fields, ServiceCall } from './recording.ts';

/** An exchange of the replay, with what its request shows. */
interface CheckedExchange {
  readonly call: ServiceCall;
  readonly sandbox: ReplayAnswer;
  readonly found: readonly FieldDifference[];
  /** The call, judged by the description; undefined if the service did not read its content. */
  readonly judged: JudgedCall | undefined;
  readonly knowsPath: boolean;
  /** True for a path that only lacks its slash. */
  readonly lacksSlash: boolean;
  /** The order requests of the call that repeat an earlier one. */
  readonly repeats: readonly OrderRequest[];
}

const errorOf = ({ body }: ReplayAnswer): unknown => (isObject(body) ? body.error : undefined);

/** The fields that a row is about, if an exchange puts it to the test; null if it does not. */
type Test = (exchange: CheckedExchange) => RegExp | null;

const OUTCOME = /^(status|body\.error)$/;
const DURATION = /^(status|body\.error|body\.data\.duration_minutes)$/;
const ORDER_FIELDS = /^body\.data\.(txid|delivered_at|completed_at|refunded)$/;
const when = (holds: boolean, fields: RegExp): RegExp | null => (holds ? fields : null);

const isOk = ({ call, sandbox }: CheckedExchange, operation: ServiceCall['operation']): boolean =>
  call.operation === operation && call.status === 200 && sandbox.status === 200;

const differsIn = ({ found }: CheckedExchange, fields: RegExp): boolean =>
  found.some(({ field }) => fields.test(field));

/** True for a quote of, or an order for, a package or a custom amount. */
function isAskedFor({ call }: CheckedExchange, selector: 'package_id' | 'energy_amount'): boolean {
  const asked = call.operation === 'getQuote' ? call.query : call.body;
  return isObject(asked) && asked[selector] != null;
}

/**
 * The rows that cannot be set, besides those about violations of the description. The exchanges that put one to the test
 * confirm it if the sandbox answers like the service.
 */
const TESTS: Readonly<Record<string, Test>> = {
  unknown_path: ({ knowsPath, lacksSlash }) => when(!knowsPath && !lacksSlash, OUTCOME),
  other_methods: ({ call, knowsPath }) =>
    when(knowsPath && call.operation === null && !isPreflight(call), /^(status|body\.error|allow)$/),
  order_of_checks: ({ call, lacksSlash }) =>
    when(call.operation === null && call.key === null && !lacksSlash && !isPreflight(call), /^status$/),
  rate_headers_everywhere: ({ call }) =>
    when(call.status! >= 300 && showsHeaders(call) && !isPreflight(call), /^x-ratelimit-/),
  key_errors: ({ call, sandbox, knowsPath }) =>
    when(knowsPath && (call.status === 401 || sandbox.status === 401), OUTCOME),
  bulk_statuses: ({ call }) =>
    when(call.operation === 'createOrdersBulk' && [402, 404, 413].includes(call.status!), OUTCOME),
  repeated_parameter: exchange =>
    when(
      isOk(exchange, 'getQuote') &&
        new URLSearchParams(exchange.call.search).size > Object.keys(exchange.call.query).length,
      /^body\.data\.(package_id|energy_amount|duration_minutes)$/,
    ),
  custom_duration: exchange =>
    when(
      isAskedFor(exchange, 'energy_amount') &&
        (errorOf(exchange.sandbox) === 'CUSTOM_DURATION_UNAVAILABLE' || isOk(exchange, 'getQuote')),
      DURATION,
    ),
  // A package that was never sold is not among the settings.
  package_duration: exchange =>
    when(
      isAskedFor(exchange, 'package_id') &&
        errorOf(exchange.sandbox) !== 'PACKAGE_NOT_FOUND' &&
        (/DURATION/.test(exchange.call.error ?? '') || isOk(exchange, 'getQuote')),
      DURATION,
    ),
  // Another base price or discount is one of the settings.
  rounding: exchange =>
    when(
      isOk(exchange, 'getQuote') && !differsIn(exchange, /\.(base_price_trx|discount_percent)$/),
      /^body\.data\.(discount_trx|price_trx)$/,
    ),
  custom_quote_fields: exchange =>
    when(
      isOk(exchange, 'getQuote') && exchange.call.data?.type === 'custom',
      /^body\.data\.(package_id|name)$/,
    ),
  estimate_amounts: exchange =>
    when(isOk(exchange, 'createEstimate'), /^body\.data\.(estimated_energy|recommended_package)/),
  status_lookup: ({ call }) =>
    when(call.operation === 'getOrderStatus' && call.status === 404, /^(status|body\.error|body\.data\.id)$/),
  order_fields: exchange =>
    when(isOk(exchange, 'getOrderStatus') && !differsIn(exchange, /^body\.data\.status$/), ORDER_FIELDS),
  idempotency_scope: ({ call, repeats }) =>
    when(
      call.operation === 'createOrder' && repeats.length > 0,
      /^(status|body\.data\.(order_id|idempotent))$/,
    ),
  bulk_repeats: ({ call, repeats }) =>
    when(
      call.operation === 'createOrdersBulk' && repeats.length > 0,
      new RegExp(`^body\\.data\\.results\\[(${repeats.map(({ item }) => item).join('|')})\\]`),
    ),
  bulk_outcome: exchange =>
    when(
      resultsOf(exchange.call).length > 0 && !differsIn(exchange, /\.results\[\d+\]\.(status|error)$/),
      /\.results\[\d+\]\.index$/,
    ),
};

/** The row about a violation: by its error code, and for some codes by what is wrong. */
const ROW_OF_CODE: Readonly<Record<string, string>> = {
  EXTERNAL_ID_INVALID: 'external_id_errors',
  PRODUCT_REQUIRED: 'selector_errors',
  PRODUCT_SELECTOR_CONFLICT: 'selector_errors',
  PACKAGE_NOT_FOUND: 'package_errors',
  INVALID_TRON_ADDRESS: 'address_errors',
  ID_REQUIRED: 'status_lookup',
};

/** A request or item with violations, and the codes with which the service and the sandbox refused it. */
interface Refusal {
  readonly call: ServiceCall;
  readonly codes: ReadonlySet<unknown>;
  /** The fields of the request or item. */
  readonly fields: unknown;
  readonly observed: unknown;
  readonly sandbox: unknown;
  readonly difference: FieldDifference | undefined;
}

function rowOf({ call: { problem, method, body, operation }, fields, sandbox }: Refusal): string | null {
  if (problem?.includes('deeper')) return 'json_depth';
  if (problem !== null || (method === 'POST' && !isObject(body))) return 'invalid_json';
  if (sandbox === 'INVALID_JSON') return operation === 'createOrdersBulk' ? 'bulk_shape' : 'has_usdt';
  const { package_id: id, energy_amount: amount }: Fields = isObject(fields) ? fields : {};
  const isText = method === 'POST' && (typeof id === 'string' || typeof amount === 'string');
  if (sandbox === 'PRODUCT_REQUIRED' && isText) return 'no_coercion';
  return ROW_OF_CODE[String(sandbox)] ?? null;
}

/** The refusals for violations of the description. Requests that may have been refused for another reason are left out. */
function refusalsOf({ call, judged, sandbox, found }: CheckedExchange): Refusal[] {
  if (!judged || judged.unknown.length > 0) return [];
  const codesOf = (item: unknown) =>
    new Set<unknown>(judged.violations.filter(one => one.item === item).map(({ error }) => error));
  const whole: Refusal = {
    call,
    codes: codesOf(undefined),
    fields: isObject(call.body) ? call.body : call.query,
    observed: call.error,
    sandbox: errorOf(sandbox),
    difference: found.find(({ field }) => OUTCOME.test(field)),
  };
  const recorded = resultsOf(call);
  const items = resultsOf({ ...call, data: dataOf(sandbox) }).map(({ error }, index): Refusal => {
    const result = `body.data.results[${index}].`;
    return {
      call,
      codes: codesOf(index),
      fields: itemsOf(call)[index],
      observed: recorded[index]?.error,
      sandbox: error,
      difference: found.find(({ field }) => field.startsWith(result)),
    };
  });
  return [whole, ...(recorded.length > 0 ? items : [])].filter(one => one.codes.has(one.sandbox));
}

/** A row that an exchange puts to the test, and where the sandbox differs in what the row is about. */
type Result = readonly [row: string, difference: FieldDifference | undefined];

/** Of several violations, the first decides. If the service reports another of them, their order differs. */
function resultsOfRefusal(refusal: Refusal): Result[] {
  const { codes, observed, sandbox, difference } = refusal;
  if (observed !== sandbox && codes.has(observed)) return [['order_of_checks', difference]];
  const row = rowOf(refusal);
  return [
    ...(codes.size > 1 && !difference ? [['order_of_checks', difference] as const] : []),
    ...(row === null ? [] : [[row, difference] as const]),
  ];
}

function resultsOfTests(exchange: CheckedExchange): Result[] {
  const hasOtherStatus = differsIn(exchange, /^status$/);
  return Object.entries(TESTS).flatMap(([row, test]): Result[] => {
    const fields = test(exchange);
    // If the statuses differ, nothing else was compared.
    if (!fields || (hasOtherStatus && !fields.test('status'))) return [];
    return [[row, exchange.found.find(({ field }) => fields.test(field))]];
  });
}

const checkOf = (label: string, holding: string, difference: FieldDifference | undefined): Check =>
  difference
    ? check(label, difference.field, difference.observed, difference.sandbox)
    : check(label, 'status', holding, holding);

/** Judges the rows that cannot be set, by the exchanges of a replay with the learned settings. */
export function checkFixedRows(
  analyzed: AnalyzedRecording,
  compared: readonly Compared[],
): readonly LearnedRow[] {
  const { paths, judgedOf, orderRequests } = analyzed;
  const checks = new Map<string, Check[]>();
  for (const { call, sandbox, found } of compared) {
    if (!call || !sandbox) continue;
    const knowsPath = paths.has(call.path);
    const exchange: CheckedExchange = {
      call,
      sandbox,
      found,
      judged: judgedOf.get(call),
      knowsPath,
      lacksSlash: !knowsPath && paths.has(`${call.path}/`),
      repeats: orderRequests.filter(one => one.call === call && one.isRepeat),
    };
    const results = [...resultsOfTests(exchange), ...refusalsOf(exchange).flatMap(resultsOfRefusal)];
    for (const [row, difference] of results)
      checks.set(row, [...(checks.get(row) ?? []), checkOf(call.label, answerText(call), difference)]);
  }
  return [...checks].map(([row, own]) => fromChecks(row, own));
}
