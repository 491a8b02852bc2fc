import { type Belief, type Difference, lengthOf, type Step } from './diagram-model.ts';
import { lanesOf } from './knowledge.ts';
import { fitted, type Geometry, linesIn, rectShape, type Shape, type TextPart, textShape } from './shapes.ts';

/** The width of a lane, and the distance of the outer edges of both lanes from the middle between them. */
const LANE = 7;
export const LANES = LANE + 1.5;

/** The lines of a difference's name, its length in time last. */
export function differenceLines(step: Difference, { reach, fontSize }: Geometry): TextPart[][] {
  const width = reach - LANES - 14;
  const lines = linesIn(step.text, width, fontSize).map((text): TextPart[] => [{ text }]);
  const length = lengthOf(step);
  const last = lines.at(-1)!;
  if (length === '') return lines;
  if (fitted(`${last[0]!.text}  ${length}`, width, fontSize).endsWith('…'))
    return [...lines, [{ text: length, class: 'seq-note' }]];
  last.push({ text: `  ${length}`, class: 'seq-note' });
  return lines;
}

/** The name of a difference, beside the lanes, in the shade that the difference has. */
export function drawDifference(
  lines: readonly TextPart[][],
  top: number,
  { x, fontSize }: Geometry,
): Shape[] {
  return lines.map((text, index) =>
    textShape('seq-unknown', [x.service - LANES - 8, top + (index + 1) * (fontSize + 4)], text, 'end'),
  );
}

interface Placed {
  readonly y: number;
  readonly height: number;
  /** The height of its line, where the step is in time. */
  readonly line: number;
}

const LANE_TONES: Readonly<Record<string, string>> = {
  delegating: 'accent',
  delegated: 'good',
  undelegating: 'calm',
  completed: 'good',
  review: 'warn',
  failed: 'bad',
};

const toneOfBelief = ({ status, isRefunded }: Belief): string =>
  isRefunded ? 'refunded' : (LANE_TONES[status!] ?? 'calm');

const nameOfBelief = ({ status, isRefunded }: Belief): string => `${status}${isRefunded ? ', refunded' : ''}`;

/** The parts of a lane, one for each belief. Without an order, there is nothing to draw. */
function lanePieces(beliefs: readonly Belief[], places: readonly number[], end: number, x: number): Shape[] {
  return beliefs.flatMap((belief, at): Shape[] => {
    const before = beliefs[at - 1];
    if (belief.status === null || (before && nameOfBelief(before) === nameOfBelief(belief))) return [];
    const next = beliefs.findIndex(
      (other, index) => index > at && nameOfBelief(other) !== nameOfBelief(belief),
    );
    const y = places[at]!;
    const height = Math.max(2, (next < 0 ? end : places[next]!) - y - 1.5);
    return [rectShape(`seq-lane is-${toneOfBelief(belief)}`, [x, y], [LANE, height], 2.5)];
  });
}

/** The two lanes beside the lifeline of the service, and a shade where they differ for longer than a message takes. */
export function laneShapes(
  steps: readonly Step[],
  rows: readonly Placed[],
  top: number,
  foot: number,
  { x }: Geometry,
): Shape[] {
  const past = steps.findIndex(step => step.isAhead);
  const count = past < 0 ? steps.length : past;
  const shown = steps.slice(0, count);
  const last = rows.at(-1);
  const places = rows.map(({ line }) => line);
  const end = past < 0 ? (last ? last.y + last.height : top) + foot : rows[past]!.y;
  const lanes = lanesOf(shown);
  const shades = shown.flatMap((step, at): Shape[] => {
    if (step.kind !== 'difference') return [];
    // A difference begins and ends at the lines of the steps that cause and end it, not at the edges of their rows.
    const from = places[at - 1]!;
    const to = step.to === null ? end : places[at + step.steps]!;
    return [rectShape('seq-shade', [x.client, from], [x.service - x.client, Math.max(0, to - from)])];
  });
  const known = lanes.map(one => one.known);
  const truth = lanes.map(one => one.truth);
  return [
    ...shades,
    ...lanePieces(known, places, end, x.service - LANES),
    ...lanePieces(truth, places, end, x.service + LANES - LANE),
  ];
}
