import { toSnake } from './camel-case.ts';
import { checkOptions, invalidOption, shown } from './check-options.ts';
import { ControlClient } from './control-api.ts';
import type {
  AccountInfo,
  Coverage,
  Finding,
  FindingRule,
  SandboxInfo,
  ScenarioSummary,
} from './data-types.ts';
import { findingRulesOf, findingsOf } from './findings.ts';
import { type CertificateCheck, HttpClient } from './http.ts';
import type { InlineScenario } from './inline-scenario-types.ts';
import { OPTION_NAMES } from './option-names.ts';
import type { AccountOptions, ConnectOptions, FindingFilter } from './options.ts';
import { RemoteAccount } from './remote-account.ts';
import type { Account, Sandbox } from './sandbox-interface.ts';
import { webhookFields } from './webhook-target.ts';

/** An API key that is known without having created the account. */
export interface KnownKey {
  readonly account: string;
  readonly apiKey: string;
}

/** How the option `webhook` calls the fields that it sets. */
const WEBHOOK_NAMES = { 'body.webhook_url': 'webhook.url', 'body.webhook_secret': 'webhook.secret' };

/** A sandbox that is controlled over its control API. */
export class RemoteSandbox implements Sandbox {
  readonly #http: HttpClient;
  readonly #control: ControlClient;
  readonly #knownKey: KnownKey | null;

  constructor(
    url: string | URL,
    { adminToken, ...check }: Omit<ConnectOptions, 'ca'> & CertificateCheck = {},
    knownKey: KnownKey | null = null,
  ) {
    this.#http = new HttpClient(url, check);
    this.#control = new ControlClient(
      this.#http,
      adminToken === undefined ? {} : { 'X-Admin-Token': adminToken },
    );
    this.#knownKey = knownKey;
  }

  get url(): string {
    return this.#http.origin.origin;
  }

  /** Resolves when the server has responded. @throws SandboxError */
  async ping(): Promise<void> {
    await this.#control.call('get', '/healthz');
  }

  async createAccount(options: AccountOptions = {}): Promise<Account> {
    checkOptions('createAccount', options, OPTION_NAMES.createAccount);
    const { webhook, scenarios = [], ...rest } = options;
    const { url, secret } = webhook === undefined ? {} : webhookFields('createAccount: webhook', webhook);
    const names = scenarios.filter(one => typeof one === 'string');
    const body = {
      ...toSnake(rest),
      ...(url != null && { webhook_url: url }),
      ...(secret !== undefined && { webhook_secret: secret }),
      ...(options.scenarios && { scenarios: names }),
    };
    const control = this.#control;
    const { name, apiKey, webhookSecret, baseUrl } = await control.call('post', '/_sandbox/accounts', {
      body,
      ...(webhook && { names: WEBHOOK_NAMES }),
    });
    const path = { account: name };
    const account = new RemoteAccount({ control, path, name, apiKey, webhookSecret, baseUrl });
    if (names.length < scenarios.length) await activate(account, scenarios);
    return account;
  }

  async account(which: string | { readonly apiKey: string }): Promise<Account> {
    const isNamed = typeof which === 'string';
    if (!isNamed && typeof which?.apiKey !== 'string') {
      const problem = `expected the name of an account or { apiKey }, got ${shown(which)}`;
      throw invalidOption('account', 'name', problem);
    }
    const control = isNamed
      ? this.#control
      : new ControlClient(this.#http, { Authorization: `Bearer ${which.apiKey}` });
    const path = { account: isNamed ? which : 'me' };
    const info = await control.call('get', '/_sandbox/accounts/{account}', { path });
    const known = this.#knownKey?.account === info.name ? this.#knownKey.apiKey : null;
    return new RemoteAccount({
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
    return (await this.#control.call('get', '/_sandbox/scenarios')).items;
  }

  findings(filter: FindingFilter = {}): Promise<Finding[]> {
    return findingsOf(this.#control, filter);
  }

  findingRules(): Promise<FindingRule[]> {
    return findingRulesOf(this.#control);
  }

  async close(): Promise<void> {
    this.#http.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Activates scenarios on a new account. If that fails, the account is deleted. */
async function activate(
  account: RemoteAccount,
  scenarios: readonly (string | InlineScenario)[],
): Promise<void> {
  try {
    await account.scenarios.use(...scenarios);
  } catch (error) {
    await account[Symbol.asyncDispose]();
    throw error;
  }
}
