import type { Command } from 'commander';
import type { Scenario } from '../../../scenario/scenario-types.ts';
import type { ProcessIo } from '../../process-io.ts';
import { type Cell, printTable } from '../../terminal.ts';
import { openLibrary } from './library.ts';

interface Flags {
  readonly scenarios?: string;
  readonly long?: boolean;
  readonly json?: boolean;
}

const firstSentence = (text: string): string => text.split(/(?<=[.])\s/)[0] ?? text;

const row = ({ name, summary, magicAddress }: Scenario, isLong: boolean | undefined): Cell[] => [
  { text: name, tint: 'bold' },
  isLong
    ? summary + (magicAddress === undefined ? '' : ` Magic address: ${magicAddress}.`)
    : firstSentence(summary),
];

async function list(flags: Flags, { out, err }: ProcessIo): Promise<void> {
  const scenarios = (await openLibrary(flags.scenarios)).all();
  if (flags.json) {
    out.json(
      scenarios.map(({ name, summary, magicAddress }) => ({
        name,
        summary,
        magic_address: magicAddress ?? null,
      })),
    );
    return;
  }
  printTable(
    out,
    scenarios.map(scenario => row(scenario, flags.long)),
    { wrap: true },
  );
  if (out.isInteractive && !flags.long) {
    err.line(err.paint('dim', '\nThe bugs that they find, and magic addresses: scenario list --long'));
  }
}

/** `scenario list` */
export function defineList(parent: Command, io: ProcessIo): void {
  parent
    .command('list')
    .description('all scenarios that can be picked, with what they do')
    .option('--scenarios <folder>', 'take in all scenario files of a folder')
    .option('--long', 'the bug that each finds, too, and its magic address')
    .option('--json', 'as JSON')
    .action((flags: Flags) => list(flags, io));
}
