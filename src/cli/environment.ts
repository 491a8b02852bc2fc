import { nearestWord } from '../core/text/nearest-word.ts';
import { CliError, EXIT_USAGE } from './cli-error.ts';
import { environmentOf, START_OPTIONS } from './start-options.ts';

const PREFIX = 'ENERGY_SANDBOX_';

/** The variables of this program and its examples that are not options of `start`. */
const OTHERS = [
  'ACCOUNT',
  'CA_FILE',
  'COMMAND',
  'CONFIG',
  'COVERAGE',
  'EXTERNAL_ID',
  'FINDINGS',
  'LOG',
  'PREPARED',
  'URL',
];

/** The value of an environment variable; undefined if it is not set. @throws CliError if it is empty */
export function variable(
  environment: NodeJS.ProcessEnv,
  name: `${typeof PREFIX}${string}`,
): string | undefined {
  const value = environment[name];
  if (value === '') throw new CliError(`${name}: the value is empty; give one, or unset it`, EXIT_USAGE);
  return value;
}

/** One message for each environment variable that has the prefix of this program, but no meaning. */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = [...START_OPTIONS.map(option => environmentOf(option).slice(PREFIX.length)), ...OTHERS];
  return Object.keys(environment).flatMap(name => {
    const word = name.slice(PREFIX.length);
    if (!name.startsWith(PREFIX) || known.includes(word)) return [];
    const near = nearestWord(word, known);
    const hint = near === null ? '' : `; did you mean ${PREFIX}${near}?`;
    return [`${name}: unknown variable, which has no effect${hint}`];
  });
}
