import type { CalibrateOptions, CalibrationResult } from './calibrate-options.ts';

/**
 * Learns from recorded traffic how the service behaves where its specification is silent, and replays the traffic
 * against a sandbox with what was learned.
 * @param files HAR files, of `energy-sandbox record` or any other tool
 * @throws HarFileError (as a rejection) for a file that cannot be read; OptionError for invalid options, and if the files
 * have no exchange with the service
 */
export async function calibrate(
  files: readonly string[],
  options: CalibrateOptions = {},
): Promise<CalibrationResult> {
  const { runCalibration, scenarioNameOf } = await import('./run-calibration.ts');
  const { calibratedSettings, configText } = await import('./config-text.ts');
  const { observedText } = await import('./observed-text.ts');
  const { scenarioPath } = options;
  const name = scenarioPath === undefined ? 'observed' : scenarioNameOf(scenarioPath);
  const { calibration, replay } = await runCalibration(files, options);
  return {
    rows: calibration.rows,
    settings: calibratedSettings(calibration),
    config: configText(calibration, scenarioPath ?? null),
    scenario: observedText(calibration, name),
    differences: replay?.differences ?? null,
    notCompared: replay?.left ?? null,
  };
}
