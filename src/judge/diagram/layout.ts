import {
  type Arrow,
  clockText,
  type Diagram,
  detailOf,
  type Evidence,
  type Gap,
  gapText,
  type Lifeline,
  type Mark,
  type Step,
  sentenceOf,
} from './diagram-model.ts';
import { differenceLines, drawDifference, LANES, laneShapes } from './lanes.ts';
import {
  CHARACTER,
  fitted,
  type Geometry,
  geometryOf,
  lineShape,
  rectShape,
  type Shape,
  type TextPart,
  textShape,
} from './shapes.ts';

const HEAD_LENGTH = 7;
const CROSS = 4.5;
const DOT = 5;
/** The share of the way that a lost message covers. */
const BREAK = 0.8;

/** A text that is truncated to a width, with as many of its fainter details as fit beside it. */
function labelParts(text: string, note: string, width: number, fontSize: number): TextPart[] {
  const head = fitted(text, width, fontSize);
  const room = width / (fontSize * CHARACTER) - head.length - 2;
  const details = note.split(', ');
  while (details.length > 0 && details.join(', ').length > room) details.pop();
  if (details.join('') === '') return [{ text: head, class: 'seq-text' }];
  return [
    { text: head, class: 'seq-text' },
    { text: `  ${details.join(', ')}`, class: 'seq-note' },
  ];
}

const classOf = (name: string, step: Arrow | Mark): string =>
  `${name} seq-${step.tone}${step.isAhead ? ' is-ahead' : ''}`;

function headShape(arrow: Arrow, x: number, y: number, direction: number): Shape {
  const back = x - direction * HEAD_LENGTH;
  if (arrow.lost !== null) {
    const d = `M${x - CROSS} ${y - CROSS}L${x + CROSS} ${y + CROSS}M${x + CROSS} ${y - CROSS}L${x - CROSS} ${y + CROSS}`;
    return { tag: 'path', class: classOf('seq-cross', arrow), attributes: { d } };
  }
  const d = `M${back} ${y - 4}L${x} ${y}L${back} ${y + 4}`;
  const isOpen = arrow.isResponse || arrow.isAhead;
  return {
    tag: 'path',
    class: classOf(isOpen ? 'seq-tip is-open' : 'seq-tip', arrow),
    attributes: { d: isOpen ? d : `${d}z` },
  };
}

function drawArrow(arrow: Arrow, y: number, { x, fontSize, reach }: Geometry): Shape[] {
  const direction = Math.sign(x[arrow.to] - x[arrow.from]);
  // At the service, arrows begin and end beside the lanes.
  const from = x[arrow.from] + (arrow.from === 'service' ? direction * LANES : 0);
  const length = reach - LANES - 1;
  const end = from + direction * (arrow.lost === null ? length : BREAK * length);
  const isMany = arrow.evidence.length > 1 && !arrow.isResponse;
  const kind = classOf(arrow.isResponse ? 'seq-line is-response' : 'seq-line', arrow);
  const tip = end - direction * (arrow.lost === null ? 2 : 0);
  const line = (atY: number): Shape => lineShape(kind, [from + direction, atY], [tip, atY]);
  const label = labelParts(arrow.text, detailOf(arrow), length - 8, fontSize);
  return [
    ...(isMany ? [line(y - 1.5), line(y + 1.5)] : [line(y)]),
    headShape(arrow, end, y, direction),
    textShape(classOf('seq-label', arrow), [from + (direction * length) / 2, y - 7], label, 'middle'),
  ];
}

function drawMark(mark: Mark, y: number, { x, fontSize, reach }: Geometry): Shape[] {
  const label = labelParts(mark.text, mark.note, reach - LANES - 12, fontSize);
  return [
    { tag: 'circle', class: classOf('seq-dot', mark), attributes: { cx: x.service, cy: y, r: DOT } },
    textShape(classOf('seq-state', mark), [x.service + LANES + 7, y + 4], label),
  ];
}

function drawGap(gap: Gap, y: number, { x, fontSize }: Geometry): Shape[] {
  const text = fitted(gapText(gap), x.receiver - x.client, fontSize);
  const width = text.length * fontSize * 0.56 + 22;
  const kind = gap.isAdvanced ? ' is-advanced' : '';
  return [
    rectShape(`seq-gap${kind}`, [x.service - width / 2, y - 10], [width, 20], 10),
    textShape(`seq-pause${kind}`, [x.service, y + 4], text, 'middle'),
  ];
}

/** A step as it is drawn. */
export interface Row {
  /** The step in words. */
  readonly label: string;
  readonly evidence: readonly Evidence[];
  readonly shapes: readonly Shape[];
  readonly y: number;
  readonly height: number;
  /** Where the step is in time: the height of an arrow's line. */
  readonly line: number;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  /** The lifelines, their names and the times, behind the rows. */
  readonly frame: readonly Shape[];
  readonly rows: readonly Row[];
}

const HEAD = 56;
const FOOT = 16;
const HEIGHTS: Readonly<Record<Exclude<Step['kind'], 'difference'>, number>> = {
  arrow: 31,
  mark: 28,
  gap: 36,
};
const LIFELINES: readonly Lifeline[] = ['client', 'service', 'receiver'];

function headShapes({ names }: Diagram, { x, fontSize }: Geometry): Shape[] {
  const ofLifelines = LIFELINES.flatMap(lifeline => {
    const width = names[lifeline].length * fontSize * 0.58 + 16;
    return [
      rectShape('seq-head', [x[lifeline] - width / 2, 6], [width, 26], 6),
      textShape('seq-name', [x[lifeline], 23], names[lifeline], 'middle'),
    ];
  });
  return [
    ...ofLifelines,
    textShape('seq-caption', [x.service - LANES, HEAD - 7], 'known to the client', 'end'),
    textShape('seq-caption', [x.service + LANES, HEAD - 7], 'actual state'),
  ];
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
    parts.map(({ from, to, kind }) =>
      lineShape(`seq-life ${kind}`.trim(), [x[lifeline], from], [x[lifeline], to]),
    ),
  );
}

function rowOf(step: Step, label: string, y: number, geometry: Geometry): Row {
  const row = { label, evidence: step.kind === 'arrow' ? step.evidence : [], y };
  if (step.kind === 'difference') {
    const lines = differenceLines(step, geometry);
    const height = lines.length * (geometry.fontSize + 4) + 8;
    return { ...row, shapes: drawDifference(lines, y, geometry), height, line: y };
  }
  const height = HEIGHTS[step.kind];
  const line = y + (step.kind === 'arrow' ? 21 : height / 2);
  const shapes =
    step.kind === 'gap'
      ? drawGap(step, line, geometry)
      : step.kind === 'mark'
        ? drawMark(step, line, geometry)
        : drawArrow(step, line, geometry);
  return { ...row, shapes, height, line };
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
    const row = rowOf(step, sentenceOf(step, diagram), y, geometry);
    y += row.height;
    if (step.kind === 'gap' || step.kind === 'difference') return row;
    const time = clockText(step.at);
    if (time !== shownTime) times.push(textShape('seq-time', [geometry.timeX, row.line + 4], time, 'end'));
    shownTime = time;
    return row;
  });
  return {
    width: geometry.width,
    height: y + FOOT,
    frame: [
      ...lifelineShapes(diagram.steps, rows, geometry),
      ...laneShapes(diagram.steps, rows, HEAD, FOOT - 4, geometry),
      ...headShapes(diagram, geometry),
      ...times,
    ],
    rows,
  };
}
