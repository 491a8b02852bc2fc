import { connectSandbox } from '../client/connect.ts';
import type { Account, Sandbox } from '../client/sandbox-interface.ts';
import { createSandbox } from '../create-sandbox.ts';
import { DEMO_ACCOUNT } from '../options.ts';

/** Which sandbox an agent works with. */
export interface SessionOptions {
  /** The address of a running sandbox. Without it, a sandbox is started in this process at the first call. */
  readonly url?: string | undefined;
  /** The admin token of the running sandbox, if it requires one. */
  readonly adminToken?: string | undefined;
  /** The port of a sandbox that is started. Default: a free one. */
  readonly port?: number | undefined;
}

/** The sandbox of an agent. It is started or joined at the first call, and closed with the session. */
export class SandboxSession {
  readonly #options: SessionOptions;
  /** The accounts that were created here, whose keys are known. */
  readonly #accounts = new Map<string, Account>();
  #sandbox: Promise<Sandbox> | null = null;

  constructor(options: SessionOptions = {}) {
    this.#options = options;
  }

  /** Whether the sandbox runs in this process. */
  get isOwn(): boolean {
    return this.#options.url === undefined;
  }

  /** @throws SandboxError, OptionError if there is none. The next call tries again. */
  sandbox(): Promise<Sandbox> {
    this.#sandbox ??= this.#open().catch(error => {
      this.#sandbox = null;
      throw error;
    });
    return this.#sandbox;
  }

  /** @throws SandboxError if there is no such account */
  async account(name = DEMO_ACCOUNT): Promise<Account> {
    return this.#accounts.get(name) ?? (await this.sandbox()).account(name);
  }

  /** Remembers an account, and with it its key. */
  keep(account: Account): void {
    this.#accounts.set(account.name, account);
  }

  async close(): Promise<void> {
    const sandbox = await this.#sandbox?.catch(() => null);
    await sandbox?.close();
  }

  #open(): Promise<Sandbox> {
    const { url, adminToken, port } = this.#options;
    if (url === undefined) return createSandbox(port === undefined ? {} : { port });
    return connectSandbox(url, adminToken === undefined ? {} : { adminToken });
  }
}
