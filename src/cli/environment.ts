import { nearestWord } from '../core/text/nearest-word.ts';
import { CliError, EXIT_USAGE } from './cli-error.ts';
import { type ProcessIo, remarkOn } from './process-io.ts';
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

/**
 * Checks the environment variables that have the prefix of this program. One without a meaning gets a remark.
 * @throws CliError for an empty one
 */
export function checkEnvironment(io: Pick<ProcessIo, 'environment' | 'err'>): void {
  const known = [...START_OPTIONS.map(option => environmentOf(option).slice(PREFIX.length)), ...OTHERS];
  for (const [name, value] of Object.entries(io.environment)) {
    if (!name.startsWith(PREFIX)) continue;
    if (value === '') throw new CliError(`${name}: the value is empty; give one, or unset it`, EXIT_USAGE);
    const word = name.slice(PREFIX.length);
    if (known.includes(word)) continue;
    const near = nearestWord(word, known);
    const hint = near === null ? '' : `; did you mean ${PREFIX}${near}?`;
    remarkOn(io)(`${name}: unknown variable, which has no effect${hint}`);
  }
}
