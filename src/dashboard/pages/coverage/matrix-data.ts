import { ORDER_STATUSES } from '../../../core/domain/order.ts';
import type { Schemas } from '../../api.ts';

export type Item = Schemas['CoverageItem'];

/** A table of items: by operation and status, or by the status before and after. */
export interface Matrix {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** The item of a row and a column; undefined if there is no such behavior. */
  readonly at: (row: string, column: string) => Item | undefined;
}

/** The id of an item without the kind that it begins with. */
export const subjectOf = ({ id }: Item): string => id.slice(id.indexOf(' ') + 1);

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

function matrixOf(
  items: readonly Item[],
  split: string,
  order: (texts: readonly string[]) => readonly string[],
): Matrix {
  const cells = new Map(items.map(item => [subjectOf(item), item]));
  const parts = items.map(item => subjectOf(item).split(split));
  return {
    rows: order(unique(parts.map(([row]) => row!))),
    columns: order(unique(parts.map(([, column]) => column!))),
    at: (row, column) => cells.get(`${row}${split}${column}`),
  };
}

const inLifecycle = (texts: readonly string[]): string[] =>
  ORDER_STATUSES.filter(status => texts.includes(status));

const byNumber = (texts: readonly string[]): string[] =>
  texts.every(text => /^\d+$/.test(text)) ? texts.toSorted((a, b) => Number(a) - Number(b)) : [...texts];

/** The responses of the service: operations by status. */
export const responsesMatrix = (items: readonly Item[]): Matrix => matrixOf(items, ' ', byNumber);

/** The transitions of orders: the status before by the status after. */
export const transitionsMatrix = (items: readonly Item[]): Matrix => matrixOf(items, '>', inLifecycle);

/** The groups, in the order of the page, with their headings. */
export const GROUPS = [
  ['responses', 'Responses', 'Every status that an operation can respond with.'],
  ['transitions', 'Transitions', 'From one state of an order to the next.'],
  ['states', 'States', 'Read by a status request, or announced by a webhook.'],
  ['events', 'Webhook events', 'Accepted by the receiver.'],
  ['replays', 'Replays', 'A used external_id that returned the existing order.'],
  ['faults', 'Faults', 'Responses that were lost or damaged on the way.'],
  ['deliveries', 'Deliveries', 'Conditions and corruptions of webhooks that reached the receiver.'],
] as const satisfies readonly (readonly [Item['group'], string, string])[];
