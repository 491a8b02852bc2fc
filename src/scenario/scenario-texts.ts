import type { Scenario } from './scenario-types.ts';

/** The texts of the scenarios that were read from files. A text lasts as long as its scenario. */
const texts = new WeakMap<Scenario, string>();

/** Remembers the text of the file that a scenario was read from. */
export const rememberText = (scenario: Scenario, text: string): void => void texts.set(scenario, text);

/** The text of the file that this scenario was read from, or null if it was not read from a file. */
export const rememberedText = (scenario: Scenario): string | null => texts.get(scenario) ?? null;
