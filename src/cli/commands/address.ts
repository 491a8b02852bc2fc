import type { Command } from 'commander';
import { LONGEST_LIKE, readableAddress } from '../../domain/make-address.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { parseWith, wholeNumber } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';

interface Flags {
  readonly like: string;
  readonly count: number;
  readonly json?: boolean;
}

const EXAMPLES = `
The checksum of each address is valid, and no key exists for it. The same flags
give the same addresses.

Examples:
  energy-sandbox address
  energy-sandbox address --like TShop7
  energy-sandbox address --like TShop7 --count 3`;

const MAX_COUNT = 1_000;

/** An address that begins as wanted; the ordinal gives others that begin alike. @throws CliError */
function addressLike(like: string, ordinal: number): string {
  try {
    return readableAddress(like, ordinal === 1 ? '' : String(ordinal));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError(`--${error.message}`, EXIT_USAGE);
  }
}

function address({ like, count, json }: Flags, { out }: ProcessIo): void {
  const addresses = Array.from({ length: count }, (_, index) => addressLike(like, index + 1));
  if (json) out.json(addresses);
  else for (const one of addresses) out.line(one);
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--like <text>', `begin with this text, of at most ${LONGEST_LIKE} characters with the T`, 'T')
    .option(
      '--count <number>',
      'how many addresses to print',
      parseWith(wholeNumber('a count', 1, MAX_COUNT)),
      1,
    )
    .option('--json', 'print a JSON array')
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => address(flags, io));
}
