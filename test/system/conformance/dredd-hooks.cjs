// What Dredd needs to provoke the error responses of the description: it sends the same request for each status. The
// example requests already get the success responses, except for the second item of a bulk request that has to fail.
const hooks = require('hooks');

const BASE = process.env.SANDBOX_URL;
const UNUSABLE_ADDRESS = 'TUnusable';

/** A key that may be used from an address of the documentation range only. */
let keyFromElsewhere;

hooks.beforeAll(async (_transactions, done) => {
  const response = await fetch(`${BASE}/_sandbox/accounts/demo/keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ip_allow: ['203.0.113.1'] }),
  });
  keyFromElsewhere = (await response.json()).data.api_key;
  done();
});

const changeBody = (request, change) => {
  const body = JSON.parse(request.body);
  for (const one of body.orders ?? [body]) change(one);
  request.body = JSON.stringify(body);
};

const withQuery = (transaction, query) => {
  transaction.fullPath = `${transaction.fullPath.split('?')[0]}?${query}`;
};

const inScenario = (transaction, name) => {
  const { request } = transaction;
  request.headers['X-Sandbox-Scenario'] = name;
  if (request.body?.includes('external_id')) {
    changeBody(request, one => {
      one.external_id += `-${name}`;
    });
  }
};

/** By status: changes the example request so that it gets the status. */
const PROVOKE = {
  207({ request }) {
    const body = JSON.parse(request.body);
    body.orders[1].external_id += '-207';
    body.orders[1].address = UNUSABLE_ADDRESS;
    request.body = JSON.stringify(body);
  },
  400(transaction) {
    if (transaction.request.method === 'POST') transaction.request.body = '{';
    else withQuery(transaction, 'undocumented=1');
  },
  401({ request }) {
    delete request.headers.Authorization;
  },
  402: transaction => inScenario(transaction, 'insufficient-balance'),
  403({ request }) {
    request.headers.Authorization = `Bearer ${keyFromElsewhere}`;
  },
  404(transaction) {
    if (transaction.fullPath.includes('/status/')) withQuery(transaction, 'id=1');
    else if (transaction.request.method === 'GET') withQuery(transaction, 'package_id=99');
    else {
      changeBody(transaction.request, order => {
        order.external_id += '-404';
        order.package_id = 99;
      });
    }
  },
  405({ request }) {
    request.method = 'DELETE';
  },
  413({ request }) {
    request.body = JSON.stringify({ padding: 'x'.repeat(300_000) });
  },
  422(transaction) {
    const { request } = transaction;
    if (transaction.fullPath.includes('/status/')) withQuery(transaction, 'external_id=%20');
    else if (request.method === 'GET') withQuery(transaction, '');
    else {
      changeBody(request, one => {
        if ('external_id' in one) one.external_id += '-422';
        one['recipient_address' in one ? 'recipient_address' : 'address'] = UNUSABLE_ADDRESS;
      });
    }
  },
  429: transaction => inScenario(transaction, 'rate-limited'),
  503: transaction => inScenario(transaction, 'service-unavailable'),
};

hooks.beforeEach((transaction, done) => {
  PROVOKE[transaction.expected.statusCode]?.(transaction);
  done();
});
