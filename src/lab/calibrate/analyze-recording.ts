import type { Contract } from '../../contract/contract-types.ts';
import type { Settings } from '../../core/domain/assumptions.ts';
import { isObject } from '../../core/domain/json.ts';
import {
  type Fields,
  integerOf,
  type Recording,
  type ServiceCall,
  type WebhookDelivery,
} from './read-recording.ts';

export const answerText = ({ status, error }: Pick<ServiceCall, 'status' | 'error'>): string =>
  status === null ? 'no response' : error === null ? String(status) : `${status} ${error}`;

/** Failures of the service and of the network say nothing about its rules. */
export const isAnswered = ({ status }: ServiceCall): boolean =>
  status !== null && status < 500 && status !== 429;

export const isPreflight = ({ method, headers }: ServiceCall): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** False if the tool recorded no headers of the response. */
export const showsHeaders = ({ answerHeaders }: ServiceCall): boolean =>
  Object.keys(answerHeaders).length > 0;

export const isPlacing = ({ operation }: ServiceCall): boolean =>
  operation === 'createOrder' || operation === 'createOrdersBulk';

export const itemsOf = ({ body }: ServiceCall): readonly unknown[] =>
  isObject(body) && Array.isArray(body.orders) ? body.orders : [];

export const resultsOf = ({ operation, data }: ServiceCall): readonly Fields[] =>
  operation === 'createOrdersBulk' && Array.isArray(data?.results) ? data.results.filter(isObject) : [];

interface OrderRequest {
  readonly call: ServiceCall;
  /** The position of the item in a bulk request; null for a single order. */
  readonly item: number | null;
  readonly fields: Fields;
  readonly externalId: string | null;
  /** The order, if it was accepted. */
  readonly orderId: number | null;
  /** True if the order existed before: the service said so, or it was accepted earlier in the recording. */
  readonly isRepeat: boolean;
  readonly error: string | null;
}

function outcomesOf(call: ServiceCall): (readonly [item: number | null, orderId: unknown, error: unknown])[] {
  const { operation, status, data, error } = call;
  if (operation === 'createOrder')
    return status === null ? [] : [[null, status === 200 || status === 202 ? data?.order_id : null, error]];
  // If a request with a single item was refused without results, the item failed with the code of the response.
  if (operation === 'createOrdersBulk' && !data)
    return itemsOf(call).length === 1 && status === 422 ? [[0, null, error]] : [];
  return resultsOf(call).map(({ index, status: state, order, error: code }) => [
    index as number,
    state === 'accepted' && isObject(order) ? order.id : null,
    code,
  ]);
}

function orderRequestsOf(calls: readonly ServiceCall[]): readonly OrderRequest[] {
  const known = new Set<number>();
  return calls.flatMap(call =>
    outcomesOf(call).flatMap(([item, order, code]): OrderRequest[] => {
      const fields = item === null ? call.body : itemsOf(call)[item];
      const orderId = integerOf(order);
      const error = orderId === null && typeof code === 'string' ? code : null;
      if (!isObject(fields) || (orderId === null && error === null)) return [];
      const externalId = typeof fields.external_id === 'string' ? fields.external_id : null;
      const isRepeat = orderId !== null && (known.has(orderId) || call.data?.idempotent === true);
      if (orderId !== null) known.add(orderId);
      return [{ call, item, fields, externalId, orderId, isRepeat, error }];
    }),
  );
}

interface JudgedCall {
  readonly isValid: boolean;
  /** The fields and parameters that the description does not define. */
  readonly unknown: readonly string[];
}

export interface OrderView {
  readonly label: string;
  readonly atMs: number | null;
  readonly orderId: number;
  readonly fields: Fields;
  readonly webhook: WebhookDelivery | null;
}

/** The recording, and what follows from it without assuming any setting. All learners work on it. */
export interface AnalyzedRecording {
  readonly recording: Recording;
  readonly assumed: Settings;
  /** The keys that the service accepted at least once. */
  readonly acceptedKeys: ReadonlySet<string | null>;
  /** The calls whose content the service judged, as it did not refuse them before reading it. */
  readonly judged: ReadonlyMap<ServiceCall, JudgedCall>;
  readonly paths: ReadonlySet<string>;
  readonly orderRequests: readonly OrderRequest[];
  readonly views: readonly OrderView[];
  /** The recipients that were refused as not activated, and never accepted. */
  readonly inactive: readonly string[];
}

/** Statuses of refusals that come before the content of a request matters. */
const BEFORE_CONTENT: readonly number[] = [401, 403, 405, 413, 429];

const reachedContent = ({ operation, status, answer }: ServiceCall): boolean =>
  operation !== null &&
  status !== null &&
  status < 500 &&
  !(status >= 300 && status < 400) &&
  !BEFORE_CONTENT.includes(status) &&
  isObject(answer);

function judge(call: ServiceCall, contract: Contract): JudgedCall {
  if (!call.isJson) return { isValid: false, unknown: [] };
  const operation = contract.byId(call.operation!);
  const parts = { query: call.query, body: call.body };
  return {
    isValid: operation.check(parts).length === 0,
    unknown: operation.unknown(parts).map(({ path }) => path),
  };
}

const viewsOf = ({ calls, webhooks }: Recording): OrderView[] => [
  ...calls.flatMap(({ operation, status, data, label, atMs }) =>
    operation === 'getOrderStatus' && status === 200 && data && Number.isSafeInteger(data.id)
      ? [{ label, atMs, orderId: data.id as number, fields: data, webhook: null }]
      : [],
  ),
  ...webhooks.map(webhook => {
    const { label, atMs, orderId, order } = webhook;
    return { label, atMs, orderId, fields: order, webhook };
  }),
];

export function analyzeRecording(
  recording: Recording,
  contract: Contract,
  assumed: Settings,
): AnalyzedRecording {
  const { calls } = recording;
  const orderRequests = orderRequestsOf(calls);
  const served = new Set(
    orderRequests.flatMap(({ orderId, fields }) => (orderId === null ? [] : fields.address)),
  );
  const inactive = orderRequests.flatMap(({ error, fields: { address } }) =>
    error === 'ADDRESS_NOT_ACTIVE' && typeof address === 'string' && !served.has(address) ? [address] : [],
  );
  const accepted = calls.filter(
    ({ operation, status, isBearer }) =>
      operation !== null && status !== null && status < 500 && status !== 401 && status !== 405 && isBearer,
  );
  // A body that was not stored cannot be judged.
  const judged = calls.filter(call => reachedContent(call) && (call.method === 'GET' || call.text !== null));
  return {
    recording,
    assumed,
    acceptedKeys: new Set(accepted.map(({ key }) => key)),
    judged: new Map(judged.map(call => [call, judge(call, contract)])),
    paths: new Set(contract.operations.map(({ path }) => path)),
    orderRequests,
    views: viewsOf(recording),
    inactive: [...new Set(inactive)],
  };
}
