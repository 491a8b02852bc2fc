import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inParallel } from '../../src/clock/in-parallel.ts';
import { cli } from '../cli/support.ts';
import { WebhookReceiver } from '../support/receiver.ts';
import { Customer } from './customers.ts';
import { isInstalled, Processes } from './processes.ts';

const ACCOUNTS = 300;
const PROCESSES = 3;
/** Customers that place orders while something happens to a process. */
const BUSY = 30;

const HAS_NGINX = isInstalled('nginx', '-v');

/** Runs work on items, a few at a time. */
const aFewAtATime = <Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) =>
  inParallel(items, 30, work);

const title = `three processes behind nginx${HAS_NGINX ? '' : ' (skipped: nginx is not installed)'}`;

describe.runIf(HAS_NGINX)(title, () => {
  let processes: Processes;
  let receiver: WebhookReceiver;
  let customers: Customer[];
  /** The process of each account. */
  let homes: Map<string, number>;

  const readHomes = async (count: number): Promise<Map<string, number>> => {
    const found = new Map<string, number>();
    for (let number = 1; number <= count; number++) {
      for (const name of await processes.accountsOf(number)) {
        expect([name, found.get(name)]).toEqual([name, undefined]);
        found.set(name, number);
      }
    }
    return found;
  };

  /** Customers place orders while something happens. @returns those that did */
  async function during(happening: () => Promise<unknown>): Promise<Customer[]> {
    const busy = customers.filter((_, index) => index % (ACCOUNTS / BUSY) === 0);
    for (const { disturbed } of busy) disturbed.length = 0;
    const [ended, givenUp] = [new AbortController(), new AbortController()];
    const work = Promise.allSettled(busy.map(customer => customer.orderUntil(ended.signal, givenUp.signal)));
    const [happened] = await Promise.allSettled([happening()]);
    if (happened.status === 'rejected') givenUp.abort();
    ended.abort();
    const outcomes = await work;
    if (happened.status === 'rejected') throw happened.reason;
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    return busy;
  }

  const lossesOf = async (some: readonly Customer[]): Promise<string[]> =>
    (await aFewAtATime(some, customer => customer.losses())).flat();

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    processes = await Processes.start(PROCESSES, PROCESSES + 1);
    customers = await aFewAtATime([...Array(ACCOUNTS).keys()], index =>
      Customer.open(processes.api, index % 2 === 0 ? `shop-${index}` : undefined, receiver.url),
    );
    homes = await readHomes(PROCESSES);
  });

  afterAll(async () => {
    await processes?.[Symbol.asyncDispose]();
    await receiver?.close();
  });

  test('share 300 accounts, each of which exists in one process, whether it was created with a name or without', () => {
    expect([...homes.keys()].sort()).toEqual(customers.map(({ name }) => name).sort());
    for (let number = 1; number <= PROCESSES; number++) {
      const share = [...homes.values()].filter(home => home === number).length / ACCOUNTS;
      expect(share).toBeGreaterThan(0.2);
      expect(share).toBeLessThan(0.47);
    }
  });

  test('find the account of an order, an advance by key or by name, and deliver its webhooks', async () => {
    await aFewAtATime(customers, customer => customer.order());
    await aFewAtATime(customers, ({ name, key }) =>
      name.startsWith('shop-')
        ? processes.api.call('POST', `/_sandbox/accounts/${name}/clock/advance`, {
            body: { until: 'idle' },
            key: null,
          })
        : processes.api.call('POST', '/_sandbox/accounts/me/clock/advance', { body: { until: 'idle' }, key }),
    );
    const { api } = processes;
    const statuses = await aFewAtATime(customers, ({ acknowledged, key }) =>
      api.status({ id: acknowledged[0]!.orderId }, { key }),
    );
    expect(new Set(statuses.map(({ data }) => data.status))).toEqual(new Set(['completed']));
    expect(receiver.deliveries).toHaveLength(5 * ACCOUNTS);
    const { name } = customers[0]!;
    const { secret } = (
      await api.call<{ secret: string }>('GET', `/_sandbox/accounts/${name}/webhook`, { key: null })
    ).data;
    const genuine = receiver.deliveries.filter(
      ({ body, headers }) =>
        headers['x-webhook-signature'] ===
        `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    );
    expect(genuine.map(({ event }) => event.data.external_id)).toEqual(Array(5).fill(`${name}-0`));
  });

  test('stream what happens to an account, whose stream is found by key and by name', async () => {
    for (const [index, customer] of customers.slice(0, 6).entries()) {
      const { name, key } = customer;
      const request = get(`${processes.url}/_sandbox/accounts/${index % 2 === 0 ? 'me' : name}/stream`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      // The stream has no end: what closes it, here or in a failing test, is not an error.
      response.on('error', () => undefined);
      request.on('error', () => undefined);
      try {
        await customer.order();
        const { orderId } = customer.acknowledged.at(-1)!;
        const happened = `"kind":"order","order_id":${orderId},"event":"order.processing"`;
        let seen = '';
        for await (const chunk of response) {
          seen += chunk;
          if (seen.includes(happened)) break;
        }
        expect(seen).toContain(happened);
        expect(seen).toContain(`"account":"${name}"`);
      } finally {
        request.destroy();
      }
    }
  });

  test.each(['accounts', 'stream', 'findings', 'coverage', 'metrics'])(
    'say that %s is asked of each process, and where',
    async call => {
      const answer = await processes.api.call('GET', `/_sandbox/${call}`, { key: null });
      expect([answer.status, answer.json]).toEqual([
        404,
        {
          success: false,
          error: 'CALL_NOT_FOUND',
          message: `each process has its own accounts; ask each: /processes/1/_sandbox/${call} to /processes/3/_sandbox/${call}`,
          path: null,
        },
      ]);
    },
  );

  test('are named by the command line if a command concerns all accounts', async () => {
    const { code, err } = await cli(['account', 'list', '--url', processes.url]);
    expect([code, err]).toEqual([
      1,
      'energy-sandbox: each process has its own accounts; add /processes/1 to /processes/3 to the address in --url\n',
    ]);
    expect((await cli(['account', 'list', '--url', `${processes.url}/processes/2`])).code).toBe(0);
  });

  test('tell the assumptions of an account that is named in the query', async () => {
    for (const { name } of customers.slice(0, 12)) {
      const path = `/_sandbox/assumptions?account=${name}`;
      expect((await processes.api.call('GET', path, { key: null })).status).toBe(200);
    }
    expect((await processes.api.call('GET', '/_sandbox/assumptions', { key: null })).status).toBe(200);
  });

  test.each(['/_sandbox/accounts', '/_sandbox/accounts/lost'])(
    'create no account at the address of a process by %s, where requests with its key would not find it',
    async path => {
      const refused = await processes.api.call('POST', `/processes/2${path}`, { body: {}, key: null });
      expect([refused.status, refused.json]).toEqual([
        404,
        {
          success: false,
          error: 'CALL_NOT_FOUND',
          message: 'accounts are created at the address of the balancer: leave out /processes/2',
          path: null,
        },
      ]);
    },
  );

  test('answer what is the same in all, and what no account or process has', async () => {
    const { api } = processes;
    const statusOf = async (path: string, key: string | null = null) =>
      (await api.call('GET', path, { key })).status;
    expect(await statusOf('/_sandbox/scenarios')).toBe(200);
    expect(await statusOf('/_sandbox/demo')).toBe(200);
    expect(await statusOf('/processes/2/readyz')).toBe(200);
    expect(await statusOf('/processes/4/readyz')).toBe(404);
    expect(await statusOf('/api/v1/balance/', 'ersk_shop-0_000000000000000000000000')).toBe(401);
    expect(await statusOf('/api/v1/balance/', 'no key of this service')).toBe(401);
    expect(await statusOf('/_sandbox/accounts/nobody')).toBe(404);
    expect(await statusOf(`/_sandbox/accounts/${encodeURIComponent('shop-0')}`)).toBe(200);
    expect(await statusOf('/_sandbox/accounts/%73hop-0')).toBe(200);
    expect(await statusOf('/api/v1/balance/', 'ersk_demo_0123456789abcdef')).toBe(200);
    const taken = await api.call('POST', '/_sandbox/accounts', { body: { name: 'shop-0' }, key: null });
    expect(taken.outcome).toBe('409 ACCOUNT_EXISTS');
  });

  test('only the accounts of a process that is killed wait until it runs again, and nothing acknowledged is lost', async () => {
    const busy = await during(async () => {
      const ready = processes.pids.get(2)!.length + 1;
      processes.kill(2);
      await expect.poll(() => processes.pids.get(2)!.length).toBe(ready);
      await expect
        .poll(async () => (await processes.api.call('GET', '/processes/2/readyz', { key: null })).status)
        .toBe(200);
    });
    const [affected, others] = [
      busy.filter(({ name }) => homes.get(name) === 2),
      busy.filter(({ name }) => homes.get(name) !== 2),
    ];
    expect(others.flatMap(({ disturbed }) => disturbed)).toEqual([]);
    expect(new Set(affected.flatMap(({ disturbed }) => disturbed))).toEqual(
      new Set(['503 SERVICE_UNAVAILABLE']),
    );
    expect(await lossesOf(busy)).toEqual([]);
    expect(await readHomes(PROCESSES)).toEqual(homes);
  });

  test('a fourth process takes about a quarter of the accounts, only these wait, and nothing is lost', async () => {
    await processes.add('--without-nginx', '4', '4');
    let output = '';
    const busy = await during(async () => {
      output = await processes.run('add-process.mjs');
    });
    const now = await readHomes(PROCESSES + 1);
    const moved = [...now].filter(([name, home]) => home !== homes.get(name));
    expect([...now.keys()].sort()).toEqual([...homes.keys()].sort());
    expect(new Set(moved.map(([, home]) => home))).toEqual(new Set([4]));
    expect(moved.length / ACCOUNTS).toBeGreaterThan(0.15);
    expect(moved.length / ACCOUNTS).toBeLessThan(0.35);
    expect(output).toContain(`${moved.length} of ${moved.length} moved`);
    const movers = new Set(moved.map(([name]) => name));
    expect(busy.filter(({ name }) => !movers.has(name)).flatMap(({ disturbed }) => disturbed)).toEqual([]);
    expect(new Set(busy.flatMap(({ disturbed }) => disturbed))).toEqual(new Set(['503 SERVICE_UNAVAILABLE']));
    expect(await lossesOf(customers)).toEqual([]);
    await Customer.open(processes.api, undefined, null);
    homes = await readHomes(PROCESSES + 1);
    expect(homes.size).toBe(ACCOUNTS + 1);
  });

  test('the fourth process is removed again: its accounts return, only these wait, and nothing is lost', async () => {
    let output = '';
    const busy = await during(async () => {
      output = await processes.run('remove-process.mjs');
    });
    const movers = new Set([...homes].filter(([, home]) => home === PROCESSES + 1).map(([name]) => name));
    const now = await readHomes(PROCESSES);
    expect([...now.keys()].sort()).toEqual([...homes.keys()].sort());
    expect([...now].filter(([name, home]) => !movers.has(name) && home !== homes.get(name))).toEqual([]);
    expect(output).toContain(`${movers.size} of ${movers.size} moved\nprocess 4 has no accounts any more`);
    expect(await processes.direct(4).call('GET', '/_sandbox/accounts', { key: null })).toMatchObject({
      data: { items: [{ name: 'demo' }] },
    });
    expect((await processes.api.call('GET', '/processes/4/readyz', { key: null })).status).toBe(404);
    expect(busy.filter(({ name }) => !movers.has(name)).flatMap(({ disturbed }) => disturbed)).toEqual([]);
    expect(await lossesOf(customers)).toEqual([]);
  });
});
