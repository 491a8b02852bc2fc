import { unknownOption } from '../../core/text/nearest-word.ts';
import { OptionError } from '../../server/sandbox-options.ts';
import type { CalibrateOptions, CalibrationResult } from './options-and-result.ts';

/**
 * Learns from recorded traffic how the service behaves where its specification is silent, and replays the traffic
 * against a sandbox with what was learned.
 * @param files HAR files, of the command `record` or of any other tool
 * @throws HarFileError (as a rejection) for a file that cannot be read; OptionError for invalid options, and if the files
 * have no exchange with the service
 */
export async function calibrate(
  files: readonly string[],
  options: CalibrateOptions = {},
): Promise<CalibrationResult> {
  const unknown = unknownOption(options, ['assumptions', 'replay', 'scenario_path']);
  if (unknown !== null) throw new OptionError(unknown.problem);
  // Loaded on demand: most importers of the package only start sandboxes.
  const { runCalibration, scenarioNameOf } = await import('./run-calibration.ts');
  const { configText, observedText } = await import('./output-files.ts');
  const { scenario_path: scenarioPath } = options;
  const name = scenarioPath === undefined ? 'observed' : scenarioNameOf(scenarioPath);
  const calibration = await runCalibration(files, options);
  const { rows, settings, replay } = calibration;
  return {
    rows,
    settings,
    not_learned: calibration.notLearned,
    config: configText(calibration, scenarioPath ?? null),
    scenario: observedText(calibration, name),
    differences: replay?.differences ?? null,
    not_compared: replay?.left ?? null,
  };
}
