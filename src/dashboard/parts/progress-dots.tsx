import type { OrderStatus } from '../../core/domain/order.ts';
import { orderTone } from './pill.tsx';

const STAGES = ['processing', 'delegating', 'delegated', 'undelegating', 'completed'] as const;

/** The part of an order's course that a row has. */
interface Course {
  readonly status: OrderStatus;
  readonly txid: string | null;
  readonly delivered_at: string | null;
}

/** The number of the five stages that an order has entered. */
function stagesOf({ status, txid, delivered_at }: Course): number {
  const at = (STAGES as readonly string[]).indexOf(status);
  if (at >= 0) return at + 1;
  if (delivered_at !== null) return 3;
  return txid === null ? 1 : 2;
}

/** Five dots, one per stage of an order, filled up to the current stage. */
export function ProgressDots({ of }: { of: Course }) {
  const reached = stagesOf(of);
  return (
    <span
      class={`dots tone-${of.status === 'completed' ? 'good' : orderTone(of.status)}`}
      role="img"
      aria-label={`${reached} of 5 stages`}
      title={`${of.status}: ${reached} of 5 stages (${STAGES.join(', ')})`}
    >
      {'●'.repeat(reached) + '○'.repeat(STAGES.length - reached)}
    </span>
  );
}
