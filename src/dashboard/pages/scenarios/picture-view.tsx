import type { ComponentChildren } from 'preact';
import type { InlineScenario } from '../../../client/data-types.ts';
import { isTerminal } from '../../../core/domain/order.ts';
import type { Schemas } from '../../control-api.ts';
import { orderTone } from '../../parts/pill.tsx';
import { type Delivery, type Picture, pictureOf, type ResponseFate } from './picture-model.ts';

const WIDTH = 132;
const HEIGHT = 40;
const MARGIN = 12;

type PictureOf<Kind extends Picture['kind']> = Extract<Picture, { kind: Kind }>;

/** The dashes of a line for something that does not end or is not genuine. */
const DASHED = '2.5 3.5';

/** States as dots on a line. A line that continues means that nothing more happens by itself. */
function Lifecycle({ states, delay, refund }: PictureOf<'lifecycle'>) {
  const y = HEIGHT / 2;
  const last = states.at(-1)!;
  const ends = isTerminal(last);
  const room = WIDTH - 2 * MARGIN - (ends ? 0 : 30) - (refund === null ? 0 : 62);
  const step = Math.min(room / Math.max(states.length - 1, 1), 27);
  const x = (index: number): number => MARGIN + index * step;
  const end = x(states.length - 1);
  return (
    <>
      <line stroke="var(--line-strong)" x1={MARGIN} x2={end} y1={y} y2={y} />
      {!ends && (
        <line
          stroke="var(--line-strong)"
          stroke-dasharray={DASHED}
          x1={end + 9}
          x2={WIDTH - MARGIN}
          y1={y}
          y2={y}
        />
      )}
      {states.map((status, index) => (
        <circle
          key={index}
          class={`tone-${orderTone(status)}`}
          fill="currentColor"
          cx={x(index)}
          cy={y}
          r={5.5}
        />
      ))}
      {last === 'failed' && <path stroke="var(--surface)" d={`M${end - 2} ${y - 2}l4 4m0 -4l-4 4`} />}
      {refund !== null && (
        <text class={refund === 'no refund' ? '' : 'tone-good'} x={end + 10} y={y + 3.5}>
          {refund}
        </text>
      )}
      {delay !== null && (
        <text x={x(delay.state - 0.5)} y={y + 18} text-anchor="middle">
          {delay.text}
        </text>
      )}
    </>
  );
}

const LEFT = 14;
const RIGHT = WIDTH - 16;

/** The labels shown instead of a status that the client does not get. */
const LABELS: Readonly<Partial<Record<ResponseFate, string>>> = {
  lost: 'lost',
  broken: 'cut off',
  never: 'no response',
};

function Response({ label, fate, isSlow, isCommitted, isBad }: PictureOf<'response'>) {
  const tone = isBad ? 'bad' : 'good';
  const back = 31;
  const stop = { answered: LEFT + 3, broken: LEFT + 34, lost: LEFT + 44, never: RIGHT - 26 }[fate];
  return (
    <>
      <line stroke="var(--line-strong)" x1={LEFT} x2={LEFT} y1={4} y2={HEIGHT - 2} />
      <line stroke="var(--line-strong)" x1={RIGHT} x2={RIGHT} y1={4} y2={HEIGHT - 2} />
      <path stroke="currentColor" d={`M${LEFT + 2} 11H${RIGHT - 7}m-4 -3l4 3l-4 3`} />
      <circle
        class={isCommitted ? 'tone-good' : ''}
        fill={isCommitted ? 'currentColor' : 'var(--surface)'}
        stroke="currentColor"
        cx={RIGHT}
        cy={isSlow ? 19 : 15}
        r={4.5}
      />
      <g class={`tone-${tone}`}>
        <path
          stroke="currentColor"
          stroke-dasharray={fate === 'never' || isSlow ? DASHED : undefined}
          d={`M${RIGHT - 3} ${back}H${stop}${fate === 'answered' ? 'm4 -3l-4 3l4 3' : ''}`}
        />
        {(fate === 'lost' || fate === 'broken') && (
          <path stroke="currentColor" d={`M${stop - 9} ${back - 3.5}l6 7m0 -7l-6 7`} />
        )}
        <text
          x={(Math.min(stop, LEFT + 44) + RIGHT) / 2 - (fate === 'never' ? 12 : 0)}
          y={back - 4.5}
          text-anchor="middle"
        >
          {LABELS[fate] ?? label}
        </text>
      </g>
    </>
  );
}

/** The five events of an order, each with its arrows down to the receiver. */
function Webhooks({ deliveries }: PictureOf<'webhooks'>) {
  const x = (at: number): number => MARGIN + 4 + at * ((WIDTH - 2 * MARGIN - 14) / 4);
  return (
    <>
      <line stroke="var(--line-strong)" x1={6} x2={WIDTH - 6} y1={7} y2={7} />
      <line stroke="var(--line-strong)" x1={6} x2={WIDTH - 6} y1={HEIGHT - 5} y2={HEIGHT - 5} />
      {deliveries.map((delivery, index) => (
        <Arrow key={index} {...delivery} x={x} />
      ))}
    </>
  );
}

function Arrow({ from, to, isLost, isForged, x }: Delivery & { x: (at: number) => number }) {
  const [startX, endX, bottom] = [x(from), Math.min(x(to), WIDTH - 8), HEIGHT - 8];
  const angle = Math.atan2(bottom - 8, endX - startX);
  const tip = (turn: number): string =>
    `${(endX - 4.5 * Math.cos(angle + turn)).toFixed(1)} ${(bottom - 4.5 * Math.sin(angle + turn)).toFixed(1)}`;
  if (isLost) {
    return (
      <g class="tone-bad">
        <path stroke="currentColor" d={`M${startX} 8V17M${startX - 3} 19.5l6 6m0 -6l-6 6`} />
      </g>
    );
  }
  return (
    <g class={`tone-${isForged ? 'bad' : from === to ? 'calm' : 'warn'}`}>
      <path
        stroke="currentColor"
        stroke-dasharray={isForged ? DASHED : undefined}
        d={`M${startX} 8L${endX} ${bottom}`}
      />
      <path stroke="currentColor" d={`M${tip(0.5)}L${endX} ${bottom}L${tip(-0.5)}`} />
    </g>
  );
}

function partsOf(picture: Picture): ComponentChildren {
  switch (picture.kind) {
    case 'lifecycle':
      return <Lifecycle {...picture} />;
    case 'response':
      return <Response {...picture} />;
    case 'webhooks':
      return <Webhooks {...picture} />;
  }
}

interface Props {
  readonly of: Schemas['Scenario'];
  /** Hides the picture from screen readers, where the summary is next to it. */
  readonly isDecorative?: boolean;
}

/** A small picture of what a scenario does, derived from its rules. */
export function ScenarioPicture({ of, isDecorative = false }: Props) {
  if (!of.rules) return null;
  const picture = pictureOf(of.rules as unknown as InlineScenario);
  return (
    <svg
      class="scenario-picture soft"
      fill="none"
      stroke-width="1.5"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      {...(isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': of.summary })}
    >
      <title>{of.summary}</title>
      {partsOf(picture)}
    </svg>
  );
}
