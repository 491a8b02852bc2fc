import type { Node, YAMLMap } from 'yaml';
import { ruleIdProblem, ruleSettingProblem } from '../findings/rule-settings.ts';
import { OptionError } from '../options.ts';

/** Where something stands in the file: `file:line:column`. */
type Place = (node: unknown) => string;

interface Nodes {
  readonly isMap: (node: unknown) => node is YAMLMap;
  readonly place: Place;
}

/** A rule that is off is never seen again, so the file has to say why. */
const lacksReason = (setting: unknown): boolean =>
  setting === 'off' ||
  ((setting as { severity?: unknown }).severity === 'off' && !('reason' in (setting as object)));

/**
 * Checks the mapping `findings` of a config file: rules with their severities.
 * @throws OptionError with file:line:column
 */
export function checkConfiguredFindings(findings: unknown, { isMap, place }: Nodes): void {
  if (!isMap(findings)) {
    throw new OptionError(
      `${place(findings)}: findings: expected rules with their severities, such as "unused-scope: warning"`,
    );
  }
  for (const { key, value } of findings.items) {
    const id = String((key as { value?: unknown }).value);
    const unknown = ruleIdProblem(id);
    if (unknown !== null) throw new OptionError(`${place(key)}: findings: ${unknown}`);
    const setting: unknown = (value as Node | null)?.toJSON() ?? null;
    const problem = ruleSettingProblem(setting);
    if (problem !== null) throw new OptionError(`${place(value ?? key)}: findings.${id}: ${problem}`);
    if (lacksReason(setting)) {
      throw new OptionError(
        `${place(value ?? key)}: findings.${id}: a rule that is off needs a reason; write "${id}: { severity: off, reason: … }"`,
      );
    }
  }
}
