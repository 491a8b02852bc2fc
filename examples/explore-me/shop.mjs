import { randomUUID } from 'node:crypto';

const ATTEMPTS = 3;

/**
 * Buys Energy for an invoice, and tries again if the service cannot be reached.
 * @returns the id of the order
 */
export async function buyEnergy({ base_url, api_key }, invoice, address) {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(`${base_url}/api/v1/order/`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ external_id: `${invoice}-${randomUUID()}`, package_id: 1, address }),
      });
      if (!response.ok) throw new Error(`the service answered ${response.status}`);
      return (await response.json()).data.order_id;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
