import { LATEST, orderDiagram, readOrderRecord } from '../diagram/order-diagram.ts';
import { DIAGRAM_FORMATS, renderDiagram } from '../diagram/render.ts';
import { checkName, checkOptions } from './errors.ts';
import { type Caller, ROOT } from './library-control.ts';
import type { DiagramOptions } from './options.ts';

/** Draws an order as a sequence diagram; see Account.diagram. @throws SandboxError */
export async function drawOrder(
  { control, path }: Caller,
  order: number,
  options: DiagramOptions,
): Promise<string> {
  checkOptions('diagram', options, ['format']);
  const { format = 'mermaid' } = options;
  checkName('diagram', 'format', format, DIAGRAM_FORMATS);
  const found = await control.wire.get(`${ROOT}/orders/{order}`, { path: { ...path, order } });
  const record = await readOrderRecord(found, {
    requests: async external_id =>
      (await control.wire.get(`${ROOT}/requests`, { path, query: { ...LATEST, external_id } })).items,
    advances: async () => (await control.wire.get(`${ROOT}/clock/advances`, { path, query: LATEST })).items,
  });
  return renderDiagram(orderDiagram(record), format);
}
