import { truncated, wrapped } from '../../core/text/lines.ts';
import type { Lifeline } from './diagram-model.ts';

/** A part of a text with its class. */
export interface TextPart {
  readonly text: string;
  readonly class?: string;
}

/** An SVG element. Its class begins with `seq-`. */
export interface Shape {
  readonly tag: 'line' | 'path' | 'circle' | 'rect' | 'text';
  readonly class: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: readonly TextPart[];
}

type Point = readonly [x: number, y: number];

export const lineShape = (name: string, [x1, y1]: Point, [x2, y2]: Point): Shape => ({
  tag: 'line',
  class: name,
  attributes: { x1, y1, x2, y2 },
});

/** @param rx the radius of its corners */
export const rectShape = (name: string, [x, y]: Point, [width, height]: Point, rx = 0): Shape => ({
  tag: 'rect',
  class: name,
  attributes: { x, y, width, height, rx },
});

/** @param anchor which part of the text is at the point */
export const textShape = (
  name: string,
  [x, y]: Point,
  text: string | readonly TextPart[],
  anchor: 'start' | 'middle' | 'end' = 'start',
): Shape => ({
  tag: 'text',
  class: name,
  attributes: { x, y, 'text-anchor': anchor },
  text: typeof text === 'string' ? [{ text }] : text,
});

/** The positions of the parts of a diagram, in pixels. */
export interface Geometry {
  readonly width: number;
  readonly fontSize: number;
  readonly timeX: number;
  readonly x: Readonly<Record<Lifeline, number>>;
  /** The space between two neighboring lifelines. */
  readonly reach: number;
}

/** Below this width, a diagram uses smaller text. */
const NARROW = 560;
/** Wider diagrams would only have longer arrows. */
const WIDEST = 980;

/** The usual width of a character, as a share of the font size. */
export const CHARACTER = 0.6;

/** The geometry of a diagram that has a width available. */
export function geometryOf(available: number): Geometry {
  const width = Math.min(available, WIDEST);
  const isNarrow = width < NARROW;
  const fontSize = isNarrow ? 10.5 : 12;
  const timeX = isNarrow ? 54 : 62;
  const client = timeX + (isNarrow ? 26 : 44);
  const receiver = width - (isNarrow ? 42 : 48);
  const service = Math.round((client + receiver) / 2);
  return { width, fontSize, timeX, x: { client, service, receiver }, reach: service - client };
}

const charactersIn = (width: number, fontSize: number): number =>
  Math.max(1, Math.floor(width / (fontSize * CHARACTER)));

/** A text, truncated to fit a width. */
export const fitted = (text: string, width: number, fontSize: number): string =>
  truncated(text, charactersIn(width, fontSize));

/** A text in lines that fit a width. */
export const linesIn = (text: string, width: number, fontSize: number): string[] =>
  wrapped(text, charactersIn(width, fontSize));
