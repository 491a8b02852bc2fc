import { startSandbox } from '../../src/sandbox.ts';
import { requestBytes, Wire } from '../load/wire.ts';
import { Random } from '../simulation/random.ts';
import { RECIPIENT } from '../support/addresses.ts';

const MOVES = ['delete', 'reset', 'restore'] as const;

interface Answer {
  readonly status: number;
  readonly data: never;
  readonly text: string;
}

/** Deletes, resets and restores accounts in the middle of requests. */
class AccountMoves {
  readonly failures: string[] = [];
  readonly #random: Random;
  readonly #baseUrl: string;
  readonly #port: number;

  constructor(seed: number, { baseUrl, port }: { readonly baseUrl: string; readonly port: number }) {
    this.#random = new Random(seed);
    this.#baseUrl = baseUrl;
    this.#port = port;
  }

  async step(ordinal: number): Promise<void> {
    const move = MOVES[ordinal % MOVES.length]!;
    const name = `moved-${ordinal}`;
    const { api_key: key } = (await this.#call('POST', '', { name })).data;
    await this.#call('POST', `/${name}/trigger`, { event: 'order.delegated' });
    await this.#call('POST', `/${name}/snapshots`, { name: 'before' });
    const bytes = requestBytes(key, 'POST', '/api/v1/order/', {
      external_id: `half-${ordinal}`,
      package_id: 1,
      address: RECIPIENT,
    });
    const wire = await Wire.open(this.#port);
    const cut = 1 + this.#random.below(bytes.length - 1);
    wire.write(bytes.slice(0, cut));
    const status = await this.#make(move, name);
    wire.write(bytes.slice(cut));
    const answer = await wire.answer();
    wire.socket.destroy();
    this.#expect(status < 500, `${move}: ${status}`);
    if (!answer) this.failures.push(`${move} ${ordinal}: no response to the rest of a request`);
    else if (move === 'delete')
      this.#expect(answer.status === 401, `an order across a delete: ${answer.status}`);
    else this.#expect(answer.status < 500, `an order across a ${move}: ${answer.status} ${answer.body}`);
    if (move !== 'delete') await this.#stillWorks(name);
  }

  async #make(move: (typeof MOVES)[number], name: string): Promise<number> {
    if (move === 'delete') return (await this.#call('DELETE', `/${name}`)).status;
    const path = move === 'reset' ? `/${name}/reset` : `/${name}/snapshots/before/restore`;
    return (await this.#call('POST', path)).status;
  }

  /** Whatever happened, the account can be read, advanced, reset and used. */
  async #stillWorks(name: string): Promise<void> {
    for (const [method, path, body] of [
      ['GET', `/${name}`, undefined],
      ['GET', `/${name}/orders?limit=5`, undefined],
      ['GET', `/${name}/events?limit=5`, undefined],
      ['POST', `/${name}/clock/advance`, { by: '2h' }],
      ['POST', `/${name}/reset`, undefined],
      ['POST', `/${name}/trigger`, { event: 'order.completed' }],
    ] as const) {
      const { status, text } = await this.#call(method, path, body);
      this.#expect(status < 500, `${method} ${path} afterwards: ${status} ${text}`);
    }
    await this.#call('DELETE', `/${name}`);
  }

  #expect(isRight: boolean, otherwise: string): void {
    if (!isRight) this.failures.push(otherwise);
  }

  async #call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#baseUrl}/_sandbox/accounts${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, data: (JSON.parse(text).data ?? {}) as never };
  }
}

/** Makes a number of moves on one server, and returns the failures, each with the seed. */
export async function fuzzMoves(seed: number, count: number): Promise<readonly string[]> {
  const sandbox = await startSandbox({ clock: 'manual' });
  const moves = new AccountMoves(seed, sandbox);
  for (let ordinal = 0; ordinal < count && moves.failures.length === 0; ordinal++) await moves.step(ordinal);
  await sandbox.close();
  return moves.failures.map(one => `seed ${seed}: ${one}`);
}
