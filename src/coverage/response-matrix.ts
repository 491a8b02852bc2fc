import { OPERATION_IDS } from '../domain/operations.ts';
import { type Cell, type Page, tableLines } from '../text/table.ts';
import type { Coverage, CoverageItem } from './coverage.ts';

/** The responses as a table: a row for each operation, a column for each status. */
export interface ResponseMatrix {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Larger counts would make the table wider than a terminal. */
const LARGEST_COUNT = 999;

/** How often a response was met; a gap if it never was, and nothing if the operation does not have it. */
function cellOf(item: CoverageItem | undefined): Cell {
  if (!item) return '';
  if (item.met === 0) return { text: '-', tint: 'red' };
  return { text: item.met > LARGEST_COUNT ? '1k+' : String(item.met), tint: 'green' };
}

/** The responses of a coverage as a table. A `-` is a response that was never met. */
export function responseMatrix({ items }: Coverage): ResponseMatrix {
  const byOperation = new Map<string, Map<string, CoverageItem>>();
  for (const item of items) {
    if (item.group !== 'responses') continue;
    const [, operation = '', status = ''] = item.id.split(' ');
    const ofOperation = byOperation.get(operation) ?? new Map<string, CoverageItem>();
    byOperation.set(operation, ofOperation.set(status, item));
  }
  const statuses = [...new Set([...byOperation.values()].flatMap(one => [...one.keys()]))].sort();
  const rank = ([operation]: readonly [string, unknown]): number =>
    (OPERATION_IDS as readonly string[]).indexOf(operation);
  return {
    head: ['', ...statuses],
    rows: [...byOperation]
      .sort((a, b) => rank(a) - rank(b))
      .map(([operation, ofOperation]) => [
        operation,
        ...statuses.map(status => cellOf(ofOperation.get(status))),
      ]),
  };
}

/** The table as lines that fit a terminal of 80 columns. */
export function matrixLines(coverage: Coverage, page: Page): string[] {
  const { head, rows } = responseMatrix(coverage);
  return tableLines(rows, page, { head, gap: 1 });
}
