import { escapeControls } from '../../core/text/escape.ts';
import { differingSteps } from './knowledge.ts';
import { layOutDiagram } from './layout.ts';
import type { Shape } from './shapes.ts';
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
} from './steps.ts';

const IDS: Readonly<Record<Lifeline, string>> = { client: 'C', service: 'S', receiver: 'R' };

/** Text of a message. Mermaid ends it at a line feed and a semicolon, and reads # as the start of an entity. */
const mermaidText = (text: string): string =>
  escapeControls(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[#;<>&"`%]/g, character => `#${character.charCodeAt(0)};`);

/** The arrow of a message: solid or dashed, with a cross if it was lost and an open head if it was not sent yet. */
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

/** The steps as statements, with a shade behind those during which the client does not know what is true. */
function statements(steps: readonly Step[]): string[] {
  const isShaded = differingSteps(steps);
  const lines = steps.flatMap((step, at) => {
    const ends = isShaded[at - 1] && (!isShaded[at] || step.kind === 'difference') ? ['end'] : [];
    if (step.kind === 'difference') return [...ends, 'rect rgba(240, 170, 40, 0.16)', lineOf(step)];
    // The message that ends a difference belongs to it; what is scheduled does not.
    return step.isAhead ? [...ends, lineOf(step)] : [lineOf(step), ...ends];
  });
  return isShaded.at(-1) ? [...lines, 'end'] : lines;
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

/** The width of a drawing that is saved, in pixels. */
const WIDTH = 860;
const TITLE_HEIGHT = 34;

/** The colors of a saved drawing. The dashboard has rules of its own for the same classes. */
const LIGHT = {
  ground: '#ffffff',
  text: '#1b1c25',
  faint: '#666879',
  line: '#cfcfdb',
  head: '#f1f1f5',
  accent: '#4547d8',
  wash: '#ececfd',
  shade: '#fdf0d8',
  calm: '#24598f',
  good: '#0a6b45',
  warn: '#8a5200',
  bad: '#b3202c',
};
const DARK: typeof LIGHT = {
  ground: '#17181f',
  text: '#e9e9f0',
  faint: '#9092a4',
  line: '#3a3d4b',
  head: '#23252f',
  accent: '#a3a6ff',
  wash: '#26274a',
  shade: '#3a2c10',
  calm: '#86bdf2',
  good: '#56d39b',
  warn: '#f1b654',
  bad: '#ff8f92',
};

const rules = (color: typeof LIGHT): string => `
.seq-ground{fill:${color.ground}}
text{fill:${color.text}}
.seq-note,.seq-time,.seq-pause,.seq-caption{fill:${color.faint}}
.seq-shade{fill:${color.shade}}.seq-unknown{fill:${color.warn}}
${(['calm', 'accent', 'good', 'warn', 'bad'] as const).map(tone => `.seq-lane.is-${tone}{fill:${color[tone]}}`).join('')}.seq-lane.is-refunded{fill:${color.faint}}
.seq-life{stroke:${color.line}}
.seq-head,.seq-gap{fill:${color.head}}
.seq-gap.is-advanced{fill:${color.wash}}
.seq-pause.is-advanced{fill:${color.accent}}
.seq-line,.seq-cross,.seq-tip{stroke:${color.text}}
.seq-tip,.seq-dot{fill:${color.text}}
${(['good', 'warn', 'bad'] as const)
  .map(
    tone =>
      `.seq-${tone} .seq-text{fill:${color[tone]}}.seq-line.seq-${tone},.seq-cross.seq-${tone},.seq-tip.seq-${tone}{stroke:${color[tone]}}.seq-dot.seq-${tone},.seq-tip.seq-${tone}{fill:${color[tone]}}`,
  )
  .join('')}
.seq-tip.is-open{fill:none}
.is-ahead,.is-ahead .seq-text{fill:${color.faint}}
.seq-line.is-ahead,.seq-tip.is-ahead,.seq-dot.is-ahead{stroke:${color.faint};fill:none}`;

const STYLE = `text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;white-space:pre}
.seq-title{font-size:15px;font-weight:650}.seq-name,.seq-text,.seq-unknown{font-weight:600}.seq-caption{font-size:11px}.seq-unknown .seq-note{font-weight:400}
.seq-life{stroke-width:1.5}.seq-life.is-gap{stroke-dasharray:2 5}.seq-life.is-ahead{stroke-dasharray:1 5}
.seq-line{stroke-width:1.5}.seq-line.is-response{stroke-dasharray:5 3}.seq-line.is-ahead{stroke-dasharray:1 4}
.seq-cross{stroke-width:2;fill:none}.seq-tip{stroke-width:1.5;stroke-linejoin:round}
${rules(LIGHT)}
@media (prefers-color-scheme:dark){${rules(DARK)}}`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const xmlText = (text: string): string =>
  escapeControls(text).replaceAll(/[&<>"']/g, character => ENTITIES[character]!);

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
    `<style>${STYLE}</style>`,
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
