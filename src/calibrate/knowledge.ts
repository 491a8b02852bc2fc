import type { Contract, Violation } from '../contract/types.ts';
import { isRecipient } from '../domain/address.ts';
import type { Settings } from '../domain/assumptions.ts';
import { type Placement, placementsOf } from './placements.ts';
import {
  type Fields,
  isFields,
  type Recording,
  type ServiceCall,
  type WebhookDelivery,
} from './recording.ts';

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

/** What all learners work on: the recording, and what follows from it without assuming any setting. */
export interface Knowledge {
  readonly recording: Recording;
  readonly contract: Contract;
  /** The settings that are assumed: those of the config in use. */
  readonly assumed: Settings;
  /** The keys that the service accepted at least once. */
  readonly acceptedKeys: ReadonlySet<string | null>;
  /** The calls of which the service judged the content: those it did not refuse before reading it. */
  readonly judged: readonly JudgedCall[];
  readonly placements: readonly Placement[];
  readonly views: readonly OrderView[];
}

/** Statuses with which a request is refused before its content matters, and failures of the service. */
const BEFORE_CONTENT: readonly number[] = [401, 403, 405, 413, 429];

const reachedContent = ({ operation, status, answer }: ServiceCall): boolean =>
  operation !== null &&
  status !== null &&
  status < 500 &&
  !(status >= 300 && status < 400) &&
  !BEFORE_CONTENT.includes(status) &&
  isFields(answer);

const ADDRESS_FIELDS = { createOrder: 'address', createEstimate: 'recipient_address' } as const;

/** The violation of an address that is a string, but no address. The description cannot express it. */
function addressViolations(call: ServiceCall): JudgedCall['violations'] {
  const { body } = call;
  if (!isFields(body)) return [];
  if (call.operation === 'createOrder' || call.operation === 'createEstimate') {
    const field = ADDRESS_FIELDS[call.operation];
    const value = body[field];
    return typeof value === 'string' && !isRecipient(value)
      ? [{ error: 'INVALID_TRON_ADDRESS', path: `body.${field}` }]
      : [];
  }
  const items = call.operation === 'createOrdersBulk' && Array.isArray(body.orders) ? body.orders : [];
  return items.flatMap((item, index) =>
    isFields(item) && typeof item.address === 'string' && !isRecipient(item.address)
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

/** Prepares a recording for the learners. */
export function knowledgeOf(recording: Recording, contract: Contract, assumed: Settings): Knowledge {
  const { calls } = recording;
  const accepted = calls.filter(
    ({ operation, status, isBearer }) =>
      operation !== null && status !== null && status < 500 && status !== 401 && status !== 405 && isBearer,
  );
  return {
    recording,
    contract,
    assumed,
    acceptedKeys: new Set(accepted.map(({ key }) => key)),
    // A body that was not kept cannot be judged.
    judged: calls
      .filter(call => reachedContent(call) && (call.method === 'GET' || call.text !== null))
      .map(call => judge(call, contract)),
    placements: placementsOf(calls),
    views: viewsOf(recording),
  };
}
