import type { AccountState } from '../../../src/core/engine/account-state.ts';
import { addressNumber } from '../../support/addresses.ts';
import { requestBytes, Wire } from '../load/wire.ts';
import type { ServerProcess } from './server-process.ts';

/** The changes to an account while an order is half sent and advances run and wait. */
const MOVES = ['DELETE', 'reset', 'DELETE', 'restore'] as const;

/** The external_id of all orders of these accounts. */
export const HALF_SENT = 'half-sent';

/** A response of the control API. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Creates accounts and deletes, resets and restores them under load, and notes which of them must exist. */
export class Churn {
  /** Accounts whose creation was acknowledged, and whose deletion was not requested. */
  readonly #existing = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #broken: string[];
  #named = 0;

  /** @param broken receives violated guarantees */
  constructor(broken: string[]) {
    this.#broken = broken;
  }

  get deleted(): number {
    return this.#deleted.size;
  }

  /** Works until the server is killed. */
  async work(server: ServerProcess): Promise<void> {
    try {
      for (;;) await this.visit(server);
    } catch {
      // The server was killed before its response was complete, so nothing was acknowledged.
    }
  }

  /** Differences between the acknowledged changes and the accounts of the folder. */
  violations(accounts: readonly AccountState[]): string[] {
    const found = new Set(accounts.map(({ name }) => name));
    return [
      ...[...this.#existing].filter(name => !found.has(name)).map(name => `the account ${name} is missing`),
      ...[...this.#deleted]
        .filter(name => found.has(name))
        .map(name => `the deleted account ${name} is back`),
    ];
  }

  /** Creates one account and changes it. */
  async visit({ api, port }: ServerProcess): Promise<void> {
    const move = MOVES[this.#named % MOVES.length]!;
    const name = `shop-${++this.#named}`;
    const call = (method: string, path: string, body?: object): Promise<Answer> =>
      api.call(method, `/_sandbox/accounts${path}`, { ...(body ? { body } : {}), key: null });
    const made = await call('POST', '', { name });
    this.#expect(made, 201, `the creation of ${name}`);
    const key = String(JSON.parse(made.text).data.api_key);
    this.#existing.add(name);
    this.#expect(await call('POST', `/${name}/snapshots`, { name: 'before' }), 201, 'a snapshot');
    const half = requestBytes(key, 'POST', '/api/v1/order/', {
      external_id: HALF_SENT,
      package_id: 1,
      address: addressNumber(1),
    });
    const wire = await Wire.open(port);
    wire.write(half.slice(0, -20));
    const advances = Promise.allSettled(
      [1, 2].map(() => call('POST', `/${name}/clock/advance`, { by: '2h' })),
    );
    await this.#carryOut(move, name, call);
    wire.write(half.slice(-20));
    const answer = await wire.answer();
    wire.socket.destroy();
    if (answer === null) return;
    const expected = move === 'DELETE' ? 401 : 202;
    if (answer.status !== expected)
      this.#broken.push(`half an order across ${move}: ${answer.status} ${answer.body}`);
    for (const advance of await advances) {
      if (advance.status === 'rejected') continue;
      const { status, text } = advance.value;
      if (![200, 404, 409].includes(status))
        this.#broken.push(`an advance across ${move}: ${status} ${text}`);
    }
  }

  async #carryOut(
    move: (typeof MOVES)[number],
    name: string,
    call: (method: string, path: string) => Promise<Answer>,
  ): Promise<void> {
    if (move === 'DELETE') {
      this.#existing.delete(name);
      this.#expect(await call('DELETE', `/${name}`), 200, `the deletion of ${name}`);
      this.#deleted.add(name);
    } else {
      const path = move === 'reset' ? `/${name}/reset` : `/${name}/snapshots/before/restore`;
      this.#expect(await call('POST', path), 200, `the ${move} of ${name}`);
    }
  }

  #expect({ status, text }: Answer, expected: number, what: string): void {
    if (status !== expected) this.#broken.push(`the response to ${what} was ${status} ${text}`);
  }
}
