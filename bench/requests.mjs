/** The API key of the demo account. */
export const API_KEY = 'ersk_demo_0123456789abcdef';
export const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

const order = { package_id: 1, address: RECIPIENT };

/** A placeholder in the body that is replaced with a different value in each request. */
export const UNIQUE = '@@';

/** The requests that the servers are measured with. */
export const REQUESTS = {
  'GET balance': { method: 'GET', path: '/api/v1/balance/' },
  'GET status': { method: 'GET', path: '/api/v1/status/?id=48211' },
  'POST order': {
    method: 'POST',
    path: '/api/v1/order/',
    body: JSON.stringify({ external_id: UNIQUE, ...order }),
  },
  'POST bulk of 50': {
    method: 'POST',
    path: '/api/v1/orders/bulk/',
    body: JSON.stringify({
      orders: Array.from({ length: 50 }, (_, index) => ({ external_id: `${UNIQUE}-${index}`, ...order })),
    }),
  },
};
