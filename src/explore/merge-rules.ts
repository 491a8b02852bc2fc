type Rule = Readonly<Record<string, unknown>>;

const optionsOf = (rule: Rule): Rule => (rule.deliver ?? {}) as Rule;

/** What a delivery rule does, by name. */
const effectsOf = (rule: Rule): string[] => [
  ...Object.keys(optionsOf(rule)),
  ...Object.keys(rule).filter(key => key !== 'deliver' && key !== 'match'),
];

/** Effects that leave no room for others, each with those that it can be combined with. */
const EXCLUSIVE: Readonly<Record<string, readonly string[]>> = {
  drop: ['drop'],
  corrupt_copies: ['corrupt_copies', 'copies', 'before_response'],
  before_response: ['before_response', 'copies', 'corrupt', 'corrupt_copies'],
};

/** One delivery rule with the effects of two; null if they contradict each other. */
export function mergedRule(one: Rule, other: Rule): Rule | null {
  const effects = [...effectsOf(one), ...effectsOf(other)];
  if (new Set(effects).size < effects.length) return null;
  const contradict = effects.some(effect => {
    const beside = EXCLUSIVE[effect];
    return beside !== undefined && effects.some(name => !beside.includes(name));
  });
  if (contradict) return null;
  const deliver = { ...optionsOf(one), ...optionsOf(other) };
  return { ...one, ...other, ...(Object.keys(deliver).length > 0 && { deliver }) };
}
