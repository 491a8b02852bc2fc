import { orderDiagram } from '../../../judge/diagram/order-diagram.ts';
import type { OrderRecord } from '../../../judge/diagram/steps.ts';
import '../../styles/diagram.css';
import { DiagramPicture } from './diagram-picture.tsx';

/** The sequence diagram of an order that no longer exists, so that its arrows lead nowhere. */
export function RecordPicture({ record }: { record: OrderRecord }) {
  return <DiagramPicture diagram={orderDiagram(record)} bytes={null} />;
}
