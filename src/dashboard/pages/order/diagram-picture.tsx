import { h } from 'preact';
import { useRef } from 'preact/hooks';
import type { Diagram, Evidence, OrderRecord } from '../../../judge/diagram/diagram-model.ts';
import { drawingStyle } from '../../../judge/diagram/drawing-style.ts';
import { layOutDiagram, type Row } from '../../../judge/diagram/layout.ts';
import { orderDiagram } from '../../../judge/diagram/order-diagram.ts';
import type { Shape } from '../../../judge/diagram/shapes.ts';
import { useExtent } from '../../parts/hooks.ts';
import { linkTo } from '../../routes.ts';

const USUAL_WIDTH = 860;

// The style of saved drawings, in the colors of the theme. The Content-Security-Policy allows no style element.
const style = new CSSStyleSheet();
style.replaceSync(
  `.seq{${drawingStyle({
    ground: 'none',
    text: 'var(--text)',
    faint: 'var(--text-soft)',
    line: 'var(--line-strong)',
    head: 'var(--mute-soft)',
    accent: 'var(--accent)',
    wash: 'var(--accent-soft)',
    shade: 'var(--warn-soft)',
    calm: 'var(--calm)',
    good: 'var(--good)',
    warn: 'var(--warn)',
    bad: 'var(--bad)',
  })}}`,
);
document.adoptedStyleSheets.push(style);

const shapeView = ({ tag, class: name, attributes, text }: Shape, key: number) =>
  h(
    tag,
    { key, class: name, ...attributes },
    text?.map((part, index) =>
      part.class === undefined ? (
        part.text
      ) : (
        <tspan key={index} class={part.class}>
          {part.text}
        </tspan>
      ),
    ),
  );

/** The page of a request, or of the event of a delivery. */
export const linkOf = (evidence: Evidence): string =>
  evidence.kind === 'request' ? linkTo('requests', evidence.id) : linkTo('webhooks', evidence.eventId);

interface Props {
  readonly diagram: Diagram;
  /** Opens the bytes of an arrow; several if it stands for repeated messages. Without it, the arrows are not links. */
  readonly onOpen?: ((evidence: readonly Evidence[]) => void) | undefined;
}

/** A sequence diagram that fills the width of its container. Each arrow is a link to its bytes. */
export function DiagramPicture({ diagram, onOpen }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const width = useExtent(container, 'clientWidth', USUAL_WIDTH);
  const layout = layOutDiagram(diagram, width.value);
  return (
    <div class="seq" ref={container}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links in it is a group. */}
      <svg
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="group"
        aria-label={`Sequence diagram of ${diagram.title.replace(/^O/, 'o')}`}
        class={layout.width < 560 ? 'is-narrow' : ''}
      >
        {layout.frame.map(shapeView)}
        {layout.rows.map((row, index) => (
          <RowView key={index} row={row} width={layout.width} onOpen={onOpen} />
        ))}
      </svg>
    </div>
  );
}

interface RowProps extends Pick<Props, 'onOpen'> {
  readonly row: Row;
  readonly width: number;
}

function RowView({ row, width, onOpen }: RowProps) {
  const { label, evidence, shapes, y, height } = row;
  const first = evidence[0];
  if (!first || !onOpen) {
    return (
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a part of a drawing is not interactive.
      <g role="img" aria-label={label}>
        {shapes.map(shapeView)}
      </g>
    );
  }
  return (
    <a
      href={linkOf(first)}
      class="seq-row"
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(evidence);
      }}
    >
      <rect class="seq-hit" x="1" y={y} width={width - 2} height={height} rx="5" />
      <title>{label}</title>
      {/* The title names the link, because these texts are cut in a narrow picture. */}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of shapes takes no focus. */}
      <g aria-hidden="true">{shapes.map(shapeView)}</g>
    </a>
  );
}

/** The sequence diagram of an order that no longer exists, so that its arrows lead nowhere. */
export const RecordPicture = ({ record }: { record: OrderRecord }) => (
  <DiagramPicture diagram={orderDiagram(record)} />
);
