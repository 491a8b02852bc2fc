import { LATEST, readOrderRecord } from '../judge/diagram/diagram-model.ts';
import { orderDiagram } from '../judge/diagram/order-diagram.ts';
import { DIAGRAM_FORMATS, type DiagramFormat, renderDiagram } from '../judge/diagram/render-diagram.ts';
import type { DiagramOptions } from './call-options.ts';
import { checkName, checkOptions } from './check-options.ts';
import type { ControlClient, DataOf } from './control-client.ts';
import { type Caller, ROOT } from './sandbox-control.ts';

/** Draws an order as a sequence diagram; see Account.diagram. @throws SandboxError */
export async function drawOrder(
  { control, path }: Caller,
  order: number,
  options: DiagramOptions,
): Promise<string> {
  checkOptions('diagram', options, ['format']);
  const { format = 'mermaid' } = options;
  checkName('diagram', 'format', format, DIAGRAM_FORMATS);
  const found = await control.get(`${ROOT}/orders/{order}`, { path: { ...path, order } });
  return drawFoundOrder(control, path, found, format);
}

/** Draws an order that was read before, with the latest requests and advances of its account. */
export async function drawFoundOrder(
  control: Pick<ControlClient, 'get'>,
  path: Caller['path'],
  found: DataOf<'get', '/_sandbox/accounts/{account}/orders/{order}'>,
  format: DiagramFormat,
): Promise<string> {
  const record = await readOrderRecord(found, {
    requests: async external_id =>
      (await control.get(`${ROOT}/requests`, { path, query: { ...LATEST, external_id } })).items,
    advances: async () => (await control.get(`${ROOT}/clock/advances`, { path, query: LATEST })).items,
  });
  return renderDiagram(orderDiagram(record), format);
}
