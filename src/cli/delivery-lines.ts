import type { components } from '../contract/control-v1.generated.ts';
import { outcomeText } from './happening-rows.ts';
import { harmless, type Terminal } from './terminal.ts';
import { spanText } from './texts.ts';

type Delivery = components['schemas']['Delivery'];

/** An attempt as one line: which, how long after its event, and what came back. */
export function deliveryLine(delivery: Delivery, eventAt: string | null, terminal: Terminal): string {
  const { attempt, copy, at, outcome, answer, error, corruption, duration_ms } = delivery;
  const isFine = outcome === 'acknowledged';
  const name = attempt === 0 ? 'by hand' : `attempt ${attempt}`;
  const sinceMs = eventAt === null ? 0 : Date.parse(at) - Date.parse(eventAt);
  const parts = [
    copy > 1 ? `${name}, copy ${copy}` : name,
    ...(sinceMs > 0 ? [`+${spanText(sinceMs)}`] : []),
    `→ ${terminal.paint(isFine ? 'green' : 'red', outcomeText(outcome, answer?.status))}`,
    terminal.paint('dim', `${Math.round(duration_ms)} ms`),
    ...(error === null ? [] : [terminal.paint('red', harmless(error))]),
    ...(corruption === null ? [] : [terminal.paint('magenta', corruption.name)]),
  ];
  return parts.join('  ');
}
