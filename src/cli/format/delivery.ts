import type { components } from '../../contract/control-v1.generated.ts';
import { deliveryName } from '../../text/event-words.ts';
import { escapeControls, type Terminal } from '../terminal.ts';
import { outcomeText } from './happenings.ts';
import { spanText } from './time.ts';

type Delivery = components['schemas']['Delivery'];

/** A delivery as one line: its kind, the time since its event, and the outcome. */
export function deliveryLine(delivery: Delivery, eventAt: string | null, terminal: Terminal): string {
  const { at, outcome, answer, error, corruption, duration_ms } = delivery;
  const isFine = outcome === 'acknowledged';
  const sinceMs = eventAt === null ? 0 : Date.parse(at) - Date.parse(eventAt);
  const parts = [
    deliveryName(delivery),
    ...(sinceMs > 0 ? [`+${spanText(sinceMs)}`] : []),
    `→ ${terminal.paint(isFine ? 'green' : 'red', outcomeText(outcome, answer?.status))}`,
    terminal.paint('dim', `${Math.round(duration_ms)} ms`),
    ...(error === null ? [] : [terminal.paint('red', escapeControls(error))]),
    ...(corruption === null ? [] : [terminal.paint('magenta', corruption.name)]),
  ];
  return parts.join('  ');
}
