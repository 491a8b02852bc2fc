import type { Command } from 'commander';
import { REPORT_FORMATS } from '../../report/report.ts';
import type { CalibrateFlags } from '../calibrate/run.ts';
import { oneOf, parseWith } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { judge } from '../report-flags.ts';

const NOTES = `
Learns from recorded traffic how the service behaves where its specification is
silent: each row of the register of assumptions is confirmed, narrowed,
contradicted, or not observed. Then it replays the requests against a sandbox
with what was learned, and lists what still differs.

The files are HAR files: of "energy-sandbox record", of a browser, or of any
other proxy.

--out writes a config file for "energy-sandbox start --config". --observed
writes a scenario in which orders live as they were observed to. What was not
observed is in neither.

--check is for a nightly job: with the config file in use as --config, it fails
if the traffic contradicts a setting.

Exit code: 0 done; 1 with --check if a setting is contradicted; 2 could not run.

Examples:
  energy-sandbox calibrate traffic.har
  energy-sandbox calibrate traffic.har --out sandbox.yaml \\
    --observed observed.yaml
  energy-sandbox calibrate nightly.har --config sandbox.yaml --check`;

export function define(command: Command, io: ProcessIo): void {
  command
    .argument('[files...]', 'HAR files')
    .option('--config <file>', 'compare with the settings of this config file (default: the defaults)')
    .option('--out <file>', 'write a config file with what was observed')
    .option('--observed <file>', 'write a scenario with the lifecycles that were observed')
    .option('--check', 'exit with 1 if a setting is contradicted')
    .option('--no-replay', 'do not replay the requests')
    .option(
      '--format <name>',
      `format of the report: ${REPORT_FORMATS.join(', ')} (default: by the name in --report, otherwise text)`,
      parseWith(oneOf('format', REPORT_FORMATS)),
    )
    .option('--report <file>', 'write the report to this file')
    .addHelpText('after', NOTES)
    .action((files: readonly string[], flags: CalibrateFlags) =>
      judge(io, async () => (await import('../calibrate/run.ts')).calibrateCommand(files, flags, io)),
    );
}
