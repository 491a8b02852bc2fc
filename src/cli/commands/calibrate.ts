import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Settings } from '../../core/domain/assumptions.ts';
import { calibrationReport } from '../../lab/calibrate/calibrate-report.ts';
import { configText, type OtherFields, observedText } from '../../lab/calibrate/output-files.ts';
import { type Calibration, runCalibration, scenarioNameOf } from '../../lab/calibrate/run-calibration.ts';
import { settingsOption } from '../../server/sandbox-options.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { readConfigFile } from '../config-file.ts';
import { flag, list, one, unless } from '../define-command.ts';
import type { ProcessIo } from '../process-io.ts';
import { expectWritable, guide, judging, writeNamed } from '../reports.ts';
import { changePaths, gatherOptions } from '../start-options.ts';

interface Files {
  readonly out?: string;
  readonly observed?: string;
}

/** The settings of a config file, without the environment of the server, which is unknown here. */
const settingsOf = (config: OtherFields): Settings => settingsOption(gatherOptions({}, {}, config));

/** The fields of a config file with paths that are relative to the working directory. */
const fromHere = (configPath: string, fields: OtherFields): OtherFields =>
  changePaths(fields, path => (isAbsolute(path) ? path : join(dirname(configPath), path)));

/** A path for a config file in a folder: relative to it, unless it was absolute already. */
function pathFrom(folder: string, path: string): string {
  if (isAbsolute(path)) return path;
  const fromThere = relative(folder, path);
  return /[/\\]/.test(fromThere) ? fromThere : `./${fromThere}`;
}

async function writeFiles(
  calibration: Calibration,
  { out, observed }: Files,
  config: OtherFields,
  { err }: ProcessIo,
): Promise<void> {
  if (observed !== undefined) {
    await writeNamed('--observed', observed, observedText(calibration, scenarioNameOf(observed)));
    err.line(`${observed}: written`);
  }
  if (out === undefined) return;
  const scenario = observed === undefined ? null : pathFrom(dirname(out), observed);
  const others = changePaths(config, path => pathFrom(dirname(out), path));
  await writeNamed('--out', out, configText(calibration, scenario, others));
  err.line(`${out}: written`);
}

/**
 * With --check, recorded requests that were all refused would contradict no setting, whatever the service does.
 * @throws CliError if the service accepted no key, and sent no webhook
 */
function expectAccepted({ analyzed: { recording, acceptedKeys } }: Calibration): void {
  const [first] = recording.calls;
  if (!first || acceptedKeys.size > 0 || recording.webhooks.length > 0) return;
  const { label, status, error } = first;
  const answer = status === null ? 'no response' : [status, error].filter(one => one !== null).join(' ');
  throw new CliError(
    `nothing to check: the service accepted no request; ${label} got ${answer}. Check the key and the target, and record again`,
    EXIT_USAGE,
  );
}

/** @throws CliError without files, and if a file cannot be written where a flag names it */
async function checkFlags(files: readonly string[], { out, observed }: Files): Promise<void> {
  if (files.length === 0) throw new CliError('no file; name HAR files, such as those of record', EXIT_USAGE);
  if (observed !== undefined) scenarioNameOf(observed);
  for (const [flag, path] of Object.entries({ '--out': out, '--observed': observed }))
    if (path !== undefined) await expectWritable(flag, path);
}

export const { define } = judging({
  input: {
    files: list('[files...]', 'HAR files'),
    config: one('--config <file>', 'compare with the settings of this config file (default: the defaults)'),
    out: one('--out <file>', 'write a config file with what was observed'),
    observed: one('--observed <file>', 'write a scenario with the lifecycles that were observed'),
    check: flag('--check', 'exit with 1 if a setting is contradicted'),
    replay: unless('--no-replay', 'do not replay the requests'),
  },
  fileFlag: '--report',
  notes: `
Learns from recorded traffic how the service behaves where its specification is
silent, and writes a config file for the flag --config of the server.

Exit code: 0 done; 1 with --check if a setting is contradicted; 2 could not run.

Examples:
  energy-sandbox calibrate traffic.har --out sandbox.yaml
  energy-sandbox calibrate nightly.har --config sandbox.yaml --check

${guide('calibrating.md')}`,
  async judge({ files, config: path, check, replay, ...given }, { io }) {
    await checkFlags(files, given);
    const config = path === undefined ? {} : fromHere(path, await readConfigFile(path));
    const calibration = await runCalibration(files, { assumptions: settingsOf(config), replay });
    if (check) expectAccepted(calibration);
    await writeFiles(calibration, given, config, io);
    const report = calibrationReport(calibration);
    return { report, failOn: check ? 'error' : 'never' };
  },
});
