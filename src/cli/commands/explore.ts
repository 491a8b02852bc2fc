import { mkdtemp, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shellWord } from '../../core/text/escape.ts';
import { fileProblem, makeFolder } from '../../host/node/files.ts';
import { renderReport } from '../../judge/report/render-report.ts';
import { REPORT_FORMATS } from '../../judge/report/report-model.ts';
import { BaselineError } from '../../lab/explore/baseline.ts';
import { disturbancesWith, LONG, SHORT } from '../../lab/explore/built-in-disturbances.ts';
import type { Disturbance } from '../../lab/explore/disturbance.ts';
import { type Exploration, explore, type Trial } from '../../lab/explore/explore.ts';
import { reportOf, scenarioFile } from '../../lab/explore/explore-report.ts';
import { ExplorationEnded } from '../../lab/explore/suite-run.ts';
import type { SandboxOptions } from '../../server/sandbox-options.ts';
import { oneOf, readTimeout, separated, wholeNumber } from '../argument-parsers.ts';
import { COMMAND, COMMAND_USAGE, exitCodeOfSignal, expectCommand } from '../child-process.ts';
import { CliError, EXIT_FAILED, EXIT_USAGE } from '../cli-error.ts';
import { readInnerServerOptions } from '../config-file.ts';
import { flag, type Given, local, one } from '../define-command.ts';
import { type EndSignal, type ProcessIo, remarkOn } from '../process-io.ts';
import { guide, readFormat } from '../reports.ts';
import {
  keyOfFlag,
  REFUSED_BY_EXPLORE,
  SERVER_FLAGS_NOTE,
  type ServerFlags,
  START_OPTIONS,
  withServerFlags,
} from '../start-options.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_BUDGET = 200;
/** Nothing definitely broke, but a failure could not be judged. */
const EXIT_NOT_JUDGED = 3;

/**
 * Creates the folder for the scenarios early, because an exploration takes minutes and writes its files last.
 * @throws CliError if it cannot be written to
 */
async function openOutFolder(out: string): Promise<void> {
  try {
    makeFolder(out);
    // Some file systems claim to be writable and are not.
    await rmdir(await mkdtemp(join(out, '.energy-sandbox-')));
  } catch (error) {
    const why = fileProblem(error, 'name another folder, or change its permissions');
    throw new CliError(`--out: ${out} is not writable: ${why}`, EXIT_USAGE);
  }
}

const removeIfEmpty = (folder: string): Promise<void> => rmdir(folder).catch(() => undefined);

const DISTURBANCES = disturbancesWith(SHORT).map(({ id }) => id);
const readIds = separated(oneOf('disturbance', [...DISTURBANCES, 'timing', 'outcomes']));

const INPUT = {
  words: COMMAND,
  only: one(
    '--only <ids>',
    'try only these disturbances, separated by commas; timing and outcomes stand for several',
    readIds,
  ),
  skip: one('--skip <ids>', 'leave these disturbances out; timing and outcomes stand for several', readIds),
  include: one(
    '--include <ids>',
    'also try these disturbances, after which a call or an order ends differently; outcomes stands for all of them',
    readIds,
  ),
  restart: one(
    '--restart <command>',
    'also restart the receiver between webhooks, with this shell command, which ends once the receiver is ready',
  ),
  timeout: one('--timeout <duration>', 'how long a run may take (default: 120s)', readTimeout),
  budget: one(
    '--budget <runs>',
    'how many runs to make at most',
    wholeNumber('a number', 3, 100_000),
    DEFAULT_BUDGET,
  ),
  jobs: one('--jobs <number>', 'how many runs to make at the same time', wholeNumber('a number', 1, 64), 1),
  out: one('--out <folder>', 'where to write the scenarios that break the command', String, 'explore'),
  format: one('--format <format>', `format of the report: ${REPORT_FORMATS.join(', ')}`, readFormat, 'text'),
  slow: flag(
    '--slow',
    'delay responses by 11 seconds and webhooks by 10 minutes, instead of 1 and 30 seconds',
  ),
};

type Flags = Given<typeof INPUT>;

function chosenDisturbances(flags: Flags): readonly Disturbance[] {
  const all = disturbancesWith(flags.slow ? LONG : SHORT);
  const { only, skip = [], include = [] } = flags;
  const isIn = (ids: readonly string[], { id, isTiming, isOutcome, restarts }: Disturbance): boolean =>
    ids.includes(id) ||
    (isTiming === true && ids.includes('timing')) ||
    // Without the command that restarts the receiver, those that need it are not meant.
    (isOutcome === true && ids.includes('outcomes') && (!restarts || flags.restart !== undefined));
  const isTriedByDefault = ({ isOutcome, byDefault, restarts }: Disturbance): boolean =>
    (!isOutcome || byDefault === true) && (!restarts || flags.restart !== undefined);
  const chosen = all.flatMap(one => {
    if (isIn(include, one) || (only && isIn(only, one))) return [one];
    return !only && isTriedByDefault(one) ? [{ ...one, mayFail: one.isOutcome === true }] : [];
  });
  const left = chosen.filter(one => !isIn(skip, one));
  if (left.length === 0)
    throw new CliError('--skip: no disturbance is left; leave out one of the ids', EXIT_USAGE);
  const restarting = left.find(({ restarts }) => restarts);
  if (restarting && flags.restart === undefined) {
    throw new CliError(
      `${restarting.id}: it needs --restart COMMAND; add it, or leave the id out`,
      EXIT_USAGE,
    );
  }
  return left;
}

/** The options of the servers. @throws CliError for an option that explore refuses */
async function serverOptionsOf(
  { jobs }: Flags,
  serverFlags: ServerFlags,
  io: ProcessIo,
): Promise<SandboxOptions> {
  const { ENERGY_SANDBOX_DISTURBANCE, ENERGY_SANDBOX_RUN, ...ours } = io.environment;
  const options = await readInnerServerOptions(serverFlags, ours, remarkOn(io));
  for (const name of REFUSED_BY_EXPLORE) {
    if (options[name] === undefined) continue;
    const flag = START_OPTIONS.find(({ key }) => key === name)!.flag.split(' ')[0]!;
    throw new CliError(
      `${flag}: explore runs the command many times with fresh servers; remove it`,
      EXIT_USAGE,
    );
  }
  if (serverFlags.port && jobs > 1)
    throw new CliError('--port: several --jobs cannot share a port; remove one of them', EXIT_USAGE);
  return options;
}

function serverFlagWords(flags: ServerFlags): string[] {
  const words = START_OPTIONS.flatMap(option => {
    const name = option.flag.split(' ')[0]!;
    const value = flags[keyOfFlag(option)];
    if (value === undefined || value === false) return [];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap(one => (one === true ? [name] : [name, shellWord(String(one))]));
  });
  return flags.config === undefined ? words : [...words, '--config', shellWord(flags.config)];
}

async function writeScenarios({ trials }: Exploration, out: string, command: string): Promise<void> {
  const broken = trials.filter(trial => trial.break !== null);
  if (broken.length > 0) makeFolder(out);
  for (const trial of broken) await writeFile(fileOf(trial.disturbance, out), scenarioFile(trial, command));
}

const fileOf = ({ id }: Disturbance, out: string): string => join(out, `${id}.yaml`);

/**
 * The command that reproduces a break, and fails. Only explore knows what the undisturbed runs pay for, restarts the
 * receiver, ends a suite that hangs, and counts advice.
 */
function reproductionOf(
  { disturbance, break: found }: Trial,
  command: string,
  { out, restart = '', slow, timeout }: Flags,
  serverFlags: ServerFlags,
): string {
  const given = serverFlagWords(serverFlags)
    .map(word => ` ${word}`)
    .join('');
  const { kind, findings } = found!.failure;
  const hasPassed = kind === 'money' || kind === 'finding';
  const level = findings.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  const isListed = findings.some(({ severity }) => severity !== 'info');
  if (disturbance.restarts || kind === 'timeout' || (hasPassed && !isListed)) {
    const flags = [
      `--only ${disturbance.id}`,
      ...(restart === '' ? [] : [`--restart ${shellWord(restart)}`]),
      ...(slow ? ['--slow'] : []),
      ...(timeout === undefined ? [] : [`--timeout ${timeout}ms`]),
    ].join(' ');
    return `npx energy-rental-sandbox explore ${flags}${given} -- ${command}`;
  }
  // It names what was bought twice even if a test fails.
  const judged = isListed ? ` --findings=${level}` : '';
  const file = shellWord(fileOf(disturbance, out));
  return `npx energy-rental-sandbox exec --disturbance ${file}${judged}${given} -- ${command}`;
}

function baselineFailed({ message, tail }: BaselineError): CliError {
  const output = tail.length > 0 ? `\nits output:\n${tail.map(line => `  ${line}`).join('\n')}` : '';
  return new CliError(`${message}${output}`, EXIT_USAGE);
}

/** The error for a folder that is no longer writable at the end, for example because the disk is full. */
const notWritten = (error: NodeJS.ErrnoException): CliError =>
  new CliError(
    `--out: not all scenarios of the report could be written: ${fileProblem(error, 'run it again with another folder')}`,
    EXIT_FAILED,
  );

/**
 * Runs a command with one disturbance after another and reports which of them break it.
 * @returns the exit code: 0 if nothing broke, 1 if something did, 3 if something failed that could not be judged
 * @throws CliError with code 2 if the command does not pass undisturbed
 */
async function exploreCommand(flags: Flags, serverFlags: ServerFlags, io: ProcessIo): Promise<number> {
  const disturbances = chosenDisturbances(flags);
  const server = await serverOptionsOf(flags, serverFlags, io);
  await openOutFolder(flags.out);
  const onRemark = remarkOn(io);
  const { SuiteRunner } = await import('../explore-suite-runner.ts');
  const suite = new SuiteRunner({
    words: flags.words,
    environment: io.environment,
    server: { ...server, on_remark: onRemark },
    timeoutMs: flags.timeout ?? DEFAULT_TIMEOUT_MS,
    ...(flags.restart !== undefined && {
      restart: {
        command: flags.restart,
        scenarios: disturbances.filter(({ restarts }) => restarts).map(({ id }) => id),
      },
    }),
  });
  let ending: EndSignal | null = null;
  io.onEndSignal(signal => {
    if (ending) suite.kill();
    else suite.end();
    ending ??= signal;
  });
  try {
    const { budget, jobs, out } = flags;
    const exploration = await explore(suite.run, disturbances, {
      budget,
      jobs,
      onProgress: text => io.err.progress(text),
      onVerdict: text => {
        io.err.progress();
        onRemark(text);
      },
    });
    io.err.progress();
    const command = flags.words.map(shellWord).join(' ');
    const problem = await writeScenarios(exploration, out, command).then(
      () => null,
      (error: NodeJS.ErrnoException) => error,
    );
    const report = reportOf(exploration, trial => ({
      file: fileOf(trial.disturbance, out),
      command: reproductionOf(trial, command, flags, serverFlags),
    }));
    const { isColored: color, columns } = io.out;
    io.out.write(await renderReport(report, flags.format, { color, columns }));
    if (problem) throw notWritten(problem);
    if (report.results.length > 0) return EXIT_FAILED;
    if (ending) return exitCodeOfSignal(ending);
    return exploration.trials.some(({ verdict }) => verdict === 'not-judged') ? EXIT_NOT_JUDGED : 0;
  } catch (error) {
    io.err.progress();
    if (error instanceof BaselineError) throw baselineFailed(error);
    if (error instanceof ExplorationEnded) {
      const code = ending ? exitCodeOfSignal(ending) : EXIT_USAGE;
      throw new CliError('ended before the two undisturbed runs were over, so nothing is known', code);
    }
    throw error;
  } finally {
    await removeIfEmpty(flags.out);
  }
}

const NOTES = `
The command must pass twice undisturbed. It is then run once under each
disturbance that a correct integration survives, such as a lost response or a
duplicated webhook. A disturbance that breaks it is reduced to the smallest
scenario that still breaks it. The command finds the sandbox as with exec.
${SERVER_FLAGS_NOTE}
explore refuses --data, --demo, --disturbance and --run.

Exit code: 0 nothing broke; 1 something broke; 2 the command does not pass
undisturbed, or a usage error; 3 nothing broke for certain, but a failure could
not be judged; 128 + n if signal n ended it before it found anything.

Examples:
  energy-sandbox explore --skip timing --jobs 2 -- npm test
  energy-sandbox explore --only response-lost,webhook-duplicated -- npm test

${guide('explore.md')}`;

export const { define } = local({
  input: INPUT,
  withFlags: command => withServerFlags(command.passThroughOptions()),
  usage: COMMAND_USAGE,
  notes: NOTES,
  run(flags, io, command) {
    expectCommand(flags.words, command, io);
    return exploreCommand(flags, command.opts(), io);
  },
});
