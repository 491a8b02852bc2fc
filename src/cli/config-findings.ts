import { levelOf, type RuleSetting, ruleIdProblem, ruleSettingProblem } from '../findings/rule-settings.ts';
import { OptionError } from '../options.ts';

/** Where the setting of a rule, or its id, stands in the file: `file:line:column`. Without a rule, the whole mapping. */
export type PlaceOf = (part: 'id' | 'setting', rule?: string) => string;

/** A rule that is off is never seen again, so the file has to say why. */
const lacksReason = (setting: RuleSetting): boolean =>
  levelOf(setting) === 'off' && (typeof setting === 'string' || setting.reason === undefined);

const missingReason = (id: string): string =>
  `a rule that is off needs a reason; write "${id}: { severity: off, reason: … }"`;

/**
 * Checks the mapping `findings` of a config file: rules with their severities. It may be empty.
 * @throws OptionError with file:line:column
 */
export function checkConfiguredFindings(findings: unknown, placeOf: PlaceOf): void {
  if (findings === null) return;
  if (typeof findings !== 'object' || Array.isArray(findings)) {
    const expected = 'expected rules with their severities, such as "slow-receiver: error"';
    throw new OptionError(`${placeOf('setting')}: findings: ${expected}`);
  }
  for (const [id, setting] of Object.entries(findings)) {
    const unknown = ruleIdProblem(id);
    if (unknown !== null) throw new OptionError(`${placeOf('id', id)}: findings: ${unknown}`);
    const problem =
      ruleSettingProblem(setting) ?? (lacksReason(setting as RuleSetting) ? missingReason(id) : null);
    if (problem !== null) throw new OptionError(`${placeOf('setting', id)}: findings.${id}: ${problem}`);
  }
}
