import { stringify } from 'yaml';
import type { Trial } from './attempt.ts';
import type { ScenarioContent } from './render-scenario.ts';
import { describePoint } from './strike-points.ts';

const WIDTH = 118;

/** The remark on a failure that is caused by timing only. */
export const TIMING = 'only the timing differs, so this may be an assumption of the test rather than a bug';

/** More places than this are only counted. */
const MAX_NAMED = 3;

/** The places of the smallest case in words. */
export function placesText({ break: found }: Trial): string {
  const names = (found?.points ?? []).map(describePoint);
  const shown = names.slice(0, MAX_NAMED).join('; ');
  return names.length > MAX_NAMED ? `${shown}; and ${names.length - MAX_NAMED} more` : shown;
}

/** Text as comment lines. Control characters cannot end a comment early. */
function comment(text: string): string {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(/[\s\p{Cc}\u2028\u2029]+/u)) {
    if (line.length + 1 + word.length > WIDTH && line !== '#') {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}

/** What happened, in three sentences: what is done, what then breaks, and what a correct integration does. */
function story({ disturbance, break: found }: Trial, command: string): string {
  const { title, fix, isTiming, parts } = disturbance;
  const { failure } = found!;
  const alone = parts ? ' and if any one of these is left out' : '';
  const timing = isTiming ? ` (${TIMING})` : '';
  return [
    parts ? `${parts.length} things happen: ${title}.` : `${title.charAt(0).toUpperCase()}${title.slice(1)}.`,
    `Then \`${command}\` fails with ${failure.text}, although it passes undisturbed${alone}${timing}.`,
    fix,
  ].join(' ');
}

/** The text of the scenario file for a break: it reproduces the failure, and its comment tells what happened. */
export function scenarioFile(trial: Trial, command: string): string {
  const { scenario } = trial.break!;
  return `${comment(story(trial, command))}\n${scenarioText(scenario)}`;
}

/** A scenario as YAML. */
export const scenarioText = (scenario: ScenarioContent): string =>
  stringify(scenario, { lineWidth: WIDTH, aliasDuplicateObjects: false });
