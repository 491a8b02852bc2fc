import { Pool } from 'undici';
import { afterAll, test as base, beforeAll } from 'vitest';
import type { Contract, ContractOperation } from '../../src/contract/contract-types.ts';
import type { operations } from '../../src/contract/control-v1.generated.ts';
import { builtinContract } from '../../src/contract/load-contract.ts';
import type { DataOf } from '../../src/server/control/control-call.ts';
import { startTestSandbox, type TestOptions, type TestSandbox } from './sandbox.ts';

type CallId = keyof operations;

/** A response of the control API that conforms to the description. */
export interface ControlAnswer<Data = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly success: boolean;
    readonly data?: Data;
    readonly error?: string;
    readonly message?: string;
    readonly path?: string | null;
  };
}

/** What a call is made with. */
export interface CallInput {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the control API that checks every response against the description. */
export class ControlClient {
  readonly contract: Contract;
  readonly #pool: Pool;
  readonly #account: string;

  constructor(pool: Pool, contract: Contract, account = 'demo') {
    this.#pool = pool;
    this.contract = contract;
    this.#account = account;
  }

  /** The same client for another account. */
  of(account: string): ControlClient {
    return new ControlClient(this.#pool, this.contract, account);
  }

  /** Makes a call and returns its data. @throws Error if it failed */
  async call<Id extends CallId>(id: Id, input: CallInput = {}): Promise<DataOf<Id>> {
    const { status, body } = await this.answer(id, input);
    if (!body.success) throw new Error(`${id}: expected a success, got ${status} ${JSON.stringify(body)}`);
    return body.data as DataOf<Id>;
  }

  /** Makes a call that must fail; `outcome` is its status, code and path. */
  async refusal(id: CallId, input: CallInput = {}): Promise<{ outcome: string; message: string }> {
    const { status, body } = await this.answer(id, input);
    if (body.success) throw new Error(`${id}: expected a failure, got ${JSON.stringify(body)}`);
    return { outcome: [status, body.error, body.path].filter(Boolean).join(' '), message: body.message! };
  }

  /** Makes a call. @throws Error if the response does not conform to the description */
  async answer(id: CallId, input: CallInput = {}): Promise<ControlAnswer> {
    const answer = await this.unchecked(id, input);
    const problems = await this.contract.validateResponse(id, answer.status, answer.headers, answer.body);
    if (problems.length > 0) {
      throw new Error(`${id} is not as described:\n${problems.join('\n')}\n${JSON.stringify(answer.body)}`);
    }
    return answer;
  }

  /** Makes a call, of which any response is accepted. */
  unchecked(id: CallId, input: CallInput = {}): Promise<ControlAnswer> {
    const operation = this.contract.byId(id);
    return this.raw(operation.method, this.#urlOf(operation, input), input);
  }

  /** Makes any request. */
  async raw(method: string, path: string, { body, headers }: CallInput = {}): Promise<ControlAnswer> {
    const response = await this.#pool.request({
      method: method as 'GET',
      path,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: (await response.body.json()) as ControlAnswer['body'],
    };
  }

  #urlOf(operation: ContractOperation, { path, query }: CallInput): string {
    const values: Readonly<Record<string, string | number>> = { account: this.#account, ...path };
    const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(String(values[name])),
    );
    const pairs = Object.entries(query ?? {}).map(
      ([name, value]) => [name, String(value)] as [string, string],
    );
    return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
  }
}

/** A sandbox with a client of its control API for the demo account. */
export interface ControlledSandbox extends AsyncDisposable {
  readonly sandbox: TestSandbox;
  readonly control: ControlClient;
}

/** Starts both. */
export async function startControlled(options: TestOptions = {}): Promise<ControlledSandbox> {
  const [sandbox, contract] = await Promise.all([startTestSandbox(options), builtinContract('control-v1')]);
  const pool = new Pool(sandbox.baseUrl, { connections: 16 });
  return {
    sandbox,
    control: new ControlClient(pool, contract),
    [Symbol.asyncDispose]: async () => {
      await pool.destroy();
      await sandbox.close();
    },
  };
}

/** A sandbox that the tests of a file or a group share. It is started before the first, and closed after the last. */
export function sharedSandbox(options: TestOptions = {}): Pick<ControlledSandbox, 'sandbox' | 'control'> {
  let started: ControlledSandbox;
  beforeAll(async () => {
    started = await startControlled(options);
  });
  afterAll(() => started[Symbol.asyncDispose]());
  return {
    get sandbox() {
      return started.sandbox;
    },
    get control() {
      return started.control;
    },
  };
}

/** A test with a sandbox of its own, which is started if the test asks for it. */
export const test = base.extend<{
  readonly started: ControlledSandbox;
  readonly sandbox: TestSandbox;
  readonly control: ControlClient;
}>({
  started: async ({ task: _ }, use) => {
    await using started = await startControlled();
    await use(started);
  },
  sandbox: ({ started }, use) => use(started.sandbox),
  control: ({ started }, use) => use(started.control),
});
