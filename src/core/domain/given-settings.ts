import { checkAssumption, DEFAULT_SETTINGS, type Settings } from './assumptions.ts';
import { MAX_SUN } from './money.ts';

type Name = keyof Settings;

/** Settings that contradict each other, so that nothing can satisfy them all. */
interface Contradiction {
  readonly names: readonly Name[];
  /** Describes the contradiction with the names and values of the settings; null if there is none. */
  readonly problem: (settings: Settings) => string | null;
}

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    names: ['custom_energy_min', 'custom_energy_max'],
    problem: ({ custom_energy_min: min, custom_energy_max: max }) =>
      min <= max
        ? null
        : `custom_energy_min, ${min}, is greater than custom_energy_max, ${max}, so no custom amount is in range; lower the minimum or raise the maximum`,
  },
  {
    names: ['custom_energy_step', 'custom_energy_min', 'custom_energy_max'],
    problem: ({ custom_energy_step: step, custom_energy_min: min, custom_energy_max: max }) =>
      Math.floor(max / step) >= Math.ceil(min / step)
        ? null
        : `no multiple of custom_energy_step, ${step}, is in the range from custom_energy_min, ${min}, to custom_energy_max, ${max}; lower the step or widen the range`,
  },
  {
    names: ['custom_prices_sun_per_energy', 'custom_energy_max'],
    problem: ({ custom_prices_sun_per_energy: prices, custom_energy_max: max }) => {
      const limit = Math.floor(MAX_SUN / max);
      const dear = Object.entries(prices).find(([, sun]) => sun > limit);
      return dear === undefined
        ? null
        : `custom_prices_sun_per_energy has ${dear[1]} for ${dear[0]} minutes, so custom_energy_max, ${max}, costs more than the largest amount, ${MAX_SUN} sun; lower the price to at most ${limit}, or lower the maximum`;
    },
  },
];

export interface SettingProblem {
  readonly name: string;
  readonly problem: string;
}

function invalidValue(given: Readonly<Record<string, unknown>>): SettingProblem | null {
  for (const [name, value] of Object.entries(given)) {
    const problem = checkAssumption(name, value);
    if (problem !== null) return { name, problem };
  }
  return null;
}

function contradiction(
  given: Readonly<Record<string, unknown>>,
  settings: Settings,
  concerns: (names: readonly Name[]) => boolean,
): SettingProblem | null {
  for (const { names, problem } of CONTRADICTIONS) {
    if (!concerns(names)) continue;
    const text = problem(settings);
    if (text !== null) return { name: names.find(name => Object.hasOwn(given, name))!, problem: text };
  }
  return null;
}

/**
 * The problem with settings that are given to a server or an account: a value that the register does not allow, or
 * settings that would contradict each other.
 * @param base the settings that apply besides the given ones; contradictions among them alone are not reported
 */
export function givenSettingsProblem(
  given: Readonly<Record<string, unknown>>,
  base: Settings = DEFAULT_SETTINGS,
): SettingProblem | null {
  const concerns = (names: readonly Name[]): boolean => names.some(name => Object.hasOwn(given, name));
  return invalidValue(given) ?? contradiction(given, { ...base, ...given }, concerns);
}

/**
 * A contradiction among the given settings alone, for a scenario, because the other settings of its account are not known.
 * Null if there is none, or if a value is not allowed at all.
 */
export function contradictionAmong(given: Readonly<Record<string, unknown>>): SettingProblem | null {
  if (invalidValue(given)) return null;
  const merged = { ...DEFAULT_SETTINGS, ...given };
  return contradiction(given, merged, names => names.every(name => Object.hasOwn(given, name)));
}
