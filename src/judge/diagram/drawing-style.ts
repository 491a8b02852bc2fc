/** The colors of a saved drawing on a light background. */
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

const colorRules = (color: typeof LIGHT): string => `
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

const SHAPE_RULES = `text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif;white-space:pre}
.seq-title{font-size:15px;font-weight:650}.seq-name,.seq-text,.seq-unknown{font-weight:600}.seq-caption{font-size:11px}.seq-unknown .seq-note{font-weight:400}
.seq-life{stroke-width:1.5}.seq-life.is-gap{stroke-dasharray:2 5}.seq-life.is-ahead{stroke-dasharray:1 5}
.seq-line{stroke-width:1.5}.seq-line.is-response{stroke-dasharray:5 3}.seq-line.is-ahead{stroke-dasharray:1 4}
.seq-cross{stroke-width:2;fill:none}.seq-tip{stroke-width:1.5;stroke-linejoin:round}`;

/** The style of a diagram in the given colors, as CSS rules for its classes. */
export const drawingStyle = (color: typeof LIGHT): string => `${SHAPE_RULES}\n${colorRules(color)}`;

/** The style of a saved drawing, for light and dark backgrounds. */
export const SAVED_STYLE = `${drawingStyle(LIGHT)}
@media (prefers-color-scheme:dark){${colorRules(DARK)}}`;
