import { type Command, Option } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { LATEST, orderDiagram, readOrderRecord } from '../../diagram/order-diagram.ts';
import { DIAGRAM_FORMATS, type DiagramFormat, renderDiagram } from '../../diagram/render.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { orderTimeline } from '../format/order-timeline.ts';
import { findOrder } from '../order-lookup.ts';
import { oneOf, parseWith } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import type { Remote } from '../remote-server.ts';

type Schemas = components['schemas'];

/** The flags of the command. `diagram` is true if it was given without a format. */
interface OrderFlags extends RemoteFlags {
  readonly diagram?: DiagramFormat | true;
}

const EXAMPLES = `
Examples:
  energy-sandbox order 48211
  energy-sandbox order inv-2026-001
  energy-sandbox order 48211 --diagram=mermaid   who sent what to whom, and when: for a bug report
  energy-sandbox order 48211 --diagram=svg > order.svg
  energy-sandbox order 48211 --json | jq '.timeline[].at'`;

/** The sequence diagram of an order. */
async function diagramOf(remote: Remote, order: Schemas['OrderDetail']) {
  const record = await readOrderRecord(order, {
    requests: external_id => remote.list(remote.of('/requests'), { ...LATEST, external_id }, LATEST.limit),
    advances: () => remote.list(remote.of('/clock/advances'), LATEST, LATEST.limit),
  });
  return orderDiagram(record);
}

async function order(idOrExternalId: string, flags: OrderFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  if (flags.diagram === true)
    throw new CliError(
      '--diagram: name a format: --diagram=mermaid for an issue, or --diagram=svg for a file; without the flag, the timeline is printed',
      EXIT_USAGE,
    );
  const remote = remoteOf(flags, io);
  const found = await findOrder(remote, idOrExternalId);
  if (flags.diagram) out.line(renderDiagram(await diagramOf(remote, found), flags.diagram).trimEnd());
  else if (flags.json) out.json(found);
  else out.line(orderTimeline(found, out, io.programName));
}

const diagramOption = new Option('--diagram [format]', 'print a sequence diagram: mermaid or svg')
  .argParser(parseWith(oneOf('format', DIAGRAM_FORMATS)))
  .conflicts('json');

export function define(command: Command, io: ProcessIo): void {
  command.argument('<order>', 'order id or external_id').addOption(diagramOption);
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((idOrExternalId: string, flags: OrderFlags) => order(idOrExternalId, flags, io));
}
