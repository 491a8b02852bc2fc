import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { drawOf } from '../../../src/core/domain/seeded-values.ts';
import type { AccountState } from '../../../src/core/engine/account-state.ts';
import { addressNumber } from '../../support/addresses.ts';
import { Churn, HALF_SENT } from './churn.ts';
import { ServerProcess } from './server-process.ts';
import { cutLog, demoOf, eventIdsOf, mistakesIn, readAccounts } from './stored-accounts.ts';

/** Receives webhooks, some of them only at the second attempt, and compares repeated deliveries. */
class Listener {
  /** The body of each event, by its id. */
  readonly bodies = new Map<string, string>();
  /** The ids of events that were delivered again with different bytes. */
  readonly altered: string[] = [];
  deliveries = 0;
  /** Decides whether a delivery is acknowledged. Otherwise the response is a 500, or there is none. */
  accepts: () => boolean = () => true;
  readonly #server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    this.deliveries += 1;
    const id = String(request.headers['x-webhook-id']);
    const before = this.bodies.get(id);
    if (before !== undefined && before !== body) this.altered.push(id);
    if (!this.accepts()) {
      if (this.deliveries % 2 === 0) request.socket.destroy();
      else response.writeHead(500).end();
      return;
    }
    this.bodies.set(id, body);
    response.writeHead(204).end();
  });

  static async start(): Promise<Listener> {
    const listener = new Listener();
    listener.#server.listen(0, '127.0.0.1');
    await once(listener.#server, 'listening');
    return listener;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

/** The result of the rounds. */
export interface Outcome {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly orders: number;
  readonly events: number;
  readonly deliveries: number;
  /** Accounts that were deleted while requests and advances were in progress. */
  readonly deleted: number;
  /** Copies of the folder whose log was cut off. */
  readonly cut: number;
  /** All violated guarantees; empty if there are none. */
  readonly broken: readonly string[];
}

const WORKERS = 16;
const CHURNING_WORKERS = 2;
const SHORTEST_ROUND_MS = 200;
const LONGEST_ROUND_MS = 1_500;
/** Orders that a server must have acknowledged before it is killed, apart from a deletion; a slow machine takes longer. */
const LEAST_ACKNOWLEDGED = 50;
const POLL_MS = 20;
const FAILING_SHARE = 0.15;
/** At this speed, a rental of five minutes lasts 0.15 seconds. */
const FLAGS = ['--clock', '2000x', '--balance', '1000000', '--rate-limit', '1000000'];
const MAX_SETTLING_STARTS = 40;

/** Repeatedly kills a server under load, always with the same data folder. */
class Rounds {
  readonly #data: string;
  readonly #seed: string;
  readonly #listener: Listener;
  /** Order ids by external_id, as the responses reported them. */
  readonly #acknowledged = new Map<string, number>();
  readonly #broken: string[] = [];
  readonly #churn = new Churn(this.#broken);
  #cut = 0;
  #drawn = 0;
  #named = 0;

  constructor(data: string, seed: string, listener: Listener) {
    this.#data = data;
    this.#seed = seed;
    this.#listener = listener;
    listener.accepts = () => this.#draw() >= FAILING_SHARE;
  }

  async run(rounds: number): Promise<Outcome> {
    for (let round = 1; round <= rounds && this.#broken.length === 0; round++) await this.#round(round);
    this.#listener.accepts = () => true;
    const books = await this.#settle();
    for (const id of eventIdsOf(books)) {
      if (!this.#listener.bodies.has(id)) this.#broken.push(`event ${id} was never delivered`);
    }
    for (const id of this.#listener.altered)
      this.#broken.push(`event ${id} was delivered with different bytes`);
    return {
      rounds,
      acknowledged: this.#acknowledged.size,
      orders: books.orders.length,
      events: books.events.length,
      deliveries: this.#listener.deliveries,
      deleted: this.#churn.deleted,
      cut: this.#cut,
      broken: this.#broken,
    };
  }

  #draw(): number {
    return drawOf(this.#seed, 'crash', this.#drawn++);
  }

  async #round(round: number): Promise<void> {
    const server = await this.#start();
    const least = this.#acknowledged.size + LEAST_ACKNOWLEDGED;
    const lastsMs = SHORTEST_ROUND_MS + this.#draw() * (LONGEST_ROUND_MS - SHORTEST_ROUND_MS);
    const workers = Array.from({ length: WORKERS }, () => this.#work(server));
    workers.push(...Array.from({ length: CHURNING_WORKERS }, () => this.#churn.work(server)));
    await pause(lastsMs);
    const isEarly = (): boolean => this.#acknowledged.size < least || this.#churn.deleted === 0;
    while (isEarly() && this.#broken.length === 0) await pause(POLL_MS);
    await server.crash();
    await Promise.all(workers);
    const { stderr } = await server.ended;
    if (/seal/.test(stderr)) this.#broken.push(`round ${round}: a crash was taken for a loss: ${stderr}`);
    const announced = new Map(
      // Orders of the accounts that are deleted, reset and restored need not be in the state.
      [...this.#listener.bodies.values()].map(orderInWebhook).filter(([id]) => id !== HALF_SENT),
    );
    const { isCut, problem } = await cutLog(this.#data, this.#draw());
    if (isCut) this.#cut += 1;
    const accounts = await readAccounts(this.#data);
    const books = demoOf(accounts);
    const problems = [
      ...(problem === null ? [] : [problem]),
      ...accounts.flatMap(mistakesIn),
      ...this.#churn.violations(accounts),
      ...missing(books, this.#acknowledged),
      ...missing(books, announced),
    ];
    this.#broken.push(...problems.map(problem => `round ${round}: ${problem}`));
  }

  #start(): Promise<ServerProcess> {
    return ServerProcess.start(['--data', this.#data, '--webhook-url', this.#listener.url, ...FLAGS]);
  }

  /** Places orders until the server is killed. */
  async #work({ api }: ServerProcess): Promise<void> {
    try {
      for (;;) {
        if (this.#draw() < 0.25)
          this.#onBulkResponse(await api.bulk(Array.from({ length: 10 }, () => this.#order())));
        else this.#onOrderResponse(await api.order(this.#order()));
      }
    } catch {
      // The server was killed before its response was complete, so nothing was acknowledged.
    }
  }

  /** A new order, sometimes one that fails and is refunded, or one that was requested before. */
  #order() {
    const chance = this.#draw();
    const repeats = chance < 0.1 && this.#named > 0;
    const ordinal = repeats ? Math.floor(this.#draw() * this.#named) : this.#named++;
    const kind = ordinal % 7 === 0 ? 'sandbox:failed-with-refund:' : 'order-';
    return {
      external_id: `${kind}${ordinal}`,
      package_id: 1,
      duration_minutes: 5,
      address: addressNumber(ordinal % 50),
    };
  }

  #onOrderResponse({ status, text }: { readonly status: number; readonly text: string }): void {
    if (status !== 200 && status !== 202) {
      this.#broken.push(`the response to an order was ${status} ${text}`);
      return;
    }
    const { order_id: id, external_id: externalId } = JSON.parse(text).data;
    this.#acknowledge(externalId, id);
  }

  #onBulkResponse({ status, text }: { readonly status: number; readonly text: string }): void {
    if (status !== 202) this.#broken.push(`the response to a bulk request was ${status} ${text}`);
    else
      for (const { external_id, order } of JSON.parse(text).data.results)
        this.#acknowledge(external_id, order.id);
  }

  #acknowledge(externalId: string, id: number): void {
    const before = this.#acknowledged.get(externalId);
    if (before !== undefined && before !== id)
      this.#broken.push(`${externalId} was order ${before}, now ${id}`);
    this.#acknowledged.set(externalId, id);
  }

  /** Starts and stops the server until every order has reached its final status and every webhook was delivered. */
  async #settle(): Promise<AccountState> {
    for (let start = 1; ; start++) {
      const server = await this.#start();
      await Promise.all([
        pause(500),
        ...Array.from({ length: CHURNING_WORKERS }, () => this.#churn.visit(server)),
      ]);
      for (const [externalId, id] of [...this.#acknowledged].slice(-50)) {
        const { status, text } = await server.api.status({ external_id: externalId });
        if (status !== 200 || JSON.parse(text).data.id !== id) this.#broken.push(`${externalId}: ${text}`);
      }
      const { code, stderr } = await server.stop();
      if (code !== 0) this.#broken.push(`the server exited with code ${code}: ${stderr}`);
      const accounts = await readAccounts(this.#data);
      this.#broken.push(...accounts.flatMap(mistakesIn), ...this.#churn.violations(accounts));
      const books = demoOf(accounts);
      const isAtRest = books.agenda.length === 0 && Object.keys(books.inFlight).length === 0;
      if (isAtRest || start === MAX_SETTLING_STARTS) {
        if (!isAtRest) this.#broken.push(`after ${start} starts something was still due`);
        return books;
      }
    }
  }
}

const orderInWebhook = (body: string): [string, number] => {
  const { data } = JSON.parse(body);
  return [data.external_id, data.order_id];
};

/** Orders that were reported to a client but are missing from the state. */
function missing(books: AccountState, reported: ReadonlyMap<string, number>): string[] {
  const lost: string[] = [];
  for (const [externalId, id] of reported) {
    const kept = books.orders[id - books.firstOrderId]?.externalId;
    if (kept !== externalId) lost.push(`order ${id} was reported as ${externalId}, but stored as ${kept}`);
  }
  return lost;
}

/** Kills a server under load the given number of times. The seed determines when. */
export async function crashRounds(data: string, seed: string, rounds: number): Promise<Outcome> {
  await using listener = await Listener.start();
  return await new Rounds(data, seed, listener).run(rounds);
}
