import { bug } from './bug.mjs';

/** How often a refused request is repeated at once by a client that knows no pauses. */
const AT_ONCE = 20;

/**
 * The service's API, one request at a time. A reply has the HTTP status, which is null without a response; the JSON of the
 * body, which is null if it is missing or incomplete; whether a body was there that is not JSON; and the pause in ms that
 * the service asked for.
 */
export class Service {
  #url;
  #apiKey;

  constructor({ url, apiKey }) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  quote(packageId) {
    const key = bug('key-in-query') ? `&api_key=${this.#apiKey}` : '';
    const query = `package_id=${packageId}&duration_minutes=60${key}`;
    return this.#call(
      'GET',
      `/api/v1/quote/?${query}${bug('parameter-twice') ? '&duration_minutes=60' : ''}`,
    );
  }

  balance() {
    return this.#call('GET', '/api/v1/balance/');
  }

  order(body) {
    return this.#call('POST', '/api/v1/order/', body);
  }

  bulk(orders) {
    return this.#call('POST', '/api/v1/orders/bulk/', { orders });
  }

  status(key) {
    return this.#call('GET', `/api/v1/status/?external_id=${encodeURIComponent(key)}`);
  }

  statusOf(orderId) {
    return this.#call('GET', `/api/v1/status/?id=${orderId}`);
  }

  cancel(orderId) {
    return this.#call('POST', `/api/v1/order/${orderId}/cancel/`, {});
  }

  async #call(method, path, body) {
    let reply = await this.#send(method, path, body);
    for (let again = 0; bug('429-at-once') && reply.status === 429 && again < AT_ONCE; again++)
      reply = await this.#send(method, path, body);
    return reply;
  }

  async #send(method, path, body) {
    let status = null;
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${this.#apiKey}`, 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(20_000),
        ...(body && { body: JSON.stringify(body) }),
      });
      status = response.status;
      const pauseMs = 1_000 * (Number(response.headers.get('Retry-After')) || 0);
      const text = await response.text();
      const json = parsed(text);
      return { status, json, isBroken: text !== '' && json === null, pauseMs };
    } catch {
      return { status, json: null, isBroken: status !== null, pauseMs: 0 };
    }
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
