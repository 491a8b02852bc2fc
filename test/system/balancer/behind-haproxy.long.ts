import { afterAll, beforeAll, expect, test } from 'vitest';
import { cli } from '../../cli/support.ts';
import { needing } from '../../support/needing.ts';
import { Customer } from './customers.ts';
import { Processes } from './processes.ts';

const ACCOUNTS = 60;

needing('haproxy').describe('three processes behind HAProxy', () => {
  let processes: Processes;
  let customers: Customer[];

  const homeOf = async (name: string): Promise<number[]> => {
    const lists = await Promise.all([1, 2, 3].map(number => processes.accountsOf(number)));
    return [1, 2, 3].filter(number => lists[number - 1]!.includes(name));
  };

  beforeAll(async () => {
    processes = await Processes.start();
    customers = await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, index) =>
        Customer.open(processes.api, index % 2 === 0 ? `shop-${index}` : undefined),
      ),
    );
  });

  afterAll(async () => {
    await processes?.[Symbol.asyncDispose]();
  });

  test('have each account in one process, and find it by key, by name and by me', async () => {
    const { api } = processes;
    for (const customer of customers) {
      const { name, key } = customer;
      await customer.order();
      expect(customer.acknowledged).toHaveLength(1);
      const paths = [`/_sandbox/accounts/${name}/orders`, '/_sandbox/accounts/me/orders'];
      for (const path of paths) {
        const { data } = await api.call<{ items: unknown[] }>('GET', path, { key });
        expect(data.items).toHaveLength(1);
      }
    }
    const homes = (await Promise.all([1, 2, 3].map(number => processes.accountsOf(number)))).map(
      ({ length }) => length,
    );
    expect(homes.reduce((sum, count) => sum + count, 0)).toBe(ACCOUNTS);
    expect(Math.min(...homes)).toBeGreaterThan(5);
    expect(await homeOf(customers[0]!.name)).toHaveLength(1);
  });

  test.each(['accounts', 'stream', 'findings', 'coverage', 'metrics'])(
    'say that %s is asked of each process, and where',
    async call => {
      const answer = await processes.api.call('GET', `/_sandbox/${call}`, { key: null });
      expect([answer.status, (answer.json as { message: string }).message]).toEqual([
        404,
        `each process has its own accounts; ask each: /processes/1/_sandbox/${call} to /processes/3/_sandbox/${call}`,
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
  });

  test.each(['/_sandbox/accounts', '/_sandbox/accounts/lost'])(
    'create no account at the address of a process by %s, where requests with its key would not find it',
    async path => {
      const refused = await processes.api.call('POST', `/processes/2${path}`, { body: {}, key: null });
      expect(refused.outcome).toBe('404 CALL_NOT_FOUND');
      expect((refused.json as { message: string }).message).toContain('leave out /processes/<number>');
    },
  );

  test.each(['not a name', '../shop', '', 'me', 5])(
    'say what is wrong with %j as the name of an account',
    async name => {
      const refused = await processes.api.call('POST', '/_sandbox/accounts', { body: { name }, key: null });
      expect([refused.outcome, (refused.json as { path: string }).path]).toEqual([
        '400 INVALID_REQUEST',
        'body.name',
      ]);
    },
  );

  test('know no process beyond the last, and serve the demo from the first', async () => {
    const { api } = processes;
    expect((await api.call('GET', '/processes/4/readyz', { key: null })).status).toBe(404);
    expect((await api.balance({ key: 'ersk_demo_0123456789abcdef' })).status).toBe(200);
    expect((await api.call('GET', '/_sandbox/demo', { key: null })).status).toBe(200);
  });

  test('hold the requests of a process that was killed until it runs again, and refuse none', async () => {
    processes.kill(2);
    await Promise.all(customers.map(customer => customer.order()));
    expect(customers.flatMap(({ disturbed }) => disturbed)).toEqual([]);
    expect((await Promise.all(customers.map(customer => customer.losses()))).flat()).toEqual([]);
  });
});
