import { BUILT_IN_RECEIVER } from '../domain/built-in-receiver.ts';
import type { AccountReceiver } from './account-receiver-types.ts';
import { toSnake } from './camel-case.ts';
import { checkOptions } from './check-options.ts';
import type { ControlClient } from './control-api.ts';
import { SandboxError } from './errors.ts';
import type { InlineScenario } from './inline-scenario-types.ts';
import { OPTION_NAMES } from './option-names.ts';
import type {
  AccountClock,
  AccountKeys,
  AccountScenarios,
  AccountSnapshots,
  AccountWebhook,
} from './sandbox-interface.ts';
import { webhookFields } from './webhook-target.ts';

/** The path of all calls that concern one account. */
export const ROOT = '/_sandbox/accounts/{account}';

/** The client and the account of a call. */
export interface Caller {
  readonly control: ControlClient;
  readonly path: { readonly account: string };
}

/** Deletes an account if it still exists. */
export async function deleteIfPresent(account: { delete(): Promise<void> }): Promise<void> {
  try {
    await account.delete();
  } catch (error) {
    if (!(error instanceof SandboxError) || error.code !== 'ACCOUNT_NOT_FOUND') throw error;
  }
}

export const clockOf = ({ control, path }: Caller): AccountClock => ({
  read: () => control.call('get', `${ROOT}/clock`, { path }),
  set: mode => control.call('put', `${ROOT}/clock`, { path, body: { mode } }),
});

export const keysOf = ({ control, path }: Caller): AccountKeys => ({
  create: async (options = {}) => {
    checkOptions('keys.create', options, OPTION_NAMES.createKey);
    return control.call('post', `${ROOT}/keys`, { path, body: toSnake(options) });
  },
  list: async () => (await control.call('get', `${ROOT}/keys`, { path })).items,
  revoke: id => control.call('delete', `${ROOT}/keys/{key}`, { path: { ...path, key: id } }),
});

const nameOf = (scenario: string | InlineScenario): string =>
  typeof scenario === 'string' ? scenario : scenario.name;

export function scenariosOf({ control, path }: Caller): AccountScenarios {
  const setNames = async (names: string[]) =>
    (
      await control.call('put', `${ROOT}/scenarios`, {
        path,
        body: { names },
        names: { 'body.names': 'scenarios' },
      })
    ).active;
  const add = async (scenario: string | InlineScenario) => {
    const body = typeof scenario === 'string' ? { name: scenario } : { scenario: { ...scenario } as never };
    return (await control.call('post', `${ROOT}/scenarios`, { path, body })).active;
  };
  const file = (name: string) => ({ path: { ...path, name } });
  return {
    active: async () => (await control.call('get', `${ROOT}/scenarios`, { path })).active,
    use: async (...scenarios) => {
      for (const scenario of scenarios) if (typeof scenario !== 'string') await add(scenario);
      return setNames(scenarios.map(nameOf));
    },
    add,
    remove: async name =>
      (await control.call('delete', `${ROOT}/scenarios/{name}`, { path: { ...path, name } })).active,
    clear: () => setNames([]),
    own: async () => (await control.call('get', `${ROOT}/scenarios`, { path })).own,
    file: name => control.call('get', `${ROOT}/scenarios/{name}/file`, file(name)),
    save: async (name, yaml, options = {}) => {
      checkOptions('scenarios.save', options, OPTION_NAMES.save);
      const { expectedDigest } = options;
      const body = { yaml, ...(expectedDigest === undefined ? {} : { expected_digest: expectedDigest }) };
      return control.call('put', `${ROOT}/scenarios/{name}/file`, { ...file(name), body });
    },
    discard: async (name, options = {}) => {
      checkOptions('scenarios.discard', options, OPTION_NAMES.discard);
      const { expectedDigest } = options;
      const query = expectedDigest === undefined ? {} : { expected_digest: expectedDigest };
      return (await control.call('delete', `${ROOT}/scenarios/{name}/file`, { ...file(name), query })).own;
    },
  };
}

export function snapshotsOf({ control, path }: Caller): AccountSnapshots {
  const named = (name: string) => ({ path: { ...path, name } });
  return {
    take: name => control.call('post', `${ROOT}/snapshots`, { path, body: { name } }),
    list: async () => (await control.call('get', `${ROOT}/snapshots`, { path })).items,
    restore: name => control.call('post', `${ROOT}/snapshots/{name}/restore`, named(name)),
    export: name => control.raw('get', `${ROOT}/snapshots/{name}`, named(name)),
    import: (name, file) =>
      control.call('put', `${ROOT}/snapshots/{name}`, { ...named(name), body: file as never }),
    delete: async name => {
      await control.call('delete', `${ROOT}/snapshots/{name}`, named(name));
    },
  };
}

export const webhookOf = ({ control, path }: Caller): AccountWebhook => ({
  read: () => control.call('get', `${ROOT}/webhook`, { path }),
  set: async destination =>
    control.call('put', `${ROOT}/webhook`, { path, body: webhookFields('webhook.set', destination) }),
});

export const receiverOf = ({ control, path }: Caller): AccountReceiver => ({
  use: () => control.call('put', `${ROOT}/webhook`, { path, body: { url: BUILT_IN_RECEIVER } }),
  read: () => control.call('get', `${ROOT}/receiver`, { path }),
  set: async setting => {
    checkOptions('receiver.set', setting, OPTION_NAMES.receiver);
    return control.call('put', `${ROOT}/receiver`, { path, body: { ...setting } });
  },
  arrivals: async (filter = {}) => {
    checkOptions('receiver.arrivals', filter, OPTION_NAMES.arrivals);
    const { limit, ...query } = filter;
    return control.list(`${ROOT}/receiver/arrivals`, { path, query }, limit);
  },
  clear: async () => {
    await control.call('delete', `${ROOT}/receiver/arrivals`, { path });
  },
});
