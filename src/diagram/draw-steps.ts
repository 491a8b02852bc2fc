import { CHARACTER, fitted, type Geometry, type Shape, type TextPart } from './shapes.ts';
import type { Arrow, Gap, Mark } from './steps.ts';
import { detailOf, gapText } from './words.ts';

const HEAD_LENGTH = 7;
const CROSS = 4.5;
const DOT = 5;
/** How far a lost message gets, as a share of the way. */
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

/** The line of an arrow, its head and its text. */
export function drawArrow(arrow: Arrow, y: number, { x, fontSize, reach }: Geometry): Shape[] {
  const from = x[arrow.from];
  const direction = Math.sign(x[arrow.to] - from);
  const share = arrow.lost === null ? 1 : BREAK;
  const end = from + direction * (share * reach - 1);
  const isMany = arrow.evidence.length > 1 && !arrow.isResponse;
  const kind = arrow.isResponse ? 'seq-line is-response' : 'seq-line';
  const line = (atY: number): Shape => ({
    tag: 'line',
    class: classOf(kind, arrow),
    attributes: {
      x1: from + direction,
      x2: end - direction * (arrow.lost === null ? 2 : 0),
      y1: atY,
      y2: atY,
    },
  });
  return [
    ...(isMany ? [line(y - 1.5), line(y + 1.5)] : [line(y)]),
    headShape(arrow, end, y, direction),
    {
      tag: 'text',
      class: classOf('seq-label', arrow),
      attributes: { x: from + (direction * reach) / 2, y: y - 7, 'text-anchor': 'middle' },
      text: labelParts(arrow.text, detailOf(arrow), reach - 14, fontSize),
    },
  ];
}

/** A dot on the lifeline of the service, with its text beside it. */
export function drawMark(mark: Mark, y: number, { x, fontSize, reach }: Geometry): Shape[] {
  const left = x.service + DOT + 8;
  return [
    { tag: 'circle', class: classOf('seq-dot', mark), attributes: { cx: x.service, cy: y, r: DOT } },
    {
      tag: 'text',
      class: classOf('seq-state', mark),
      attributes: { x: left, y: y + 4 },
      text: labelParts(mark.text, mark.note, reach - DOT - 16, fontSize),
    },
  ];
}

/** The length of a pause, across the lifelines. */
export function drawGap(gap: Gap, y: number, { x, fontSize }: Geometry): Shape[] {
  const text = fitted(gapText(gap), x.receiver - x.client, fontSize);
  const width = text.length * fontSize * 0.56 + 22;
  const kind = gap.isAdvanced ? ' is-advanced' : '';
  return [
    {
      tag: 'rect',
      class: `seq-gap${kind}`,
      attributes: { x: x.service - width / 2, y: y - 10, width, height: 20, rx: 10 },
    },
    {
      tag: 'text',
      class: `seq-pause${kind}`,
      attributes: { x: x.service, y: y + 4, 'text-anchor': 'middle' },
      text: [{ text }],
    },
  ];
}
