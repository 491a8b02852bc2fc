import type { Command } from 'commander';
import type { Scenario } from '../../../scenario/scenario-schema.ts';
import { openLibrary } from '../../open-scenario-library.ts';
import type { ProcessIo } from '../../process-io.ts';
import { type Cell, printTable } from '../../terminal.ts';

interface Flags {
  readonly scenarios?: string;
  readonly long?: boolean;
  readonly json?: boolean;
}

const firstSentence = (text: string): string => text.split(/(?<=[.])\s/)[0] ?? text;

const row = ({ name, summary, magic_address }: Scenario, isLong: boolean | undefined): Cell[] => [
  { text: name, tint: 'bold' },
  isLong
    ? summary + (magic_address === undefined ? '' : ` Magic address: ${magic_address}.`)
    : firstSentence(summary),
];

async function list(flags: Flags, { out, err }: ProcessIo): Promise<void> {
  const scenarios = (await openLibrary(flags.scenarios)).all();
  if (flags.json) {
    out.json(
      scenarios.map(({ name, summary, magic_address }) => ({
        name,
        summary,
        magic_address: magic_address ?? null,
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
    err.line(
      err.paint('dim', '\nUse --long to show the bugs that each scenario finds, and magic addresses.'),
    );
  }
}

/** `scenario list` */
export function defineList(parent: Command, io: ProcessIo): void {
  parent
    .command('list')
    .description('list all scenarios with a description')
    .option('--scenarios <folder>', 'also list the scenario files in this folder')
    .option('--long', 'also show the bugs that each scenario finds, and its magic address')
    .option('--json', 'print JSON')
    .action((flags: Flags) => list(flags, io));
}
