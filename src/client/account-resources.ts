import { BUILT_IN_RECEIVER } from '../domain/built-in-receiver.ts';
import { toCamel } from './camel-case.ts';
import { checkOptions, invalidOption, shown } from './errors.ts';
import type { InlineScenario } from './inline-scenario-types.ts';
import { type Caller, ROOT } from './library-control.ts';
import type { WebhookChange } from './options.ts';
import type {
  AccountClock,
  AccountKeys,
  AccountReceiver,
  AccountScenarios,
  AccountSnapshots,
  AccountWebhook,
} from './sandbox-interface.ts';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * The destination in the argument of a call. A receiver has its `url` and `secret` as accessors and has further members,
 * so both are read by name; a plain object must have no other field.
 * @throws SandboxError INVALID_OPTION
 */
export function webhookFields(call: string, given: WebhookChange): WebhookChange {
  const refuse = (got: string) =>
    invalidOption(call, 'webhook', `expected a receiver or { url, secret }, got ${got}`);
  if (typeof given !== 'object' || given === null) throw refuse(shown(given));
  if (isPlain(given)) checkOptions(call, given, ['url', 'secret']);
  else if (given.url === undefined) throw refuse(`${shown(given)} without a url`);
  const { url, secret } = given;
  return { ...(url === undefined ? {} : { url }), ...(secret === undefined ? {} : { secret }) };
}

export const clockOf = ({ control, path }: Caller): AccountClock => ({
  read: () => control.call('get', `${ROOT}/clock`, { path }),
  set: mode => control.call('put', `${ROOT}/clock`, { path, body: { mode } }),
});

export const keysOf = ({ control, path }: Caller): AccountKeys => ({
  create: (options = {}) => control.call('post', `${ROOT}/keys`, { path, body: options }),
  list: async () => [...(await control.call('get', `${ROOT}/keys`, { path })).items],
  revoke: id => control.call('delete', `${ROOT}/keys/{key}`, { path: { ...path, key: id } }),
});

export function scenariosOf({ control, path }: Caller): AccountScenarios {
  const setNames = async (names: readonly string[]) => {
    const input = { path, body: { names }, names: { 'body.names': 'scenarios' } };
    return [...(await control.call('put', `${ROOT}/scenarios`, input)).active];
  };
  const add = async (scenario: string | InlineScenario) => {
    const body = typeof scenario === 'string' ? { name: scenario } : { scenario: { ...scenario } };
    return [...(await control.call('post', `${ROOT}/scenarios`, { path, body })).active];
  };
  const of = (name: string) => ({ path: { ...path, name } });
  return {
    active: async () => [...(await control.call('get', `${ROOT}/scenarios`, { path })).active],
    use: async (...scenarios) => {
      for (const scenario of scenarios) if (typeof scenario !== 'string') await add(scenario);
      return setNames(scenarios.map(one => (typeof one === 'string' ? one : one.name)));
    },
    add,
    remove: async name => [...(await control.call('delete', `${ROOT}/scenarios/{name}`, of(name))).active],
    clear: () => setNames([]),
    own: async () => [...(await control.call('get', `${ROOT}/scenarios`, { path })).own],
    file: name => control.call('get', `${ROOT}/scenarios/{name}/file`, of(name)),
    save: (name, yaml, options = {}) =>
      control.call('put', `${ROOT}/scenarios/{name}/file`, { ...of(name), body: { yaml, ...options } }),
    discard: async (name, options = {}) => [
      ...(await control.call('delete', `${ROOT}/scenarios/{name}/file`, { ...of(name), query: options })).own,
    ],
  };
}

export function snapshotsOf({ control, path }: Caller): AccountSnapshots {
  const of = (name: string) => ({ path: { ...path, name } });
  return {
    take: name => control.call('post', `${ROOT}/snapshots`, { path, body: { name } }),
    list: async () => [...(await control.call('get', `${ROOT}/snapshots`, { path })).items],
    restore: name => control.call('post', `${ROOT}/snapshots/{name}/restore`, of(name)),
    export: name => control.wire.get(`${ROOT}/snapshots/{name}`, of(name)),
    import: async (name, file) =>
      toCamel(await control.wire.put(`${ROOT}/snapshots/{name}`, { ...of(name), body: file })),
    delete: async name => {
      await control.call('delete', `${ROOT}/snapshots/{name}`, of(name));
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
  set: setting => control.call('put', `${ROOT}/receiver`, { path, body: setting }),
  arrivals: (filter = {}) => control.list(`${ROOT}/receiver/arrivals`, { path, query: filter }),
  clear: async () => {
    await control.call('delete', `${ROOT}/receiver/arrivals`, { path });
  },
});
