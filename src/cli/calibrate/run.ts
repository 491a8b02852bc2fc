import { writeFile } from 'node:fs/promises';
import type { CalibrateOptions } from '../../calibrate/calibrate-options.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { calibrationReport } from '../../calibrate/calibration-report.ts';
import { configText, type OtherFields } from '../../calibrate/config-text.ts';
import { observedText } from '../../calibrate/observed-text.ts';
import { planOf } from '../../calibrate/plan.ts';
import { planReport, settledBy } from '../../calibrate/plan-report.ts';
import { planScript } from '../../calibrate/plan-script.ts';
import { runCalibration, scenarioNameOf } from '../../calibrate/run-calibration.ts';
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
  readonly webhookSecret?: string;
  readonly config?: string;
  readonly out?: string;
  readonly observed?: string;
  readonly check?: boolean;
  readonly plan?: boolean;
  readonly script?: string;
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

/** Writes the calls of the plan as a script. */
async function writeScript(
  settings: Settings,
  calibration: Calibration | null,
  { script }: CalibrateFlags,
  io: ProcessIo,
): Promise<void> {
  if (script === undefined) return;
  await write('script', script, planScript(planOf(settings, settledBy(calibration))), io);
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

/** @throws CliError if flags contradict each other, or a file cannot be written where one names it */
async function checkFlags(files: readonly string[], flags: CalibrateFlags): Promise<void> {
  const { plan, check, out, observed, script } = flags;
  if (files.length === 0 && !plan)
    throw new CliError('no file; name HAR files, or ask for the calls to record with --plan', EXIT_USAGE);
  const ofCheck = check
    ? '--check'
    : out !== undefined
      ? '--out'
      : observed !== undefined
        ? '--observed'
        : null;
  if (plan && ofCheck !== null)
    throw new CliError(`--plan and ${ofCheck} exclude each other; call calibrate once for each`, EXIT_USAGE);
  if (script !== undefined && !plan)
    throw new CliError('--script: add --plan, whose calls it writes', EXIT_USAGE);
  if (observed !== undefined) scenarioNameOf(observed);
  for (const [flag, path] of Object.entries({ '--out': out, '--observed': observed, '--script': script }))
    if (path !== undefined) await expectWritable(flag, path);
}

/** Learns from files, writes what is asked for, and prints the report. @returns the exit code */
export async function calibrateCommand(
  files: readonly string[],
  flags: CalibrateFlags,
  io: ProcessIo,
): Promise<0 | 1> {
  const { report: reportFile, format, plan, check, replay } = flags;
  await checkFlags(files, flags);
  const target = await reportTarget(
    {
      ...(format === undefined ? {} : { format }),
      ...(reportFile === undefined ? {} : { out: reportFile }),
    },
    '--report',
  );
  const config = flags.config === undefined ? {} : await readConfigFile(flags.config);
  const assumptions = settingsOf(config);
  const secret = flags.webhookSecret ?? io.environment.ENERGY_SANDBOX_WEBHOOK_SECRET;
  const outputs = { terminal: io.out, io, secrets: secret === undefined ? [] : [secret] };
  const options: CalibrateOptions = {
    assumptions,
    replay: replay && !plan,
    ...(secret === undefined ? {} : { webhookSecret: secret }),
  };
  const run = files.length === 0 ? null : await runCalibration(files, options);
  if (plan) {
    await writeScript(assumptions, run?.calibration ?? null, flags, io);
    await writeReport(planReport(assumptions, run?.calibration ?? null), target, outputs);
    return 0;
  }
  const { calibration, replay: replayed } = run!;
  if (check) expectAccepted(calibration);
  await writeFiles(calibration, flags, config, io);
  const report = calibrationReport(calibration, replayed);
  await writeReport(report, target, outputs);
  return check ? exitCodeOf(report, 'error') : 0;
}
