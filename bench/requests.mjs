/** The requests that every server is asked, as far as it can answer them. */
export const API_KEY = 'ersk_demo_0123456789abcdef';
export const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

const order = { package_id: 1, address: RECIPIENT };

/** `unique` stands in the body where each request needs an external_id of its own. */
export const UNIQUE = '@@';

export const REQUESTS = {
  'GET balance': { method: 'GET', path: '/api/v1/balance/' },
  'GET status': { method: 'GET', path: '/api/v1/status/?id=1' },
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
