import { LATEST, orderDiagram, readOrderRecord } from '../diagram/order-diagram.ts';
import { DIAGRAM_FORMATS, renderDiagram } from '../diagram/render.ts';
import { type Caller, ROOT } from './account-resources.ts';
import { checkName, checkOptions } from './check-options.ts';
import { OPTION_NAMES } from './option-names.ts';
import type { DiagramOptions } from './options.ts';

/** Draws an order as a sequence diagram; see Account.diagram. @throws SandboxError */
export async function drawOrder(
  { control, path }: Caller,
  order: number,
  options: DiagramOptions,
): Promise<string> {
  checkOptions('diagram', options, OPTION_NAMES.diagram);
  const { format = 'mermaid' } = options;
  checkName('diagram', 'format', format, DIAGRAM_FORMATS);
  const found = await control.raw('get', `${ROOT}/orders/{order}`, { path: { ...path, order } });
  const record = await readOrderRecord(found, {
    requests: async external_id =>
      (await control.raw('get', `${ROOT}/requests`, { path, query: { ...LATEST, external_id } })).items,
    advances: async () => (await control.raw('get', `${ROOT}/clock/advances`, { path, query: LATEST })).items,
  });
  return renderDiagram(orderDiagram(record), format);
}
