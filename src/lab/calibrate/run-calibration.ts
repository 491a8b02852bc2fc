import { basename } from 'node:path';
import { builtinContract } from '../../contract/load-contract.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../core/domain/assumptions.ts';
import { givenSettingsProblem } from '../../core/domain/given-settings.ts';
import { OptionError } from '../../server/sandbox-options.ts';
import { type AnalyzedRecording, analyzeRecording } from './analyze-recording.ts';
import type { Replay } from './compare-answers.ts';
import { learnAmounts } from './learn-amounts.ts';
import { learnChoices } from './learn-choices.ts';
import { learnLimits } from './learn-limits.ts';
import { learnPackages } from './learn-packages.ts';
import { learnRetryDelays, learnTimeZone } from './learn-times.ts';
import { type LearnedRow, notObserved } from './learned-row.ts';
import { notLearned } from './not-learned.ts';
import type { CalibrateOptions, NotLearned } from './options-and-result.ts';
import {
  historiesOf,
  type OrderHistory,
  type ResponseOrder,
  responseOrderOf,
  type Timing,
  timingsOf,
} from './order-histories.ts';
import { readRecording } from './read-recording.ts';
import { replayRecording } from './replay.ts';

export interface Calibration {
  readonly analyzed: AnalyzedRecording;
  /** One for each setting, in the order of the register of assumptions. */
  readonly rows: readonly LearnedRow[];
  /** The settings in use, updated with the observed values. */
  readonly settings: Settings;
  /** Why an observed setting cannot be set, by its name. */
  readonly problems: ReadonlyMap<string, string>;
  readonly histories: readonly OrderHistory[];
  readonly timings: readonly Timing[];
  readonly responseOrder: ResponseOrder;
  readonly notLearned: readonly NotLearned[];
  /** Null if it was not made. */
  readonly replay: Replay | null;
}

const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as readonly (keyof Settings)[];

const BY_CLOCK = 'it is about the clock of the sandbox';
const BY_NETWORK = 'the network decides it; observed.yaml has the recipients that were not activated';

/** Settings that nothing learns, and why traffic cannot settle them. */
const UNLEARNABLE: Readonly<Partial<Record<keyof Settings, string>>> = {
  rate_limit_clock: BY_CLOCK,
  manual_clock_start: BY_CLOCK,
  trusted_proxies: 'it is about the machine on which the sandbox runs',
  deny_unknown: BY_NETWORK,
  active_addresses: BY_NETWORK,
  first_order_id: 'the account may have had orders before the recording',
  webhook_timeout_ms: 'a response in time says little about the time limit',
  retry_on: 'compare the observed numbers of attempts with the statuses of the receiver',
};

/** The assumed settings with what was learned, and why learned values could not be set. */
function settable(
  rows: readonly LearnedRow[],
  assumed: Settings,
): Pick<Calibration, 'settings' | 'problems'> {
  const learned = rows.filter(({ value }) => value !== undefined);
  const given: Record<string, unknown> = Object.fromEntries(learned.map(({ row, value }) => [row, value]));
  const problems = new Map<string, string>();
  for (;;) {
    const found = givenSettingsProblem(given, assumed);
    if (!found) return { settings: { ...assumed, ...given }, problems };
    problems.set(found.name, found.problem);
    delete given[found.name];
  }
}

function settingsOf({ assumptions = {} }: CalibrateOptions): Settings {
  const found = givenSettingsProblem(assumptions);
  if (found) throw new OptionError(`assumptions: ${found.name}: ${found.problem}`);
  return { ...DEFAULT_SETTINGS, ...assumptions };
}

export function scenarioNameOf(path: string): string {
  const name = basename(path).replace(/\.ya?ml$/i, '');
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return name;
  throw new OptionError(
    `${path}: the name of a scenario file has lowercase letters, digits and hyphens, such as observed.yaml`,
  );
}

/**
 * Reads the files, learns from them and replays them: numbers and times are read from the recording, then the settings
 * with a few allowed values are tried, and the replay with all of them judges what cannot be set.
 * @throws HarFileError for a file that cannot be read, with the position; OptionError for invalid options
 */
export async function runCalibration(
  files: readonly string[],
  options: CalibrateOptions,
): Promise<Calibration> {
  const assumed = settingsOf(options);
  const contract = await builtinContract('energy-rental-v1');
  const recording = await readRecording(files, contract);
  if (recording.calls.length + recording.webhooks.length === 0) {
    throw new OptionError(
      `${files.join(', ')}: no exchange is with the service: no path contains /api/v1/, and no request is a webhook`,
    );
  }
  const analyzed = analyzeRecording(recording, contract, assumed);
  const histories = historiesOf(analyzed);
  const numbers = [
    ...learnLimits(analyzed),
    learnPackages(analyzed),
    ...learnAmounts(analyzed),
    learnTimeZone(analyzed),
    learnRetryDelays(analyzed),
  ];
  const choices = await learnChoices(analyzed, histories, settable(numbers, assumed).settings);
  const { settings, problems } = settable([...numbers, ...choices], assumed);
  const replay = options.replay === false ? null : await replayRecording(analyzed, histories, settings);
  const learned = new Map([...numbers, ...choices].map(one => [one.row, one]));
  return {
    analyzed,
    rows: SETTING_NAMES.map(name => learned.get(name) ?? notObserved(name, UNLEARNABLE[name])),
    settings,
    problems,
    histories,
    timings: timingsOf(histories),
    responseOrder: responseOrderOf(analyzed),
    notLearned: notLearned(analyzed),
    replay,
  };
}
