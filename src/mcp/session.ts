import { connectSandbox } from '../client/remote-sandbox.ts';
import type { Account, Sandbox } from '../client/sandbox-interface.ts';
import { DEMO_ACCOUNT } from '../server/sandbox-options.ts';
import { createSandbox } from '../testing/create-sandbox.ts';

/** The sandbox that an agent works with. */
export interface SessionOptions {
  /** The address of a running sandbox. Without it, a sandbox is started in this process at the first call. */
  readonly url?: string | undefined;
  /** The admin token of the running sandbox, if it requires one. */
  readonly adminToken?: string | undefined;
  /** The port of a sandbox that is started. Default: a free one. */
  readonly port?: number | undefined;
}

/** The maximum number of accounts that a message names. */
const MAX_NAMES = 20;

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** The sandbox of an agent. It is started or joined at the first call, and closed with the session. */
export class SandboxSession {
  readonly #options: SessionOptions;
  /** The address of the sandbox that is joined; undefined for one in this process. */
  #url: string | undefined;
  /** The accounts that were created here, whose keys are known. */
  readonly #accounts = new Map<string, Account>();
  #sandbox: Promise<Sandbox> | null = null;

  constructor(options: SessionOptions = {}) {
    this.#options = options;
    this.#url = options.url;
  }

  /** Whether the sandbox runs in this process. */
  get isOwn(): boolean {
    return this.#url === undefined;
  }

  /**
   * Joins a running sandbox, unless this session already uses another one.
   * @throws Error if it does; SandboxError if no sandbox responds at the address
   */
  async join(url: string): Promise<Sandbox> {
    const before = this.#url;
    const isOther = before === undefined || new URL(before).origin !== originOf(url);
    if (isOther && (this.#sandbox !== null || before !== undefined)) {
      const current = before ?? (await this.sandbox()).url;
      throw new Error(
        `url: the tools work with the sandbox at ${current} already; omit url, or have the command "mcp" started with --url ${url}`,
      );
    }
    this.#url = originOf(url) ?? url;
    try {
      return await this.sandbox();
    } catch (error) {
      this.#url = before;
      throw error;
    }
  }

  /** @throws SandboxError, OptionError if there is none. The next call tries again. */
  sandbox(): Promise<Sandbox> {
    this.#sandbox ??= this.#open().catch(error => {
      this.#sandbox = null;
      throw error;
    });
    return this.#sandbox;
  }

  /**
   * An account by its name. Without one it is the demo account, until an account was created here: an agent that
   * forgets the name would mistake the empty lists of the demo account for success.
   * @throws Error if the name is missing; SandboxError if there is no such account
   */
  async account(name?: string): Promise<Account> {
    if (name === undefined && this.#accounts.size > 0) {
      const names = [DEMO_ACCOUNT, ...this.#accounts.keys()].slice(-MAX_NAMES).join(', ');
      throw new Error(`account: there are several now; name one of ${names}`);
    }
    const wanted = name ?? DEMO_ACCOUNT;
    return this.#accounts.get(wanted) ?? (await this.sandbox()).account(wanted);
  }

  /** The accounts that were created here, oldest first. */
  get created(): readonly Account[] {
    return [...this.#accounts.values()];
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
    const { url: configured, adminToken, port } = this.#options;
    if (this.#url === undefined) return createSandbox(port === undefined ? {} : { port });
    // A server that only the agent has named must not get the token.
    const isTrusted = configured !== undefined;
    return connectSandbox(
      this.#url,
      isTrusted && adminToken !== undefined ? { admin_token: adminToken } : {},
    );
  }
}
