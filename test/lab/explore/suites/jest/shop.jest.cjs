// A test suite for Jest. `--globals '{"bug":"…"}'` selects the bug that the shop has; without it the shop is correct.
const { createServer } = require('node:http');
const { connectSandbox, verifySignature } = require('energy-rental-sandbox/client');

const has = name => globalThis.bug === name;
const RANK = ['processing', 'review', 'delegating', 'delegated', 'undelegating', 'completed'];
const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

let sandbox;
let account;
let server;
let book;

/** Stores an event, unless it is one of those that were stored before, or older than what is known. */
function store({ event_id, data }) {
  const order = book.get(data?.external_id);
  if (!order || !RANK.includes(data.status) || order.seen.has(event_id)) return;
  if (has('remembers-one-event')) order.seen.clear();
  order.seen.add(event_id);
  const isNewer = RANK.indexOf(data.status) > RANK.indexOf(order.status);
  if (isNewer || has('remembers-one-event')) order.history.push(data.status);
  if (isNewer) order.status = data.status;
}

/** Each account has a server of its own: a webhook can arrive when the next test has begun. */
async function receive(secret, request, response) {
  const body = Buffer.concat(await request.toArray());
  const header = request.headers['x-webhook-signature'] ?? '';
  const isGenuine = verifySignature({ body, header, secret });
  if (isGenuine) store(JSON.parse(body.toString()));
  response.writeHead(isGenuine ? 200 : 401).end();
}

async function call(method, path, body) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${account.base_url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(has('timeout-is-refusal') ? 900 : 4000),
      ...(body && { body: JSON.stringify(body) }),
    }).catch(error => {
      if (error.name === 'TimeoutError' && has('timeout-is-refusal')) throw new Error('refused');
      return null;
    });
    const answer = await response?.json().catch(() => null);
    if (response?.ok && answer) return answer.data;
    if (attempt === 5) throw new Error(`${path} failed five times`);
    const waitS = Number(response?.headers.get('retry-after') ?? 0);
    await new Promise(resolve => setTimeout(resolve, 1000 * waitS));
  }
}

async function buy(external_id) {
  book.set(external_id, { status: 'processing', history: [], seen: new Set() });
  await call('POST', '/api/v1/order/', { external_id, package_id: 1, address: ADDRESS });
}

beforeAll(async () => {
  sandbox = await connectSandbox(process.env.ENERGY_SANDBOX_URL);
});

afterAll(() => sandbox.close());

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

beforeEach(async () => {
  const { currentTestName: name } = expect.getState();
  account = await sandbox.createAccount({
    name: name.replaceAll(' ', '-'),
    clock: 'manual',
    balance_trx: 100,
  });
  const secret = account.webhook_secret;
  server = createServer((request, response) => receive(secret, request, response)).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  await account.webhook.set({ url: `http://127.0.0.1:${server.address().port}/` });
  book = new Map();
});

test('an order is paid once', async () => {
  await buy('j-1');
  expect(await account.orders()).toHaveLength(1);
});

test('the history of an order never goes back', async () => {
  await buy('j-2');
  await account.advance({ until: 'idle' });
  const { history } = book.get('j-2');
  expect(history).toEqual([...history].sort((a, b) => RANK.indexOf(a) - RANK.indexOf(b)));
  expect((await call('GET', '/api/v1/status/?external_id=j-2')).status).toBe('completed');
});
