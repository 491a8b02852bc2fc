import { type ErrorCode, refuse } from '../../../src/core/domain/error-codes.ts';
import type { OperationId } from '../../../src/core/domain/operations.ts';
import {
  NO_FIELDS,
  type RequestFields,
  type RequestViolation,
  type ServiceRequest,
} from '../../../src/core/engine/request/service-request.ts';
import type { OrderDraft, RequestCommand, WrongField } from './commands.ts';
import type { World } from './world.ts';

const CODE_OF: Readonly<Record<WrongField, ErrorCode>> = {
  external_id: 'EXTERNAL_ID_INVALID',
  address: 'INVALID_TRON_ADDRESS',
  package_id: 'PACKAGE_NOT_FOUND',
  duration_minutes: 'RENTAL_DURATION_UNAVAILABLE',
};

/** The fields of an order draft. */
export const fieldsOf = ({ wrong: _wrong, ...fields }: OrderDraft): RequestFields => ({
  ...NO_FIELDS,
  ...fields,
});

const violation = (error: ErrorCode, field: string, item: number | null): RequestViolation => ({
  error,
  explain: `${field} is wrong`,
  field,
  item,
});

const violationsOf = (draft: OrderDraft | null, item: number | null): RequestViolation[] =>
  draft
    ? (draft.wrong ?? []).map(field => violation(CODE_OF[field], field, item))
    : [violation('PRODUCT_REQUIRED', String(item), item)];

/** The operation and its own part of a request. */
type Subject = Partial<ServiceRequest> & { readonly operation: OperationId };

function readSubject(world: World, pick: number, by: 'id' | 'external_id'): Subject {
  const { orders } = world.account.state;
  // One beyond the last: an order that does not exist.
  const index = Math.floor(pick * (orders.length + 1));
  const externalId = orders[index]?.externalId ?? 'unknown';
  const fields = by === 'id' ? { ...NO_FIELDS, orderId: index + 1 } : { ...NO_FIELDS, externalId };
  return { operation: 'getOrderStatus', fields };
}

function subjectOf(world: World, command: RequestCommand): Subject {
  switch (command.do) {
    case 'order': {
      const { order } = command;
      return {
        operation: 'createOrder',
        fields: fieldsOf(order),
        violations: violationsOf(order, null),
      };
    }
    case 'bulk': {
      const { items } = command;
      return {
        operation: 'createOrdersBulk',
        items: items.map(draft => (draft ? fieldsOf(draft) : NO_FIELDS)),
        violations: items.flatMap(violationsOf),
      };
    }
    case 'read':
      return readSubject(world, command.pick, command.by);
    case 'quote': {
      const { packageId, energyAmount, durationMinutes } = fieldsOf(command.order);
      return { operation: 'getQuote', fields: { ...NO_FIELDS, packageId, energyAmount, durationMinutes } };
    }
    case 'estimate': {
      const { address, hasUsdt } = command;
      return { operation: 'createEstimate', fields: { ...NO_FIELDS, address, hasUsdt } };
    }
    case 'read-balance':
      return { operation: 'getBalance' };
  }
}

/** Sends a request as the server does once it has passed authentication and the rate limit. */
export function request(world: World, command: RequestCommand): void {
  const subject = subjectOf(world, command);
  const isUnreadable = command.flaw === 'problem';
  const isWrong = command.flaw === 'violation';
  const body = isUnreadable ? { fields: NO_FIELDS, violations: [] } : {};
  const whole = isWrong ? [violation('INVALID_JSON', 'colour', null)] : [];
  const found = isUnreadable ? [] : (subject.violations ?? []);
  world.execute(
    'handle',
    {
      keyId: world.keyId(command.key),
      header: world.scenario(command.header),
      fields: NO_FIELDS,
      ...subject,
      ...body,
      items: isUnreadable || isWrong ? [] : (subject.items ?? []),
      problem: isUnreadable ? refuse('INVALID_JSON', 'the body is not JSON') : null,
      violations: [...found, ...whole],
      remarks: command.flaw === 'remark' ? ['body.colour is not described'] : [],
    },
    command.afterMs,
  );
}
