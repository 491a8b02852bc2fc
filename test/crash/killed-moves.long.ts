import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cli, temporaryFolder } from '../cli/support.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { Gate, type Watched } from './gate.ts';
import { ServerProcess } from './server-process.ts';

const NAMES = ['source', 'target'] as const;
type Name = (typeof NAMES)[number];
type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

/** A server with a data folder, which is killed and started again. */
class Home {
  readonly #folder: Folder;
  #process: ServerProcess;
  /** The address that `account move` uses. */
  readonly gate: Gate;

  private constructor(folder: Folder, process: ServerProcess, gate: Gate) {
    this.#folder = folder;
    this.#process = process;
    this.gate = gate;
  }

  static async open(): Promise<Home> {
    const folder = await temporaryFolder();
    const process = await ServerProcess.start(['--data', folder.path]);
    return new Home(folder, process, await Gate.open(process.port));
  }

  get api() {
    return this.#process.api;
  }

  kill(): Promise<void> {
    return this.#process.crash();
  }

  async restart(): Promise<void> {
    this.#process = await ServerProcess.start(['--data', this.#folder.path]);
    this.gate.target = this.#process.port;
  }

  async close(): Promise<void> {
    await this.kill();
    await this.gate[Symbol.asyncDispose]();
    await this.#folder[Symbol.asyncDispose]();
  }
}

interface Case {
  readonly account: string;
  readonly server: Name;
  readonly method: string;
  readonly path: string;
  readonly moment: Watched['moment'];
  readonly victim: Name;
}

/** The calls of a move that change something, in order. */
const STEPS = [
  { server: 'source', method: 'POST', path: '/handover' },
  { server: 'target', method: 'PUT', path: '' },
  { server: 'target', method: 'PUT', path: '/snapshots/kept' },
  { server: 'source', method: 'DELETE', path: '' },
] as const;

const CASES: Case[] = STEPS.flatMap(step =>
  (['before', 'after'] as const).flatMap(moment => NAMES.map(victim => ({ ...step, moment, victim }))),
).map((one, index) => ({ ...one, account: `shop-${index}` }));

describe('an account that moves while a server is killed', () => {
  let homes: Record<Name, Home>;

  beforeAll(async () => {
    homes = { source: await Home.open(), target: await Home.open() };
  });

  afterAll(async () => {
    for (const name of NAMES) await homes?.[name].close();
  });

  const move = (account: string) =>
    cli([
      'account',
      'move',
      account,
      '--url',
      homes.source.gate.url,
      '--to',
      homes.target.gate.url,
      '--json',
    ]);
  const call = (home: Name, method: string, path: string, body?: unknown) =>
    homes[home].api.call<Record<string, unknown>>(method, `/_sandbox/accounts/${path}`, { key: null, body });

  /** Places an order on both servers. @returns those that acknowledged it */
  async function ordered(key: string, externalId: string): Promise<Name[]> {
    const order = { external_id: externalId, package_id: 1, address: RECIPIENT };
    const acknowledged: Name[] = [];
    for (const name of NAMES) {
      if ((await homes[name].api.order(order, { key })).status === 202) acknowledged.push(name);
    }
    return acknowledged;
  }

  test.each(CASES)(
    'exists once, with all acknowledged orders: the $victim is killed $moment $method $path of the $server',
    async ({ account, server, method, path, moment, victim }) => {
      const made = await call('source', 'POST', account, { clock: 'manual', balance_trx: 1_000 });
      const key = made.data.api_key as string;
      expect(await ordered(key, 'first')).toEqual(['source']);
      await call('source', 'POST', `${account}/snapshots`, { name: 'kept' });
      homes[server].gate.watched = {
        method,
        path: `/_sandbox/accounts/${account}${path}`,
        moment,
        happens: () => homes[victim].kill(),
      };
      await move(account);
      expect(homes[server].gate.watched).toBeNull();
      await homes[victim].restart();

      const during = await ordered(key, 'during');
      expect(during.length).toBeLessThanOrEqual(1);
      const finished = await move(account);
      expect([finished.code, finished.err]).toEqual([0, '']);
      expect(JSON.parse(finished.out)).toMatchObject([{ account, orders: 1 + during.length, keys: 1 }]);

      expect((await call('source', 'GET', account)).status).toBe(404);
      expect(await ordered(key, 'after')).toEqual(['target']);
      const { data } = await call('target', 'GET', account);
      expect(data).toMatchObject({ orders: 2 + during.length, trouble: null });
      const acknowledged = ['first', ...(during.length === 1 ? ['during'] : []), 'after'];
      const found = await Promise.all(
        acknowledged.map(id => homes.target.api.status({ external_id: id }, { key })),
      );
      expect(new Set(found.map(({ data: one }) => one.id)).size).toBe(acknowledged.length);
    },
  );
});
