import { useRef } from 'preact/hooks';
import { type OrderStatus, TRANSITIONS } from '../../core/domain/order.ts';
import type { Schemas } from '../api.ts';
import { useExtent } from '../parts/use-extent.ts';

type Item = Schemas['CoverageItem'];
type Node = OrderStatus | 'failed refunded';

/** The place of each state along the course of an order, and beside it: -1 to 1. */
const PLACES: Readonly<Record<Node, readonly [along: number, beside: number]>> = {
  processing: [0, 0],
  delegating: [1, 0],
  delegated: [2, 0],
  undelegating: [3, 0],
  completed: [4, 0],
  review: [1, -1],
  failed: [2, 1],
  'failed refunded': [3, 1],
};

/** The sizes of a picture, in pixels. */
interface Sizes {
  /** The box of a state. */
  readonly box: { readonly width: number; readonly height: number };
  /** The distance between states in the direction of their course. */
  readonly along: number;
  /** The distance between those that are beside it. */
  readonly beside: number;
  /** Whether the course runs from left to right; otherwise, from top to bottom. */
  readonly isWide: boolean;
}

/** A picture from left to right needs this width. */
const WIDE_PX = 690;
const EDGE = 3;

/** The sizes that use the width that there is. */
function sizesFor(width: number): Sizes {
  const isWide = width >= WIDE_PX;
  const box = { width: isWide ? 100 : 92, height: 40 };
  const room = width - box.width - 2 * EDGE;
  return isWide
    ? { box, isWide, along: Math.min(190, room / 4), beside: 92 }
    : { box, isWide, along: 96, beside: Math.min(190, Math.max(118, room / 2)) };
}

/** How far apart the two arrows between a pair of states are. */
const PAIR_GAP = 16;
/** The size of the count of an arrow: its height, its padding and the width of a digit. */
const MARK = { height: 22, padding: 14, digit: 7 };
/** Where counts stand along their arrows; by default, in the middle. This one would cover another there. */
const MARK_AT: Readonly<Record<string, number>> = { 'transition review>failed': 0.28 };

interface Point {
  readonly x: number;
  readonly y: number;
}

/** An arrow between two states. */
interface Edge {
  readonly item: Item;
  readonly from: Point;
  readonly to: Point;
  /** The place of its count. */
  readonly mark: Point;
}

/** The state machine of an order in a picture, in pixels. */
interface Machine {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly { readonly name: Node; readonly item: Item; readonly at: Point }[];
  readonly edges: readonly Edge[];
}

/** The point at which a line from the center of a state to another point leaves its box. */
function border({ width, height }: Sizes['box'], center: Point, toward: Point): Point {
  const [dx, dy] = [toward.x - center.x, toward.y - center.y];
  const scale = Math.min(width / 2 / Math.max(Math.abs(dx), 1e-9), height / 2 / Math.max(Math.abs(dy), 1e-9));
  return { x: center.x + dx * scale, y: center.y + dy * scale };
}

const isReversed = (from: OrderStatus, to: OrderStatus): boolean => TRANSITIONS[to].includes(from);

/** Places the states and transitions. */
function layOut(items: readonly Item[], { box, along, beside, isWide }: Sizes): Machine {
  const start = isWide
    ? { x: box.width / 2, y: box.height / 2 + beside }
    : { x: box.width / 2 + beside, y: box.height / 2 };
  const placeOf = (name: Node): Point => {
    const [u, v] = [PLACES[name][0] * along, PLACES[name][1] * beside];
    return { x: EDGE + start.x + (isWide ? u : v), y: EDGE + start.y + (isWide ? v : u) };
  };
  const byId = new Map(items.map(item => [item.id, item]));
  const nodes = (Object.keys(PLACES) as Node[]).flatMap(name => {
    const item = byId.get(`state ${name}`);
    return item ? [{ name, item, at: placeOf(name) }] : [];
  });
  const edges = (Object.keys(TRANSITIONS) as OrderStatus[]).flatMap(from =>
    TRANSITIONS[from].flatMap((to): Edge[] => {
      const item = byId.get(`transition ${from}>${to}`);
      if (!item) return [];
      const [one, other] = [placeOf(from), placeOf(to)];
      const length = Math.hypot(other.x - one.x, other.y - one.y);
      const gap = isReversed(from, to) ? PAIR_GAP : 0;
      const shift = { x: (-gap * (other.y - one.y)) / length, y: (gap * (other.x - one.x)) / length };
      const move = ({ x, y }: Point): Point => ({ x: x + shift.x, y: y + shift.y });
      const [tail, head] = [move(border(box, one, other)), move(border(box, other, one))];
      const share = MARK_AT[item.id] ?? 0.5;
      const mark = { x: tail.x + share * (head.x - tail.x), y: tail.y + share * (head.y - tail.y) };
      return [{ item, from: tail, to: head, mark }];
    }),
  );
  const [course, sides] = [4 * along, 2 * beside];
  return {
    width: box.width + 2 * EDGE + (isWide ? course : sides),
    height: box.height + 2 * EDGE + (isWide ? sides : course),
    nodes,
    edges,
  };
}

interface ControlProps {
  readonly item: Item;
  /** The box: its center and size. */
  readonly at: Point;
  readonly size: { readonly width: number; readonly height: number };
  readonly name?: string;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
  /** An item in words, for screen readers and tooltips. */
  readonly describe: (item: Item) => string;
}

/** A count that fits its box: `1.2k`; a dash for none. */
export const compact = (amount: number): string => {
  if (amount === 0) return '–';
  return amount < 1_000 ? String(amount) : `${(amount / 1_000).toFixed(amount < 10_000 ? 1 : 0)}k`;
};

/** A state, or the count of a transition, as a button. */
function Control({ item, at, size, name, isChosen, onChoose, describe }: ControlProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot be in a picture.
    <g
      class={`${item.met > 0 ? 'is-met' : ''} ${isChosen ? 'is-chosen' : ''}`}
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
        x={at.x - size.width / 2}
        y={at.y - size.height / 2}
        {...size}
        rx={name === undefined ? size.height / 2 : 7}
      />
      {name !== undefined && (
        <text x={at.x} y={at.y - 3}>
          {name}
        </text>
      )}
      <text class="times" x={at.x} y={at.y + (name === undefined ? 4 : 13)}>
        {compact(item.met)}
      </text>
    </g>
  );
}

interface Props extends Pick<ControlProps, 'onChoose' | 'describe'> {
  /** The states and transitions of the coverage. */
  readonly items: readonly Item[];
  readonly chosen: string | null;
}

/** The state machine of an order: what tests have covered is solid, what they have not is dashed. */
export function OrderMachine({ items, chosen, ...choice }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const available = useExtent(container, 'clientWidth', WIDE_PX);
  const sizes = sizesFor(available.value);
  const { width, height, nodes, edges } = layOut(items, sizes);
  const refund = refundLine(sizes.box, nodes);
  return (
    <div class="machine" ref={container}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a picture. */}
      <svg width={width} height={height} role="group" aria-label="State machine of an order">
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0.5L7.5 4L0 7.5z" fill="context-stroke" />
          </marker>
        </defs>
        {refund && <line class="refund" {...refund} />}
        {edges.map(({ item, from, to }) => (
          <line
            key={item.id}
            class={item.met > 0 ? 'is-met' : ''}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            marker-end="url(#arrow)"
          />
        ))}
        {nodes.map(({ name, item, at }) => {
          const shown = name === 'failed refunded' ? 'refunded' : name;
          const isChosen = item.id === chosen;
          return <Control key={name} {...choice} {...{ item, at, isChosen }} size={sizes.box} name={shown} />;
        })}
        {edges.map(({ item, mark }) => {
          const size = {
            width: MARK.padding + MARK.digit * compact(item.met).length,
            height: MARK.height,
          };
          const isChosen = item.id === chosen;
          return <Control key={item.id} {...choice} {...{ item, size, isChosen }} at={mark} />;
        })}
      </svg>
    </div>
  );
}

/** The line from a failed order to its refund, which is no transition. */
function refundLine(
  box: Sizes['box'],
  nodes: Machine['nodes'],
): { x1: number; y1: number; x2: number; y2: number } | null {
  const failed = nodes.find(({ name }) => name === 'failed')?.at;
  const refunded = nodes.find(({ name }) => name === 'failed refunded')?.at;
  if (!failed || !refunded) return null;
  const [from, to] = [border(box, failed, refunded), border(box, refunded, failed)];
  return { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
}
