import type { Contract, Violation } from '../../contract/types.ts';
import { isRecipient } from '../../core/domain/address.ts';
import type { Settings } from '../../core/domain/assumptions.ts';
import { isObject } from '../../core/domain/json.ts';
import {
  type Fields,
  integerOf,
  type Recording,
  type ServiceCall,
  type WebhookDelivery,
} from './recording.ts';

/** A response in a few words: `404 NOT_FOUND`. */
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

/** A request for one order: a single order, or an item of a bulk request. */
export interface OrderRequest {
  readonly call: ServiceCall;
  /** `body`, or `body.orders[2]`. */
  readonly path: string;
  readonly kind: 'single' | 'bulk';
  /** As they were sent. */
  readonly fields: Fields;
  readonly externalId: string | null;
  /** The order, if it was accepted. */
  readonly orderId: number | null;
  /** Whether the service said that the order existed before; null for bulk items, where it does not say. */
  readonly isRepeat: boolean | null;
  /** Why it was refused. */
  readonly error: string | null;
}

type Outcome = Pick<OrderRequest, 'orderId' | 'isRepeat' | 'error'>;

/** The request, if its outcome is known. */
function orderRequest(
  call: ServiceCall,
  index: number | null,
  fields: Fields,
  { orderId, isRepeat, error }: Outcome,
): OrderRequest[] {
  if (orderId === null && error === null) return [];
  return [
    {
      call,
      path: index === null ? 'body' : `body.orders[${index}]`,
      kind: index === null ? 'single' : 'bulk',
      fields,
      externalId: typeof fields.external_id === 'string' ? fields.external_id : null,
      orderId,
      isRepeat,
      error: orderId === null ? error : null,
    },
  ];
}

function singleOf(call: ServiceCall): OrderRequest[] {
  const { body, data, error, status } = call;
  if (!isObject(body) || status === null) return [];
  const orderId = status === 200 || status === 202 ? integerOf(data?.order_id) : null;
  return orderRequest(call, null, body, {
    orderId,
    isRepeat: orderId === null ? null : data!.idempotent === true,
    error,
  });
}

/** The items of a bulk request, as they were sent. */
export const itemsOf = ({ body }: ServiceCall): readonly unknown[] =>
  isObject(body) && Array.isArray(body.orders) ? body.orders : [];

export const resultsOf = ({ operation, data }: ServiceCall): readonly Fields[] =>
  operation === 'createOrdersBulk' && Array.isArray(data?.results) ? data.results.filter(isObject) : [];

function bulkOf(call: ServiceCall): OrderRequest[] {
  const items = itemsOf(call);
  const refused = { orderId: null, isRepeat: null, error: call.error };
  // If a request with a single item was refused without results, the item failed with the code of the response.
  if (!call.data)
    return items.length === 1 && isObject(items[0]) && call.status === 422
      ? orderRequest(call, 0, items[0], refused)
      : [];
  return resultsOf(call).flatMap(({ index, status, order, error }) => {
    const fields = items[index as number];
    if (!isObject(fields)) return [];
    return orderRequest(call, index as number, fields, {
      orderId: status === 'accepted' && isObject(order) ? integerOf(order.id) : null,
      isRepeat: null,
      error: typeof error === 'string' ? error : null,
    });
  });
}

/** All order requests whose outcome was recorded, in the order of the recording. */
const orderRequestsOf = (calls: readonly ServiceCall[]): readonly OrderRequest[] =>
  calls.flatMap(call => {
    if (call.operation === 'createOrder') return singleOf(call);
    return call.operation === 'createOrdersBulk' ? bulkOf(call) : [];
  });

/** A call that reached an operation, with what the description says about it. */
export interface JudgedCall {
  readonly call: ServiceCall;
  /** The violations of the description, in the order in which they are assumed to be reported. */
  readonly violations: readonly Pick<Violation, 'error' | 'path' | 'item'>[];
  /** The fields and parameters that the description does not define. */
  readonly unknown: readonly string[];
}

/** An order as a status response or a webhook shows it. */
export interface OrderView {
  readonly label: string;
  readonly atMs: number | null;
  readonly orderId: number;
  readonly fields: Fields;
  /** The webhook, if it is one. */
  readonly webhook: WebhookDelivery | null;
}

/** The recording, and what follows from it without assuming any setting. All learners work on it. */
export interface AnalyzedRecording {
  readonly recording: Recording;
  /** The assumed settings, from the config in use. */
  readonly assumed: Settings;
  /** The keys that the service accepted at least once. */
  readonly acceptedKeys: ReadonlySet<string | null>;
  /** The calls whose content the service judged, as it did not refuse them before reading it. */
  readonly judged: readonly JudgedCall[];
  readonly judgedOf: ReadonlyMap<ServiceCall, JudgedCall>;
  /** The paths of the operations. */
  readonly paths: ReadonlySet<string>;
  readonly orderRequests: readonly OrderRequest[];
  readonly views: readonly OrderView[];
  /** The recipients that were refused as not activated. */
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

const ADDRESS_FIELDS = { createOrder: 'address', createEstimate: 'recipient_address' } as const;

/** The violation of an address that is a string, but no address. The description cannot express it. */
function addressViolations(call: ServiceCall): JudgedCall['violations'] {
  const { body } = call;
  if (!isObject(body)) return [];
  if (call.operation === 'createOrder' || call.operation === 'createEstimate') {
    const field = ADDRESS_FIELDS[call.operation];
    const value = body[field];
    return typeof value === 'string' && !isRecipient(value)
      ? [{ error: 'INVALID_TRON_ADDRESS', path: `body.${field}` }]
      : [];
  }
  return itemsOf(call).flatMap((item, index) =>
    isObject(item) && typeof item.address === 'string' && !isRecipient(item.address)
      ? [{ error: 'INVALID_TRON_ADDRESS', path: `body.orders[${index}].address`, item: index }]
      : [],
  );
}

function judge(call: ServiceCall, contract: Contract): JudgedCall {
  if (call.problem !== null) {
    return { call, violations: [{ error: 'INVALID_JSON', path: 'body' }], unknown: [] };
  }
  const operation = contract.byId(call.operation!);
  const parts = { query: call.query, body: call.body };
  return {
    call,
    violations: [...operation.check(parts), ...addressViolations(call)],
    unknown: operation.unknown(parts).map(({ path }) => path),
  };
}

function viewsOf({ calls, webhooks }: Recording): OrderView[] {
  const fromCalls = calls.flatMap(({ operation, status, data, label, atMs }) =>
    operation === 'getOrderStatus' && status === 200 && data && Number.isSafeInteger(data.id)
      ? [{ label, atMs, orderId: data.id as number, fields: data, webhook: null }]
      : [],
  );
  const fromWebhooks = webhooks.map(webhook => ({
    label: webhook.label,
    atMs: webhook.atMs,
    orderId: webhook.orderId,
    fields: webhook.order,
    webhook,
  }));
  return [...fromCalls, ...fromWebhooks];
}

export function analyzeRecording(
  recording: Recording,
  contract: Contract,
  assumed: Settings,
): AnalyzedRecording {
  const { calls } = recording;
  const orderRequests = orderRequestsOf(calls);
  const inactive = orderRequests.flatMap(({ error, fields }) =>
    error === 'ADDRESS_NOT_ACTIVE' && typeof fields.address === 'string' ? [fields.address] : [],
  );
  const accepted = calls.filter(
    ({ operation, status, isBearer }) =>
      operation !== null && status !== null && status < 500 && status !== 401 && status !== 405 && isBearer,
  );
  // A body that was not stored cannot be judged.
  const judged = calls
    .filter(call => reachedContent(call) && (call.method === 'GET' || call.text !== null))
    .map(call => judge(call, contract));
  return {
    recording,
    assumed,
    acceptedKeys: new Set(accepted.map(({ key }) => key)),
    judged,
    judgedOf: new Map(judged.map(one => [one.call, one])),
    paths: new Set(contract.operations.map(({ path }) => path)),
    orderRequests,
    views: viewsOf(recording),
    inactive: [...new Set(inactive)],
  };
}
