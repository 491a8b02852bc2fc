import { basename } from 'node:path';
import { builtinContract } from '../contract/built-in-contracts.ts';
import { DEFAULT_SETTINGS, type Settings } from '../domain/assumptions.ts';
import { givenSettingsProblem } from '../domain/given-settings.ts';
import { OptionError } from '../options.ts';
import type { CalibrateOptions } from './calibrate-options.ts';
import { type Calibration, learnFrom } from './calibration.ts';
import { readRecording } from './read-recording.ts';
import { replayRecording } from './replay.ts';
import type { Replay } from './replay-result.ts';

/** A calibration with its replay; null if it was not made. */
export interface CalibrationRun {
  readonly calibration: Calibration;
  readonly replay: Replay | null;
}

/** @throws OptionError for a name or a value that the register does not have, and for contradictions */
function settingsOf({ assumptions = {} }: CalibrateOptions): Settings {
  const found = givenSettingsProblem(assumptions);
  if (found) throw new OptionError(`assumptions: ${found.name}: ${found.problem}`);
  return { ...DEFAULT_SETTINGS, ...assumptions };
}

/** The name of the scenario in a file: its name, in the letters that a scenario's name can have. */
export function scenarioNameOf(path: string): string {
  const name = basename(path).replace(/\.ya?ml$/i, '');
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return name;
  throw new OptionError(
    `${path}: the name of a scenario file has lowercase letters, digits and hyphens, such as observed.yaml`,
  );
}

/**
 * Reads the files, learns from them and replays them.
 * @throws HarFileError for a file that cannot be read, with the position; OptionError for invalid options
 */
export async function runCalibration(
  files: readonly string[],
  options: CalibrateOptions,
): Promise<CalibrationRun> {
  const settings = settingsOf(options);
  const contract = await builtinContract('energy-rental-v1');
  const recording = await readRecording(files, contract, options.webhookSecret ?? null);
  if (recording.calls.length + recording.webhooks.length === 0) {
    throw new OptionError(
      `${files.join(', ')}: no exchange is with the service: no path contains /api/v1/, and no request is a webhook`,
    );
  }
  const calibration = learnFrom(recording, contract, settings);
  const replay = options.replay === false ? null : await replayRecording(calibration);
  return { calibration, replay };
}
