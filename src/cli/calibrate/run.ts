import { writeFile } from 'node:fs/promises';
import { type Calibration, runCalibration, scenarioNameOf } from '../../calibrate/calibration.ts';
import { calibrationReport } from '../../calibrate/calibration-report.ts';
import { configText, type OtherFields } from '../../calibrate/config-text.ts';
import { observedText } from '../../calibrate/observed-text.ts';
import type { Settings } from '../../domain/assumptions.ts';
import { fileProblem } from '../../files/file-problem.ts';
import { settingsOption } from '../../options.ts';
import { exitCodeOf } from '../../report/report.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { readConfigFile } from '../config-file.ts';
import type { ProcessIo } from '../process-io.ts';
import { expectWritable, type ReportFlags, reportTarget, writeReport } from '../report-flags.ts';
import { gatherOptions } from '../start-options.ts';

/** Flags of `calibrate`. */
export interface CalibrateFlags extends Pick<ReportFlags, 'format'> {
  readonly config?: string;
  readonly out?: string;
  readonly observed?: string;
  readonly check?: boolean;
  readonly replay: boolean;
  readonly report?: string;
}

/** The settings of a config file; the environment of the server is not known here. */
const settingsOf = (config: OtherFields): Settings => settingsOption(gatherOptions({}, {}, config));

async function write(flag: string, path: string, text: string, io: ProcessIo): Promise<void> {
  await writeFile(path, text).catch(error => {
    throw new CliError(`--${flag}: ${path} cannot be written: ${fileProblem(error)}`, EXIT_USAGE);
  });
  io.err.line(`${path}: written`);
}

async function writeFiles(
  calibration: Calibration,
  { out, observed }: CalibrateFlags,
  config: OtherFields,
  io: ProcessIo,
): Promise<void> {
  if (observed !== undefined)
    await write('observed', observed, observedText(calibration, scenarioNameOf(observed)), io);
  if (out !== undefined) await write('out', out, configText(calibration, observed ?? null, config), io);
}

/**
 * A check of requests that were all refused would pass whatever the service does.
 * @throws CliError if the service accepted no key, and sent no webhook
 */
function expectAccepted({ knowledge: { recording, acceptedKeys } }: Calibration): void {
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
async function checkFlags(files: readonly string[], { out, observed }: CalibrateFlags): Promise<void> {
  if (files.length === 0) throw new CliError('no file; name HAR files, such as those of record', EXIT_USAGE);
  if (observed !== undefined) scenarioNameOf(observed);
  for (const [flag, path] of Object.entries({ '--out': out, '--observed': observed }))
    if (path !== undefined) await expectWritable(flag, path);
}

/** Learns from files, writes what is asked for, and prints the report. @returns the exit code */
export async function calibrateCommand(
  files: readonly string[],
  flags: CalibrateFlags,
  io: ProcessIo,
): Promise<0 | 1> {
  const { report: reportFile, format, check, replay } = flags;
  await checkFlags(files, flags);
  const target = await reportTarget(
    {
      ...(format === undefined ? {} : { format }),
      ...(reportFile === undefined ? {} : { out: reportFile }),
    },
    '--report',
  );
  const config = flags.config === undefined ? {} : await readConfigFile(flags.config);
  const calibration = await runCalibration(files, {
    assumptions: settingsOf(config),
    replay,
  });
  if (check) expectAccepted(calibration);
  await writeFiles(calibration, flags, config, io);
  const report = calibrationReport(calibration);
  await writeReport(report, target, { terminal: io.out, io, secrets: [] });
  return check ? exitCodeOf(report, 'error') : 0;
}
