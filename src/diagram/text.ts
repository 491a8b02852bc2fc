import { escapeControls } from '../text/escape-controls.ts';
import type { Page, Tint } from '../text/table.ts';
import type { Arrow, Diagram, Lifeline, Mark, Step, Tone } from './steps.ts';
import { clockText, gapText, stepText, titleOf } from './words.ts';

const TIME_WIDTH = 12;
/** For the name of the last lifeline, which is centered on it. */
const MARGIN = 5;
/** The widest distance between two lifelines. Longer texts are truncated. */
const MAX_HALF = 48;
const MIN_HALF = 12;
const LIFELINES: readonly Lifeline[] = ['client', 'service', 'receiver'];
const TINTS: Readonly<Record<Tone, Tint | null>> = { plain: null, good: 'green', warn: 'yellow', bad: 'red' };

const lengthOf = (text: string): number => [...text].length;

function fitted(text: string, width: number): string {
  const safe = escapeControls(text).replaceAll(/[\n\t]/g, ' ');
  return lengthOf(safe) <= width ? safe : `${[...safe].slice(0, Math.max(0, width - 1)).join('')}…`;
}

const centered = (text: string, width: number, fill: string): string => {
  const left = Math.floor((width - lengthOf(text)) / 2);
  return fill.repeat(Math.max(0, left)) + text + fill.repeat(Math.max(0, width - lengthOf(text) - left));
};

function strokeOf({ isAhead, isResponse }: Arrow): string {
  if (isAhead) return '┄';
  return isResponse ? '╌' : '─';
}

/** An arrow between two lifelines that are `half` characters apart. */
function arrowText(arrow: Arrow, half: number): string {
  const stroke = strokeOf(arrow);
  const isRight = LIFELINES.indexOf(arrow.to) > LIFELINES.indexOf(arrow.from);
  const label = ` ${fitted(stepText(arrow), half - (arrow.lost === null ? 7 : 6))} `;
  if (arrow.lost === null) {
    const line = centered(label, half - 1, stroke);
    return isRight ? `${line}${arrow.isAhead ? '▷' : '▶'}` : `${arrow.isAhead ? '◁' : '◀'}${line}`;
  }
  // It breaks off before it arrives.
  const line = stroke.repeat(2) + label;
  const isShort = lengthOf(line) + 2 < half;
  const rest = stroke.repeat(isShort ? Math.floor((half - lengthOf(line)) / 2) : 1);
  const broken = isRight ? `${line}${rest}✕` : `✕${rest}${label}${stroke.repeat(2)}`;
  return isRight ? broken.padEnd(half) : broken.padStart(half);
}

/** Draws a diagram as text. */
class TextCanvas {
  readonly #page: Page;
  readonly #half: number;
  #lastTime = '';

  constructor(page: Page) {
    this.#page = page;
    const free = Math.floor((page.columns - TIME_WIDTH - 3 - MARGIN) / 2);
    this.#half = Math.max(MIN_HALF, Math.min(MAX_HALF, free));
  }

  /** The names of the lifelines, centered on them. */
  head(diagram: Diagram): string {
    const { client, service, receiver } = diagram.names;
    const gap = this.#half + 1;
    const place = (line: string, name: string, at: number): string =>
      line.padEnd(at - Math.floor(lengthOf(name) / 2)) + name;
    const first = TIME_WIDTH;
    const line = [client, service, receiver].reduce(
      (all, name, index) => place(all, name, first + index * gap),
      '',
    );
    return this.#page.paint('bold', line);
  }

  line(step: Step): string {
    if (step.kind === 'gap') return this.#gap(gapText(step));
    const time = this.#time(step);
    return (time + (step.kind === 'arrow' ? this.#arrow(step) : this.#mark(step))).trimEnd();
  }

  /** The lifelines alone. */
  bars(): string {
    const bars = ['│', '│', '│'].join(' '.repeat(this.#half));
    return ' '.repeat(TIME_WIDTH) + this.#page.paint('dim', bars);
  }

  #gap(text: string): string {
    const width = 2 * this.#half + 1;
    const label = ` ${fitted(text, width - 4)} `;
    const bar = this.#page.paint('dim', '┊');
    return `${' '.repeat(TIME_WIDTH)}${bar}${this.#page.paint('dim', centered(label, width, ' '))}${bar}`;
  }

  #time({ at, isAhead }: Arrow | Mark): string {
    const text = clockText(at);
    if (text === this.#lastTime) return ' '.repeat(TIME_WIDTH);
    this.#lastTime = text;
    return this.#page.paint('dim', (isAhead ? `(${text})` : text).padEnd(TIME_WIDTH));
  }

  #arrow(arrow: Arrow): string {
    const bar = this.#page.paint('dim', '│');
    const tint = arrow.isAhead ? 'dim' : TINTS[arrow.tone];
    const text = arrowText(arrow, this.#half);
    const painted = tint ? this.#page.paint(tint, text) : text;
    const space = ' '.repeat(this.#half);
    const isLeft = arrow.from === 'client' || arrow.to === 'client';
    return isLeft ? `${bar}${painted}${bar}${space}${bar}` : `${bar}${space}${bar}${painted}${bar}`;
  }

  #mark(mark: Mark): string {
    const bar = this.#page.paint('dim', '│');
    const tint = mark.isAhead ? 'dim' : TINTS[mark.tone];
    const text = ` ${fitted(stepText(mark), this.#half - 1)}`.padEnd(this.#half);
    const dot = mark.isAhead ? '○' : '●';
    const paint = (part: string): string => (tint ? this.#page.paint(tint, part) : part);
    return `${bar}${' '.repeat(this.#half)}${paint(dot)}${paint(text)}${bar}`;
  }
}

/** A diagram as lines of text that fit the width of the page, if that is at least 44 characters. */
export function diagramText(diagram: Diagram, page: Page): string {
  const canvas = new TextCanvas(page);
  const rows = diagram.steps.map(step => canvas.line(step));
  const title = page.paint('bold', fitted(titleOf(diagram), page.columns));
  return [title, '', canvas.head(diagram), canvas.bars(), ...rows, canvas.bars()].join('\n');
}
