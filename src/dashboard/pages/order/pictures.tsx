import type { Schemas } from '../../api.ts';
import { AttemptLanes } from './attempt-lanes.tsx';
import { DiagramCard } from './diagram-card.tsx';

/** The pictures of an order: who sent what to whom, and the attempts to deliver each event. */
export function Pictures(props: { order: Schemas['OrderDetail']; account: string }) {
  return (
    <>
      <DiagramCard {...props} />
      <AttemptLanes {...props} />
    </>
  );
}
