import { DEFAULT_SETTINGS } from '../domain/assumptions.ts';

/** Settings that the first states of format 2 do not have. They get their defaults, which changes no existing order. */
const ADDED = ['unknown_sandbox_name', 'estimate_without_usdt', 'first_order_id'] as const;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings with those that were added later. An object without any setting is not one of an older version. */
function completed(settings: unknown): unknown {
  if (!isObject(settings) || Object.keys(settings).length === 0) return settings;
  const added = ADDED.filter(name => !Object.hasOwn(settings, name));
  return { ...Object.fromEntries(added.map(name => [name, DEFAULT_SETTINGS[name]])), ...settings };
}

/**
 * Adds the settings that a stored state lacks because an older version wrote it. A state with another mistake is passed
 * on with it, and the check of the format refuses it.
 */
export function withAddedSettings(state: unknown): unknown {
  if (!isObject(state)) return state;
  const { settings, origin } = state;
  return {
    ...state,
    ...(settings === undefined ? {} : { settings: completed(settings) }),
    ...(isObject(origin) ? { origin: { ...origin, settings: completed(origin.settings) } } : {}),
  };
}
