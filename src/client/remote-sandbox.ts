import type { Finding, FindingRule } from './data-types.ts';
import { invalidOption, SandboxError, shown } from './errors.ts';
import { LibraryControl, ROOT } from './library-control.ts';
import { type CertificateCheck, NodeTransport } from './node-transport.ts';
import type { ConnectOptions } from './options.ts';
import { remoteAccount, webhookFields } from './remote-account.ts';
import type { Sandbox } from './sandbox-interface.ts';

/** An API key that is known without having created the account. */
interface KnownKey {
  readonly account: string;
  readonly apiKey: string;
}

/** How the option `webhook` calls the fields that it sets. */
const WEBHOOK_NAMES = { 'body.webhook_url': 'webhook.url', 'body.webhook_secret': 'webhook.secret' };

/**
 * A sandbox that is controlled over its control API.
 * @param knownKey of an account that exists already
 * @throws SandboxError for an invalid address
 */
export function remoteSandbox(
  address: string | URL,
  { adminToken, ...check }: Omit<ConnectOptions, 'ca'> & CertificateCheck = {},
  knownKey: KnownKey | null = null,
): Sandbox & { ping(): Promise<void> } {
  const url = originOf(address);
  const transport = new NodeTransport(url, check);
  const controlAs = (headers: Readonly<Record<string, string>>) =>
    new LibraryControl(url, transport, headers);
  const control = controlAs(adminToken === undefined ? {} : { 'X-Admin-Token': adminToken });
  const sandbox: ReturnType<typeof remoteSandbox> = {
    url,
    /** Resolves when the server has responded. */
    ping: async () => {
      await control.call('get', '/healthz');
    },
    createAccount: async (options = {}) => {
      const { webhook, scenarios, ...rest } = options;
      const given = webhook === undefined ? {} : webhookFields('createAccount: webhook', webhook);
      const created = await control.call('post', '/_sandbox/accounts', {
        body: {
          ...rest,
          ...(given.url != null && { webhookUrl: given.url }),
          ...(given.secret !== undefined && { webhookSecret: given.secret }),
          ...(scenarios && { scenarios: scenarios.filter(one => typeof one === 'string') }),
        } as object,
        ...(webhook && { names: WEBHOOK_NAMES }),
      });
      const { name, apiKey, webhookSecret, baseUrl } = created;
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
    },
    account: async which => {
      const isNamed = typeof which === 'string';
      if (!isNamed && typeof which?.apiKey !== 'string') {
        const problem = `expected the name of an account or { apiKey }, got ${shown(which)}`;
        throw invalidOption('account', 'name', problem);
      }
      const own = isNamed ? control : controlAs({ Authorization: `Bearer ${which.apiKey}` });
      const path = { account: isNamed ? which : 'me' };
      const { name, webhook } = await own.call('get', ROOT, { path });
      const known = knownKey?.account === name ? knownKey.apiKey : null;
      const apiKey = isNamed ? known : which.apiKey;
      return remoteAccount({ control: own, path, name, apiKey, webhookSecret: webhook.secret, baseUrl: url });
    },
    accounts: () => control.list('/_sandbox/accounts', {}),
    info: () => control.call('get', '/_sandbox/info'),
    scenarios: async () => [...(await control.call('get', '/_sandbox/scenarios')).items],
    coverage: () => control.call('get', '/_sandbox/coverage'),
    findings: async (filter = {}) =>
      (await control.list('/_sandbox/findings', { query: filter })) as Finding[],
    findingRules: async () =>
      [...(await control.call('get', '/_sandbox/findings/rules')).items] as FindingRule[],
    close: async () => transport.close(),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
  return sandbox;
}

/** @throws SandboxError for anything but an http: or https: URL */
function originOf(url: string | URL): string {
  const address = String(url);
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address).origin;
  const message = `url: expected the address of a sandbox, such as http://127.0.0.1:4010, got ${JSON.stringify(address)}`;
  throw new SandboxError(message, { code: 'INVALID_URL', path: 'url' });
}
