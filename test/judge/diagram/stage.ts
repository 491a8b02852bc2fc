import type { components } from '../../../src/contract/control-v1.generated.ts';
import {
  type Diagram,
  differenceText,
  LATEST,
  type OrderRecord,
  readOrderRecord,
  type Step,
  stepText,
} from '../../../src/judge/diagram/diagram-model.ts';
import { orderDiagram } from '../../../src/judge/diagram/order-diagram.ts';
import type { TestSandbox } from '../../support/sandbox.ts';

type Schemas = components['schemas'];

async function read<T>(sandbox: TestSandbox, path: string, query: object = {}): Promise<T> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await fetch(`${sandbox.baseUrl}/_sandbox/accounts/demo${path}?${search}`);
  return ((await response.json()) as { data: T }).data;
}

/** What the control API records about an order of the account `demo`. */
export async function recordOf(sandbox: TestSandbox, id: number): Promise<OrderRecord> {
  const order = await read<Schemas['OrderDetail']>(sandbox, `/orders/${id}`);
  return readOrderRecord(order, {
    requests: async external_id =>
      (await read<{ items: OrderRecord['requests'] }>(sandbox, '/requests', { ...LATEST, external_id }))
        .items,
    advances: async () =>
      (await read<{ items: OrderRecord['advances'] }>(sandbox, '/clock/advances', LATEST)).items,
  });
}

export const diagramOf = async (sandbox: TestSandbox, id: number, folds = true): Promise<Diagram> =>
  orderDiagram(await recordOf(sandbox, id), folds);

const ENDS = { client: 'C', service: 'S', receiver: 'R' } as const;

/**
 * A step in short, without latencies: `C>S POST /order/`, `S>C x no response, connection-reset`, `[processing]`, `~3 s`,
 * `? 3.90 TRX debited, client does not know`.
 */
export function brief(step: Step): string {
  if (step.kind === 'gap') {
    const seconds = (Date.parse(step.to) - Date.parse(step.from)) / 1_000;
    return `~${seconds} s${step.isAdvanced ? ' advanced' : ''}${step.isAhead ? ' ahead' : ''}`;
  }
  if (step.kind === 'difference') return `? ${differenceText(step)}`;
  const text = stepText(step).replace(/, (<?\d+ ms|\d+ s)$/, '');
  const ahead = step.isAhead ? ' ahead' : '';
  if (step.kind === 'mark') return `[${text}]${ahead}`;
  return `${ENDS[step.from]}>${ENDS[step.to]}${step.lost === null ? '' : ' x'} ${text}${ahead}`;
}
