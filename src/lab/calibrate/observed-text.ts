import { isLegalEdge } from '../../core/domain/order.ts';
import { formatDuration } from '../../core/domain/time.ts';
import type { Calibration } from './calibration.ts';
import type { ObservedLife } from './lifecycles.ts';

/** How many lives are written. Of more, an even selection is. */
const MAX_LIVES = 150;

const MAX_INACTIVE = 100;
const FINE_MS = 100;
const MINUTE_MS = 60_000;
/** A rental that took this much more or less than its duration counts as having taken its duration. */
const RENTAL_TOLERANCE = 0.05;

const rounded = (ms: number): number => Math.max(0, Math.round(ms / FINE_MS) * FINE_MS);

function isRental(from: string, ms: number, minutes: number | null): boolean {
  if (from !== 'delegated' || minutes === null) return false;
  const rentalMs = minutes * MINUTE_MS;
  return Math.abs(ms - rentalMs) <= Math.max(1_000, rentalMs * RENTAL_TOLERANCE);
}

/** The steps of a life as a scenario has them; null if it is not known from beginning to end. */
function stepsText({ steps, durationMinutes, isOver, refundAfterMs }: ObservedLife): string | null {
  if (!isOver || steps[0]?.status !== 'processing') return null;
  const lines: string[] = [];
  for (const [index, step] of steps.slice(1).entries()) {
    const before = steps[index]!;
    // Polling can miss states; a scenario cannot leave them out.
    if (step.atMs === null || before.atMs === null || !isLegalEdge(before.status, step.status)) return null;
    const ms = step.atMs - before.atMs;
    const after = isRental(before.status, ms, durationMinutes) ? 'rental' : formatDuration(rounded(ms));
    const refund = step.status === 'failed' && refundAfterMs !== null;
    const suffix = refund ? `, refund: { after: ${formatDuration(rounded(refundAfterMs))} }` : '';
    lines.push(`      - { after: ${after}, to: ${step.status}${suffix} }`);
  }
  return lines.join('\n');
}

const hasFailed = ({ steps }: ObservedLife): boolean => steps.at(-1)?.status === 'failed';

/** The lives without failed orders of which nobody knows whether they were refunded, if others show what happens. */
function tellingLives(lives: readonly ObservedLife[]): readonly ObservedLife[] {
  const isTelling = (life: ObservedLife): boolean => !hasFailed(life) || life.isRefundKnown;
  return lives.some(life => hasFailed(life) && life.isRefundKnown) ? lives.filter(isTelling) : lives;
}

interface CountedLife {
  readonly text: string;
  readonly orders: readonly number[];
}

/** Equal lives together, the most frequent first. */
function countedLives(lives: readonly ObservedLife[]): readonly CountedLife[] {
  const known = tellingLives(lives).flatMap(life => {
    const text = stepsText(life);
    return text === null ? [] : [{ text, orderId: life.orderId }];
  });
  const step = Math.max(1, known.length / MAX_LIVES);
  const chosen = known.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const byText = new Map<string, number[]>();
  for (const { text, orderId } of chosen) byText.set(text, [...(byText.get(text) ?? []), orderId]);
  return [...byText]
    .map(([text, orders]) => ({ text, orders }))
    .sort((left, right) => right.orders.length - left.orders.length || left.orders[0]! - right.orders[0]!);
}

/** A probability such that, after the rules before it have not applied, each observed life is equally likely. */
const probabilityText = (count: number, left: number): string =>
  count === left ? '' : `    match: { probability: ${Number((count / left).toFixed(6))} }\n`;

function orderRules(lives: readonly CountedLife[]): string {
  let left = lives.reduce((sum, { orders }) => sum + orders.length, 0);
  return lives
    .map(({ text, orders }) => {
      const match = probabilityText(orders.length, left);
      left -= orders.length;
      const seen =
        orders.slice(0, 3).join(', ') + (orders.length > 3 ? ` and ${orders.length - 3} more` : '');
      const rule = `  - # order ${seen}\n${match}    lifecycle:\n${text}`;
      return text === '' ? rule.replace(/lifecycle:\n$/, 'lifecycle: []') : rule;
    })
    .join('\n');
}

function webhookRules({ responseOrder: { before, after } }: Calibration): string[] {
  if (before === 0) return [];
  const share = before / (before + after);
  const probability = share === 1 ? '' : `, probability: ${Number(share.toFixed(6))}`;
  return [
    'webhooks:',
    `  - # before the response for ${before} of ${before + after} orders`,
    `    match: { event: order.processing${probability}, attempt: 1 }`,
    '    deliver: { before_response: true }',
  ];
}

/**
 * A scenario in which each order lives like one that was observed. The account's seed decides like which one.
 * @param name of the scenario, which is the name of its file
 */
export function observedText(calibration: Calibration, name: string): string {
  const { lives, knowledge } = calibration;
  const counted = countedLives(lives);
  const total = counted.reduce((sum, { orders }) => sum + orders.length, 0);
  const inactive = knowledge.inactive.slice(0, MAX_INACTIVE);
  return [
    `name: ${name}`,
    'summary: >-',
    total > 0
      ? `  Each order lives like one of ${total} that were observed from beginning to end.`
      : '  No order was observed from beginning to end, so that orders live as in the happy path.',
    ...(inactive.length > 0
      ? ['given:', '  # refused as not activated', `  inactive_addresses: [${inactive.join(', ')}]`]
      : []),
    ...(counted.length > 0 ? ['orders:', orderRules(counted)] : []),
    ...webhookRules(calibration),
    '',
  ].join('\n');
}
