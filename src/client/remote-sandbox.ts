import type {
  AccountInfo,
  Coverage,
  Finding,
  FindingRule,
  SandboxInfo,
  ScenarioSummary,
} from './data-types.ts';
import { invalidOption, SandboxError, shown } from './errors.ts';
import { LibraryControl } from './library-control.ts';
import { type CertificateCheck, NodeTransport } from './node-transport.ts';
import type { AccountOptions, ConnectOptions, FindingFilter } from './options.ts';
import { remoteAccount, webhookFields } from './remote-account.ts';
import type { Account, Sandbox } from './sandbox-interface.ts';

/** An API key that is known without having created the account. */
export interface KnownKey {
  readonly account: string;
  readonly apiKey: string;
}

/** How the option `webhook` calls the fields that it sets. */
const WEBHOOK_NAMES = { 'body.webhook_url': 'webhook.url', 'body.webhook_secret': 'webhook.secret' };

/** A sandbox that is controlled over its control API. */
export class RemoteSandbox implements Sandbox {
  readonly url: string;
  readonly #transport: NodeTransport;
  readonly #control: LibraryControl;
  readonly #knownKey: KnownKey | null;

  constructor(
    url: string | URL,
    { adminToken, ...check }: Omit<ConnectOptions, 'ca'> & CertificateCheck = {},
    knownKey: KnownKey | null = null,
  ) {
    this.url = originOf(url);
    this.#transport = new NodeTransport(this.url, check);
    this.#control = this.#controlAs(adminToken === undefined ? {} : { 'X-Admin-Token': adminToken });
    this.#knownKey = knownKey;
  }

  /** Resolves when the server has responded. @throws SandboxError */
  async ping(): Promise<void> {
    await this.#control.call('get', '/healthz');
  }

  async createAccount(options: AccountOptions = {}): Promise<Account> {
    const { webhook, scenarios, ...rest } = options;
    const { url, secret } = webhook === undefined ? {} : webhookFields('createAccount: webhook', webhook);
    const control = this.#control;
    const { name, apiKey, webhookSecret, baseUrl } = await control.call('post', '/_sandbox/accounts', {
      body: {
        ...rest,
        ...(url != null && { webhookUrl: url }),
        ...(secret !== undefined && { webhookSecret: secret }),
        ...(scenarios && { scenarios: scenarios.filter(one => typeof one === 'string') }),
      } as never,
      ...(webhook && { names: WEBHOOK_NAMES }),
    });
    const path = { account: name };
    const account = remoteAccount({ control, path, name, apiKey, webhookSecret, baseUrl });
    if (!scenarios?.some(one => typeof one !== 'string')) return account;
    try {
      await account.scenarios.use(...scenarios);
    } catch (error) {
      await account[Symbol.asyncDispose]();
      throw error;
    }
    return account;
  }

  async account(which: string | { readonly apiKey: string }): Promise<Account> {
    const isNamed = typeof which === 'string';
    if (!isNamed && typeof which?.apiKey !== 'string') {
      const problem = `expected the name of an account or { apiKey }, got ${shown(which)}`;
      throw invalidOption('account', 'name', problem);
    }
    const control = isNamed ? this.#control : this.#controlAs({ Authorization: `Bearer ${which.apiKey}` });
    const path = { account: isNamed ? which : 'me' };
    const info = await control.call('get', '/_sandbox/accounts/{account}', { path });
    const known = this.#knownKey?.account === info.name ? this.#knownKey.apiKey : null;
    return remoteAccount({
      control,
      path,
      name: info.name,
      apiKey: isNamed ? known : which.apiKey,
      webhookSecret: info.webhook.secret,
      baseUrl: this.url,
    });
  }

  accounts(): Promise<AccountInfo[]> {
    return this.#control.list('/_sandbox/accounts', {});
  }

  coverage(): Promise<Coverage> {
    return this.#control.call('get', '/_sandbox/coverage');
  }

  info(): Promise<SandboxInfo> {
    return this.#control.call('get', '/_sandbox/info');
  }

  async scenarios(): Promise<ScenarioSummary[]> {
    return [...(await this.#control.call('get', '/_sandbox/scenarios')).items];
  }

  async findings(filter: FindingFilter = {}): Promise<Finding[]> {
    return (await this.#control.list('/_sandbox/findings', { query: filter })) as Finding[];
  }

  async findingRules(): Promise<FindingRule[]> {
    return [...(await this.#control.call('get', '/_sandbox/findings/rules')).items] as FindingRule[];
  }

  async close(): Promise<void> {
    this.#transport.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #controlAs(headers: Readonly<Record<string, string>>): LibraryControl {
    return new LibraryControl(this.url, this.#transport, headers);
  }
}

/** @throws SandboxError for anything but an http: or https: URL */
function originOf(url: string | URL): string {
  const address = String(url);
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address).origin;
  const message = `url: expected the address of a sandbox, such as http://127.0.0.1:4010, got ${JSON.stringify(address)}`;
  throw new SandboxError(message, { code: 'INVALID_URL', path: 'url' });
}
