import { escapeControls, escapeMarkup } from '../../core/text/escape.ts';
import {
  type Arrow,
  clockText,
  type Diagram,
  differenceText,
  gapText,
  type Lifeline,
  type Step,
  stepText,
  titleOf,
} from './diagram-model.ts';
import { SAVED_STYLE } from './drawing-style.ts';
import { layOutDiagram } from './layout.ts';
import type { Shape } from './shapes.ts';

const IDS: Readonly<Record<Lifeline, string>> = { client: 'C', service: 'S', receiver: 'R' };

/** Text of a message. Mermaid ends it at a line feed and a semicolon, and reads # as the start of an entity. */
const mermaidText = (text: string): string =>
  escapeControls(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[#;<>&"`%]/g, character => `#${character.charCodeAt(0)};`);

/** The arrow of a message: solid or dashed, with a cross if it was lost and an open head if it has not been sent. */
function arrowOf({ isResponse, lost, isAhead }: Arrow): string {
  const line = isResponse || isAhead ? '--' : '-';
  if (lost !== null) return `${line}x`;
  return isAhead ? `${line})` : `${line}>>`;
}

function lineOf(step: Step): string {
  if (step.kind === 'gap') return `Note over C,R: ${mermaidText(gapText(step))}`;
  if (step.kind === 'difference') return `Note left of S: ${mermaidText(differenceText(step))}`;
  const text = mermaidText(stepText(step));
  if (step.kind === 'arrow') return `${IDS[step.from]}${arrowOf(step)}${IDS[step.to]}: ${text}`;
  return `Note over S: ${clockText(step.at)} ${text}`;
}

/** The steps as statements, with a shade behind the steps during which the client does not know what is true. */
function statements(steps: readonly Step[]): string[] {
  let shaded = 0;
  return steps.flatMap(step => {
    if (step.kind === 'difference') {
      shaded = step.steps;
      const lines = ['rect rgba(240, 170, 40, 0.16)', lineOf(step)];
      return shaded > 0 ? lines : [...lines, 'end'];
    }
    shaded -= 1;
    return shaded === 0 ? [lineOf(step), 'end'] : [lineOf(step)];
  });
}

/** A diagram in the language of Mermaid, which GitHub and GitLab draw in issues. */
export function diagramMermaid(diagram: Diagram): string {
  const { names, steps } = diagram;
  const lines = [
    `title ${mermaidText(titleOf(diagram))}`,
    ...(['client', 'service', 'receiver'] as const).map(
      lifeline => `participant ${IDS[lifeline]} as ${mermaidText(names[lifeline])}`,
    ),
    ...statements(steps),
  ];
  return ['sequenceDiagram', ...lines.map(line => `    ${line}`)].join('\n');
}

const WIDTH = 860;
const TITLE_HEIGHT = 34;

const xmlText = (text: string): string => escapeMarkup(escapeControls(text));

function markup({ tag, class: name, attributes, text }: Shape): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${xmlText(String(value))}"`)
    .join('');
  if (!text) return `<${tag} class="${name}"${given}/>`;
  const parts = text.map(part =>
    part.class === undefined
      ? xmlText(part.text)
      : `<tspan class="${part.class}">${xmlText(part.text)}</tspan>`,
  );
  return `<${tag} class="${name}"${given}>${parts.join('')}</${tag}>`;
}

/** A diagram as an SVG file with its own styles, for light and dark backgrounds. */
export function diagramSvg(diagram: Diagram): string {
  const { width, height, frame, rows } = layOutDiagram(diagram, WIDTH);
  const whole = height + TITLE_HEIGHT;
  const title = xmlText(titleOf(diagram));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" role="img" aria-labelledby="title">`,
    `<title id="title">${title}</title>`,
    `<style>${SAVED_STYLE}</style>`,
    `<rect class="seq-ground" width="${width}" height="${whole}"/>`,
    `<text class="seq-title" x="16" y="24">${title}</text>`,
    `<g transform="translate(0 ${TITLE_HEIGHT})">`,
    ...frame.map(markup),
    ...rows.map(
      ({ label, shapes }) => `<g><title>${xmlText(label)}</title>${shapes.map(markup).join('')}</g>`,
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Renders a diagram in each format: for issues and pull requests, and as a file. */
const RENDERERS = { mermaid: diagramMermaid, svg: diagramSvg };

export type DiagramFormat = keyof typeof RENDERERS;
export const DIAGRAM_FORMATS = Object.keys(RENDERERS) as readonly DiagramFormat[];

export const renderDiagram = (diagram: Diagram, format: DiagramFormat): string => RENDERERS[format](diagram);
