import { type Caller, ROOT } from './account-resources.ts';
import { toSnake } from './camel-case.ts';
import { checkOptions } from './check-options.ts';
import type * as Shapes from './data-types.ts';
import { OPTION_NAMES } from './option-names.ts';
import type * as Interface from './sandbox-interface.ts';

type ListName = 'orders' | 'events' | 'deliveries' | 'requests' | 'ledger';
type Items = {
  readonly orders: Shapes.Order;
  readonly events: Shapes.WebhookEvent;
  readonly deliveries: Shapes.Delivery;
  readonly requests: Shapes.RequestSummary;
  readonly ledger: Shapes.LedgerEntry;
};

/** Fetches a list of an account, all pages of it unless the filter has a limit. @throws SandboxError */
export async function listOf<Name extends ListName>(
  { control, path }: Caller,
  name: Name,
  filter: Interface.ListOptions,
): Promise<Items[Name][]> {
  checkOptions(name, filter, OPTION_NAMES[name]);
  const { limit, ...rest } = filter;
  const items = await control.list(`${ROOT}/${name as ListName}`, { path, query: toSnake(rest) }, limit);
  return items as unknown as Items[Name][];
}
