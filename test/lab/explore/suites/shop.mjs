// The test suite of a small shop that resells Energy. It knows only the happy path. The first argument is the bug that the
// shop has; without one it is correct. With `in-process` as the second argument, the suite starts its own sandbox.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connectSandbox, verifySignature } from 'energy-rental-sandbox/client';

const [bug = 'none', mode = 'server'] = process.argv.slice(2);
const has = name => bug === name;
const RANK = ['processing', 'review', 'delegating', 'delegated', 'undelegating', 'completed'];

/** A sandbox of its own. The server is loaded only for it, as a suite that connects to one does not need it. */
async function ownSandbox() {
  const { createSandbox } = await import('energy-rental-sandbox');
  return createSandbox();
}

const sandbox =
  mode === 'in-process' ? await ownSandbox() : await connectSandbox(process.env.ENERGY_SANDBOX_URL);

/** The shop: it orders Energy and learns from webhooks what became of its orders. */
class Shop {
  statuses = new Map();
  events = new Set();
  updates = new Map();
  delivered = new Map();
  account;

  constructor(account) {
    this.account = account;
  }

  request(method, path, body) {
    return fetch(`${this.account.base_url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.account.api_key}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(5000),
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async order(id, attempt = 1) {
    this.statuses.set(id, this.statuses.get(id) ?? 'processing');
    if (has('unknown-until-answered') && attempt === 1) this.statuses.delete(id);
    const external_id = has('new-id-per-attempt') && attempt > 1 ? `${id}-${attempt}` : id;
    const body = { external_id, package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' };
    try {
      const response = await this.request('POST', '/api/v1/order/', body);
      if (has('parses-everything')) JSON.parse(await response.clone().text());
      if (response.status === 429 && !has('refused-is-final')) {
        await new Promise(resolve => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after'))));
        throw new Error('rate limit');
      }
      if (response.status >= 500 && !has('unavailable-is-final')) throw new Error('unavailable');
      if (!response.ok) throw Object.assign(new Error('refused'), { isFinal: true });
      this.statuses.set(id, this.statuses.get(id) ?? 'processing');
      return (await response.json()).data.id;
    } catch (error) {
      if (error.isFinal || attempt === 4 || (has('parses-everything') && error instanceof SyntaxError))
        throw error;
      return this.order(id, attempt + 1);
    }
  }

  async status(id, attempt = 1) {
    try {
      const response = await this.request('GET', `/api/v1/status/?external_id=${id}`);
      if (response.status === 404 && has('not-found-is-gone')) {
        await this.order(`${id}-again`);
        return 'processing';
      }
      if (!response.ok) {
        const waitS = Number(response.headers.get('retry-after') ?? 0);
        await new Promise(resolve => setTimeout(resolve, 1000 * waitS));
        throw new Error(`status ${response.status}`);
      }
      return (await response.json()).data.status;
    } catch (error) {
      if (attempt === 4 || has('status-without-retry')) throw error;
      return this.status(id, attempt + 1);
    }
  }

  /** Asks for orders whose end no webhook has shown. */
  async reconcile(ids) {
    for (const id of ids) {
      if (this.delivered.has(id) || has('relies-on-webhooks') || has('remembers-before-verifying')) continue;
      const status = await this.status(id);
      this.statuses.set(id, status);
      if (RANK.indexOf(status) >= RANK.indexOf('delegated') && !this.delivered.has(id))
        this.delivered.set(id, 1);
    }
  }

  receive(raw, signature) {
    const event = JSON.parse(raw);
    if (has('remembers-before-verifying')) {
      if (this.events.has(event.event_id)) return 200;
      this.events.add(event.event_id);
    }
    const signed = has('signs-its-own-json') ? JSON.stringify(event) : raw;
    const isGenuine = verifySignature({
      body: Buffer.from(signed),
      header: signature,
      secret: this.account.webhook_secret,
    });
    if (!isGenuine && !has('accepts-forgeries')) return 401;
    if (!has('counts-duplicates') && !has('remembers-before-verifying')) {
      if (this.events.has(event.event_id)) return 200;
      this.events.add(event.event_id);
    }
    const { external_id: id, status } = event.data;
    if (!RANK.includes(status)) {
      if (has('fails-on-unknown')) process.exit(3);
      return 200;
    }
    if (!this.statuses.has(id)) return 200;
    if (status === 'delegated') this.delivered.set(id, (this.delivered.get(id) ?? 0) + 1);
    if (has('unknown-until-answered')) this.updates.set(id, [...(this.updates.get(id) ?? []), status]);
    if (has('last-event-wins') || RANK.indexOf(status) > RANK.indexOf(this.statuses.get(id)))
      this.statuses.set(id, status);
    return 200;
  }
}

/** A receiver for the webhooks of a shop. */
async function serve(shop) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    response.statusCode = shop.receive(
      Buffer.concat(chunks).toString('utf8'),
      request.headers['x-webhook-signature'] ?? '',
    );
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

async function testOrders(name, ids) {
  const account = await sandbox.createAccount({ name, clock: 'manual', balance_trx: 100 });
  const shop = new Shop(account);
  const receiver = await serve(shop);
  await account.webhook.set({ url: receiver.url });
  for (const id of ids) {
    await shop.order(id);
    assert.ok(RANK.includes(await shop.status(id)));
  }
  const paid = 100 - (await account.read()).balance_trx;
  await account.advance({ until: 'idle' });
  await shop.reconcile(ids);
  for (const id of ids) {
    assert.equal(shop.delivered.get(id), 1, `${id} was delivered ${shop.delivered.get(id)} times`);
    assert.equal(shop.statuses.get(id), 'completed', `${id} is ${shop.statuses.get(id)}`);
    if (has('unknown-until-answered')) assert.equal(shop.updates.get(id)[0], 'processing');
    await account.expectRequest({ operation: 'createOrder', external_id: id }, { exactly: 1 });
  }
  assert.equal((await account.orders()).length, ids.length, 'orders were made twice');
  assert.ok(paid < ids.length * 10);
  receiver.close();
}

try {
  await testOrders('first-shop', ['a-1']);
  await testOrders('second-shop', ['b-1', 'b-2', 'b-3']);
  console.log('2 tests passed');
} finally {
  await sandbox.close();
}
