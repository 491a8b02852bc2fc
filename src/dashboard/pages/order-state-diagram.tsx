import { type OrderStatus, TRANSITIONS } from '../../core/domain/order.ts';
import type { Schemas } from '../control-api.ts';
import { grouped } from '../format.ts';

type Item = Schemas['CoverageItem'];
/** A refund is not a transition, but the diagram shows it as a state. */
const REFUND_STATES = ['failed refunded', 'failed unrefunded'] as const;
type Node = OrderStatus | (typeof REFUND_STATES)[number];

/** The item that is chosen, and how to choose another. */
export interface Choice {
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** A count that fits its box: `1.2k`; a dash for none. */
export const compact = (amount: number): string => {
  if (amount === 0) return '–';
  return amount < 1_000 ? String(amount) : `${(amount / 1_000).toFixed(amount < 10_000 ? 1 : 0)}k`;
};

export const times = (amount: number): string => (amount === 1 ? 'once' : `${grouped(amount)} times`);

/** An item in words, for screen readers and tooltips. */
export const describe = ({ id, met }: Item): string =>
  `${id}: ${met > 0 ? `covered ${times(met)}` : 'not covered'}`;

/** The column and the row of each state: an order goes from top to bottom. */
const PLACES: Readonly<Record<Node, readonly [column: number, row: number]>> = {
  processing: [1, 0],
  delegating: [1, 1],
  delegated: [1, 2],
  undelegating: [1, 3],
  completed: [1, 4],
  review: [0, 1],
  failed: [2, 2],
  'failed refunded': [2, 3],
  'failed unrefunded': [2, 1],
};

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const BOX: Size = { width: 92, height: 40 };
/** The distances between the centers of neighboring states. The picture fits a phone. */
const STEP: Point = { x: 116, y: 96 };
/** The head of an arrow. */
const HEAD = { viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto' };
const EDGE = 3;
const PICTURE: Size = {
  width: BOX.width + 2 * (EDGE + STEP.x),
  height: BOX.height + 2 * (EDGE + 2 * STEP.y),
};
/** How far apart the two arrows between a pair of states are. */
const PAIR_GAP = 16;
/** The size of the count of an arrow: its height, its padding and the width of a digit. */
const MARK = { height: 22, padding: 14, digit: 7 };
/** The positions of counts along their arrows, by default the middle. This one would cover another there. */
const MARK_AT: Readonly<Record<string, number>> = { 'transition review>failed': 0.28 };

const centerOf = (name: Node): Point => ({
  x: EDGE + BOX.width / 2 + PLACES[name][0] * STEP.x,
  y: EDGE + BOX.height / 2 + PLACES[name][1] * STEP.y,
});

/** The point at which a line from the center of a state to another point leaves its box. */
function border(center: Point, toward: Point): Point {
  const [dx, dy] = [toward.x - center.x, toward.y - center.y];
  const { width, height } = BOX;
  const scale = Math.min(width / 2 / Math.max(Math.abs(dx), 1e-9), height / 2 / Math.max(Math.abs(dy), 1e-9));
  return { x: center.x + dx * scale, y: center.y + dy * scale };
}

/** The ends of an arrow between two states, beside the one in the other direction if there is one. */
function arrow(from: Node, to: Node, gap: number): [tail: Point, head: Point] {
  const [one, other] = [centerOf(from), centerOf(to)];
  const length = Math.hypot(other.x - one.x, other.y - one.y);
  const shift = { x: (-gap * (other.y - one.y)) / length, y: (gap * (other.x - one.x)) / length };
  const shifted = ({ x, y }: Point): Point => ({ x: x + shift.x, y: y + shift.y });
  return [shifted(border(one, other)), shifted(border(other, one))];
}

const TRANSITION_LIST = (Object.keys(TRANSITIONS) as OrderStatus[]).flatMap(from =>
  TRANSITIONS[from].map(to => [from, to, TRANSITIONS[to].includes(from) ? PAIR_GAP : 0] as const),
);

/** The state machine of an order: what tests have covered is solid, what they have not is dashed. */
export function OrderStateDiagram({ items, ...choice }: Choice & { items: readonly Item[] }) {
  const byId = new Map(items.map(item => [item.id, item]));
  const edges = TRANSITION_LIST.map(([from, to, gap]) => {
    const item = byId.get(`transition ${from}>${to}`)!;
    const [tail, head] = arrow(from, to, gap);
    const share = MARK_AT[item.id] ?? 0.5;
    const mark = { x: tail.x + share * (head.x - tail.x), y: tail.y + share * (head.y - tail.y) };
    return { item, tail, head, mark };
  });
  return (
    <div class="machine">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a picture. */}
      <svg {...PICTURE} text-anchor="middle" role="group" aria-label="State machine of an order">
        <defs>
          <marker id="arrow" {...HEAD}>
            <path d="M0 0.5L7.5 4L0 7.5z" fill="context-stroke" />
          </marker>
        </defs>
        {REFUND_STATES.map(state => {
          const [tail, head] = arrow('failed', state, 0);
          return <line key={state} x1={tail.x} y1={tail.y} x2={head.x} y2={head.y} />;
        })}
        {edges.map(({ item, tail, head }) => (
          <line
            key={item.id}
            class={item.met > 0 ? 'tone-good' : ''}
            x1={tail.x}
            y1={tail.y}
            x2={head.x}
            y2={head.y}
            marker-end="url(#arrow)"
          />
        ))}
        {(Object.keys(PLACES) as Node[]).map(name => (
          <Control
            key={name}
            {...choice}
            item={byId.get(`state ${name}`)!}
            at={centerOf(name)}
            size={BOX}
            name={name.replace('failed un', 'not ').replace('failed ', '')}
          />
        ))}
        {edges.map(({ item, mark }) => {
          const width = MARK.padding + MARK.digit * compact(item.met).length;
          return <Control key={item.id} {...choice} item={item} at={mark} size={{ ...MARK, width }} />;
        })}
      </svg>
    </div>
  );
}

interface ControlProps extends Choice {
  readonly item: Item;
  readonly at: Point;
  readonly size: Size;
  readonly name?: string;
}

function Control({ item, at, size: { width, height }, name, chosen, onChoose }: ControlProps) {
  const isChosen = item.id === chosen;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot be in a picture.
    <g
      class={item.met > 0 ? 'tone-good' : ''}
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      onClick={() => onChoose(item.id)}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChoose(item.id);
      }}
    >
      <title>{describe(item)}</title>
      <rect
        x={at.x - width / 2}
        y={at.y - height / 2}
        width={width}
        height={height}
        rx={name ? 7 : height / 2}
      />
      {name && (
        <text x={at.x} y={at.y - 3}>
          {name}
        </text>
      )}
      <text class="times" x={at.x} y={at.y + (name ? 13 : 4)}>
        {compact(item.met)}
      </text>
    </g>
  );
}
