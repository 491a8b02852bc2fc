/** What every client shows of an order. `idempotent` tells a new order from a repeated one. */
interface Ordered {
  readonly order_id: number;
  readonly idempotent: boolean;
}

export const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

export const { ENERGY_SANDBOX_URL: baseUrl = '', ENERGY_SANDBOX_API_KEY: apiKey = '' } = process.env;

/** A request that every client has to accept, without the fields that may be left out. */
export const bodyOf = (external_id: string) => ({ external_id, package_id: 1, address: RECIPIENT });

/** Orders, repeats the order and reads it, and prints what came of it. `read` returns the recipient's address. */
export async function orderRepeatRead(
  order: (externalId: string) => Promise<Ordered>,
  read: (externalId: string) => Promise<string>,
): Promise<void> {
  const first = await order('generated-1');
  const again = await order('generated-1');
  console.log('ordered, idempotent', first.idempotent);
  console.log('repeated, idempotent', again.idempotent, 'same order', again.order_id === first.order_id);
  console.log('read', (await read('generated-1')) === RECIPIENT);
}
