import { isObject } from '../../core/domain/json.ts';
import {
  type AnalyzedRecording,
  answerText,
  isPreflight,
  itemsOf,
  type JudgedCall,
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
  /** How its external_ids were used before; one for each order or item that was accepted. */
  readonly uses: readonly Use[];
}

/** An accepted order or item, and what happened with its external_id before. */
interface Use {
  readonly path: string;
  readonly isRepeat: boolean;
  readonly wasRefused: boolean;
}

/** The fields that a row is about, if an exchange puts it to the test; null if it does not. */
type Test = (exchange: CheckedExchange) => RegExp | null;

const OUTCOME = /^(status|body\.error)$/;
/** For an exchange that confirms a row by itself. */
const NOTHING = /^$/;
const when = (holds: boolean, fields: RegExp): RegExp | null => (holds ? fields : null);

/** True if a parameter was given more than once. */
const isRepeated = ({ search, query }: ServiceCall): boolean =>
  new URLSearchParams(search).size > Object.keys(query).length;

const isOk = ({ call, sandbox }: CheckedExchange, operation: ServiceCall['operation']): boolean =>
  call.operation === operation && call.status === 200 && sandbox.status === 200;

const differsIn = ({ found }: CheckedExchange, fields: RegExp): boolean =>
  found.some(({ field }) => fields.test(field));

/** True for a quote of, or an order for, a package or a custom amount. */
function isAskedFor({ call }: CheckedExchange, selector: 'package_id' | 'energy_amount'): boolean {
  const asked = call.operation === 'getQuote' ? call.query : call.body;
  return isObject(asked) && asked[selector] != null;
}

const DURATION = /^(status|body\.error|body\.data\.duration_minutes)$/;

/** The statuses of the results of a bulk request, in the order of its items. */
const states = (results: readonly Fields[]): string =>
  results
    .map(({ index, status }) => `${index} ${status}`)
    .sort()
    .join();

/** True if the results of a bulk request are not in the order of its items, so that they cannot be compared. */
const isShuffled = ({ found }: Pick<CheckedExchange, 'found'>): boolean =>
  found.some(({ field }) => /\.results\[\d+\]\.index$/.test(field));

/** The results of accepted items that are repeats. */
function repeatedItems(exchange: CheckedExchange): RegExp | null {
  const indices = exchange.uses.flatMap(({ path, isRepeat }) => (isRepeat ? (/\d+/.exec(path) ?? []) : []));
  const fields = new RegExp(`^body\\.data\\.results\\[(${indices.join('|')})\\]`);
  return when(indices.length > 0 && !isShuffled(exchange), fields);
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
    when(
      call.operation === null &&
        call.key === null &&
        !lacksSlash &&
        !isPreflight(call) &&
        [401, 404, 405].includes(call.status!),
      /^status$/,
    ),
  rate_headers_everywhere: ({ call }) =>
    when(call.status! >= 300 && showsHeaders(call) && !isPreflight(call), /^x-ratelimit-/),
  key_errors: ({ call, sandbox, knowsPath }) =>
    when(knowsPath && (call.status === 401 || sandbox.status === 401), OUTCOME),
  bulk_statuses: ({ call }) => {
    if (call.operation !== 'createOrdersBulk') return null;
    if ([402, 404, 413].includes(call.status!)) return OUTCOME;
    const codes = resultsOf(call).map(({ error }) => String(error));
    const isOfItem = codes.some(code => ['INSUFFICIENT_BALANCE', 'PACKAGE_NOT_FOUND'].includes(code));
    return when(isOfItem, NOTHING);
  },
  repeated_parameter: exchange =>
    when(
      isOk(exchange, 'getQuote') && isRepeated(exchange.call),
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
  // Without a transfer of USDT, the amount is a setting.
  estimate_amounts: exchange => {
    const isTransfer = isObject(exchange.call.body) && exchange.call.body.has_usdt !== false;
    return when(
      isOk(exchange, 'createEstimate'),
      isTransfer ? /^body\.data\.(estimated_energy|recommended_package)/ : /^body\.data\.recommended_package/,
    );
  },
  status_lookup: ({ call }) =>
    when(call.operation === 'getOrderStatus' && call.status === 404, /^(status|body\.error|body\.data\.id)$/),
  order_fields: exchange =>
    when(isOk(exchange, 'getOrderStatus') && !differsIn(exchange, /^body\.data\.status$/), ORDER_FIELDS),
  idempotency_scope: exchange =>
    exchange.call.operation === 'createOrder'
      ? when(
          exchange.uses.some(({ isRepeat }) => isRepeat),
          /^(status|body\.data\.(order_id|idempotent))$/,
        )
      : repeatedItems(exchange),
  idempotency_failures: ({ call, uses }) =>
    when(
      call.operation === 'createOrder' && uses.some(({ isRepeat, wasRefused }) => wasRefused && !isRepeat),
      OUTCOME,
    ),
  bulk_repeats: repeatedItems,
  bulk_outcome: ({ call, sandbox }) => {
    const results = resultsOf(call);
    const isAlike =
      results.length > 0 && states(results) === states(resultsOf({ ...call, data: dataOf(sandbox) }));
    return when(isAlike, /^(status|body\.data\.results\[\d+\]\.index)$/);
  },
};

const ORDER_FIELDS = /^body\.data\.(txid|delivered_at|completed_at|refunded)$/;

const errorOf = ({ body }: ReplayAnswer): unknown => (isObject(body) ? body.error : undefined);

/** The row about a violation: by its error code, and for some codes by what is wrong. */
const ROW_OF_CODE: Readonly<Record<string, string>> = {
  EXTERNAL_ID_INVALID: 'external_id_errors',
  PRODUCT_REQUIRED: 'selector_errors',
  PRODUCT_SELECTOR_CONFLICT: 'selector_errors',
  PACKAGE_NOT_FOUND: 'package_errors',
  INVALID_TRON_ADDRESS: 'address_errors',
  ID_REQUIRED: 'status_lookup',
};

type Violation = JudgedCall['violations'][number];

/** @param fields the fields of the request or item that broke a rule */
function rowOf(
  { operation, problem, body, method }: ServiceCall,
  { error, path }: Violation,
  fields: Fields,
) {
  if (problem?.includes('deeper')) return 'json_depth';
  if (problem !== null || (method === 'POST' && !isObject(body))) return 'invalid_json';
  if (error === 'INVALID_JSON' && path.endsWith('has_usdt')) return 'has_usdt';
  if (error === 'INVALID_JSON') return operation === 'createOrdersBulk' ? 'bulk_shape' : null;
  const isText = typeof fields.package_id === 'string' || typeof fields.energy_amount === 'string';
  if (error === 'PRODUCT_REQUIRED' && method === 'POST' && isText) return 'no_coercion';
  return ROW_OF_CODE[error] ?? null;
}

/** A row that an exchange puts to the test, and where the sandbox differs in what the row is about. */
type Result = readonly [row: string, difference: FieldDifference | undefined];

/**
 * Of several broken rules, the first decides. If the service reports another of them, their order differs.
 * @param code that the service reported; null if it reported none
 */
function violationResults(
  call: ServiceCall,
  violations: readonly Violation[],
  fields: Fields,
  code: unknown,
  difference: FieldDifference | undefined,
): Result[] {
  const [first, ...others] = violations;
  const isOther = code !== first!.error && others.some(({ error }) => error === code);
  if (isOther) return [['order_of_checks', difference]];
  const row = rowOf(call, first!, fields);
  const own: Result[] = row === null ? [] : [[row, difference]];
  const isInOrder = !difference && others.some(({ error }) => error !== first!.error);
  return isInOrder ? [['order_of_checks', undefined], ...own] : own;
}

/** The rows about violations of the description. Requests that may have been answered for another reason are left out. */
function resultsOfViolations({ call, judged, found, uses }: CheckedExchange): Result[] {
  // A used external_id returns its order, whatever else the request contains.
  if (!judged || judged.unknown.length > 0 || (call.operation === 'createOrder' && uses.length > 0))
    return [];
  const whole = judged.violations.filter(({ item }) => item === undefined);
  if (whole.length > 0) {
    const fields = isObject(call.body) ? call.body : call.query;
    return violationResults(
      call,
      whole,
      fields,
      call.error,
      found.find(({ field }) => OUTCOME.test(field)),
    );
  }
  if (isShuffled({ found }) || found.some(({ field }) => field === 'status')) return [];
  return resultsOf(call).flatMap(({ index, error }) => {
    const own = judged.violations.filter(({ item }) => item === index);
    const fields = itemsOf(call)[index as number];
    const difference = found.find(({ field }) => field.startsWith(`body.data.results[${index}].`));
    return own.length === 0
      ? []
      : violationResults(call, own, isObject(fields) ? fields : {}, error, difference);
  });
}

function checkedExchanges(
  { paths, judgedOf, orderRequests }: AnalyzedRecording,
  compared: readonly Compared[],
): CheckedExchange[] {
  const uses = usesOf(orderRequests);
  return compared.flatMap(({ call, sandbox, found }) =>
    call && sandbox
      ? [
          {
            call,
            sandbox,
            found,
            judged: judgedOf.get(call),
            knowsPath: paths.has(call.path),
            lacksSlash: !paths.has(call.path) && paths.has(`${call.path}/`),
            uses: uses.get(call) ?? [],
          },
        ]
      : [],
  );
}

function usesOf(orderRequests: AnalyzedRecording['orderRequests']): ReadonlyMap<ServiceCall, readonly Use[]> {
  const firsts = new Map<string, ServiceCall>();
  const refused = new Set<string>();
  const uses = new Map<ServiceCall, Use[]>();
  for (const { call, path, externalId, orderId } of orderRequests) {
    if (externalId === null) continue;
    if (orderId === null) {
      refused.add(externalId);
      continue;
    }
    const first = firsts.get(externalId);
    const use = { path, isRepeat: first !== undefined, wasRefused: refused.has(externalId) };
    uses.set(call, [...(uses.get(call) ?? []), use]);
    if (!first) firsts.set(externalId, call);
  }
  return uses;
}

const checkOf = (label: string, holding: string, difference: FieldDifference | undefined): Check =>
  difference
    ? check(label, difference.field, difference.observed, difference.sandbox, false)
    : check(label, 'status', holding, holding);

/** Failures are not compared: whether the service has one is nothing that it does on purpose. */
function serverErrors({ recording }: AnalyzedRecording): LearnedRow {
  const failures = recording.calls.filter(
    ({ status, hasWholeAnswer }) => status !== null && status >= 500 && hasWholeAnswer,
  );
  const checks = failures.map(call =>
    check(call.label, 'status', answerText(call), '503 SERVICE_UNAVAILABLE'),
  );
  return fromChecks('server_errors', checks);
}

/** Judges the rows that cannot be set, by the exchanges of a replay with the learned settings. */
export function checkFixedRows(
  analyzed: AnalyzedRecording,
  compared: readonly Compared[],
): readonly LearnedRow[] {
  const checks = new Map<string, Check[]>();
  const add = (row: string, check: Check): void => {
    checks.set(row, [...(checks.get(row) ?? []), check]);
  };
  for (const exchange of checkedExchanges(analyzed, compared)) {
    const { call, found } = exchange;
    const hasOtherStatus = found.some(({ field }) => field === 'status');
    const ofTests = Object.entries(TESTS).flatMap(([row, test]): Result[] => {
      const fields = test(exchange);
      // If the statuses differ, nothing else was compared.
      if (!fields || (hasOtherStatus && !fields.test('status'))) return [];
      return [[row, found.find(({ field }) => fields.test(field))]];
    });
    for (const [row, difference] of [...ofTests, ...resultsOfViolations(exchange)])
      add(row, checkOf(call.label, answerText(call), difference));
  }
  for (const { call, label, found } of compared) {
    if (call || found.some(({ field }) => field === 'delivery')) continue;
    const difference = found.find(({ field }) => ORDER_FIELDS.test(field));
    add('order_fields', checkOf(label, 'as in the sandbox', difference));
  }
  return [serverErrors(analyzed), ...[...checks].map(([row, own]) => fromChecks(row, own))];
}
