import { RemoteSandbox } from './client/remote-sandbox.ts';
import type { Sandbox } from './client/sandbox-interface.ts';
import { checkOptionNames, DEMO_ACCOUNT, type SandboxOptions } from './options.ts';
import { startSandbox } from './sandbox.ts';

/** A sandbox in this process. It is controlled over HTTP like a remote one, so that both behave the same. */
class LocalSandbox extends RemoteSandbox {
  readonly #stop: () => Promise<void>;

  constructor(url: string, options: SandboxOptions, apiKey: string, stop: () => Promise<void>) {
    const admin = options.adminToken === undefined ? {} : { adminToken: options.adminToken };
    // The certificate need not be checked: the server is in this process. It may be issued for names other than `url`.
    super(url, { ...admin, rejectUnauthorized: false }, { account: DEMO_ACCOUNT, apiKey });
    this.#stop = stop;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#stop();
  }
}

/**
 * Starts a sandbox in this process, by default on a free port. Any number can run at the same time; they share nothing.
 * @throws OptionError for invalid options
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkOptionNames(options);
  const running = await startSandbox(options);
  return new LocalSandbox(running.baseUrl, options, running.apiKey, () => running.close());
}
