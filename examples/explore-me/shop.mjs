import { randomUUID } from 'node:crypto';

const ATTEMPTS = 3;

/**
 * Buys Energy for an invoice, and tries again if the service cannot be reached.
 * @returns the id of the order
 */
export async function buyEnergy({ baseUrl, apiKey }, invoice, address) {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(`${baseUrl}/api/v1/order/`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ external_id: `${invoice}-${randomUUID()}`, package_id: 1, address }),
      });
      if (!response.ok) throw new Error(`the service answered ${response.status}`);
      return (await response.json()).data.order_id;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
