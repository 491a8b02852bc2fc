/** The API key of the demo account. */
export const API_KEY = 'ersk_demo_0123456789abcdef';

/** A placeholder in the body that is replaced with a different value in each request. */
export const UNIQUE = '@@';

/** The number of orders in a bulk request. */
export const BULK = 50;

/** A body of an order. */
export const orderOf = externalId => ({
  external_id: externalId,
  package_id: 1,
  address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1',
});

const post = (path, body) => ({ method: 'POST', path, body: JSON.stringify(body) });

/** The requests that servers are loaded with. */
export const REQUESTS = {
  'GET balance': { method: 'GET', path: '/api/v1/balance/' },
  'GET status': { method: 'GET', path: '/api/v1/status/?id=48211' },
  'POST order': post('/api/v1/order/', orderOf(UNIQUE)),
  'POST bulk of 50': post('/api/v1/orders/bulk/', {
    orders: Array.from({ length: BULK }, (_, index) => orderOf(`${UNIQUE}-${index}`)),
  }),
};
