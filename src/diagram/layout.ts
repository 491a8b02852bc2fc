import { drawArrow, drawGap, drawMark } from './draw-steps.ts';
import { type Geometry, geometryOf, type Shape } from './shapes.ts';
import type { Diagram, Evidence, Lifeline, Step } from './steps.ts';
import { clockText, sentenceOf } from './words.ts';

/** A step as it is drawn. */
export interface Row {
  /** The step in words. */
  readonly label: string;
  readonly evidence: readonly Evidence[];
  readonly shapes: readonly Shape[];
  readonly y: number;
  readonly height: number;
}

/** A diagram as it is drawn, in pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The lifelines, their names and the times, behind the rows. */
  readonly frame: readonly Shape[];
  readonly rows: readonly Row[];
}

const HEAD = 40;
const FOOT = 16;
const HEIGHTS: Readonly<Record<Step['kind'], number>> = { arrow: 31, mark: 28, gap: 36 };
const LIFELINES: readonly Lifeline[] = ['client', 'service', 'receiver'];

function headShapes({ names }: Diagram, { x, fontSize }: Geometry): Shape[] {
  return LIFELINES.flatMap((lifeline): Shape[] => {
    const width = names[lifeline].length * fontSize * 0.58 + 16;
    return [
      {
        tag: 'rect',
        class: 'seq-head',
        attributes: { x: x[lifeline] - width / 2, y: 6, width, height: 26, rx: 6 },
      },
      {
        tag: 'text',
        class: 'seq-name',
        attributes: { x: x[lifeline], y: 23, 'text-anchor': 'middle' },
        text: [{ text: names[lifeline] }],
      },
    ];
  });
}

/** The lifelines: solid, dashed where time passes, and dotted in the future. */
function lifelineShapes(steps: readonly Step[], rows: readonly Row[], { x }: Geometry): Shape[] {
  const parts: { from: number; to: number; kind: string }[] = [{ from: 32, to: HEAD, kind: '' }];
  rows.forEach(({ y, height }, index) => {
    const step = steps[index]!;
    const kind = step.isAhead ? 'is-ahead' : step.kind === 'gap' ? 'is-gap' : '';
    const last = parts.at(-1)!;
    if (last.kind === kind && kind !== 'is-gap') last.to = y + height;
    else parts.push({ from: y, to: y + height, kind });
  });
  const last = parts.at(-1)!;
  parts.push({ from: last.to, to: last.to + FOOT - 4, kind: last.kind });
  return LIFELINES.flatMap(lifeline =>
    parts.map(
      ({ from, to, kind }): Shape => ({
        tag: 'line',
        class: `seq-life ${kind}`.trim(),
        attributes: { x1: x[lifeline], x2: x[lifeline], y1: from, y2: to },
      }),
    ),
  );
}

function timeShape(step: Exclude<Step, { kind: 'gap' }>, y: number, { timeX }: Geometry): Shape {
  return {
    tag: 'text',
    class: 'seq-time',
    attributes: { x: timeX, y: y + 4, 'text-anchor': 'end' },
    text: [{ text: clockText(step.at) }],
  };
}

/** Below this width, in pixels, names overlap. A window of 320 px has room for it. */
const NARROWEST = 280;

/** Lays out a diagram for a width in pixels, at least `NARROWEST`. */
export function layOutDiagram(diagram: Diagram, width: number): Layout {
  const geometry = geometryOf(Math.max(NARROWEST, width));
  let y = HEAD;
  let shownTime = '';
  const times: Shape[] = [];
  const rows = diagram.steps.map((step): Row => {
    const height = HEIGHTS[step.kind];
    const row = { label: sentenceOf(step, diagram), y, height };
    y += height;
    if (step.kind === 'gap') {
      return { ...row, evidence: [], shapes: drawGap(step, row.y + height / 2, geometry) };
    }
    const lineY = row.y + (step.kind === 'arrow' ? 21 : height / 2);
    const time = clockText(step.at);
    const shapes = step.kind === 'arrow' ? drawArrow(step, lineY, geometry) : drawMark(step, lineY, geometry);
    if (time !== shownTime) times.push(timeShape(step, lineY, geometry));
    shownTime = time;
    return { ...row, evidence: step.kind === 'arrow' ? step.evidence : [], shapes };
  });
  return {
    width: geometry.width,
    height: y + FOOT,
    frame: [...lifelineShapes(diagram.steps, rows, geometry), ...headShapes(diagram, geometry), ...times],
    rows,
  };
}
