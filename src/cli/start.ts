import { OptionError } from '../options.ts';
import { type RunningSandbox, startSandbox } from '../sandbox.ts';
import { CliError } from './cli-error.ts';
import { type LogFormat, readLogFormat } from './log-format.ts';
import type { ProcessIo } from './process-io.ts';
import { readServerOptions, type ServerFlags } from './server-flags.ts';
import { jsonReports, type ServerReports, textReports } from './server-reports.ts';
import { bannerJson, bannerText } from './start-banner.ts';

/** Flags of `start` that concern only the command line. */
interface StartFlags extends ServerFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** The form of the log; true is text. */
  readonly log?: boolean | LogFormat;
  readonly open?: boolean;
}

/**
 * The form of the log: flag, then environment; null if there is none. By default it is text if stderr is a terminal and
 * neither `json` nor `quiet` is set.
 * @throws OptionError
 */
function logFormatOf({ log, json, quiet }: StartFlags, { err, environment }: ProcessIo): LogFormat | null {
  if (log !== undefined) return log === false ? null : log === true ? 'text' : log;
  const variable = environment.ENERGY_SANDBOX_LOG;
  if (!variable) return err.isInteractive && !json && !quiet ? 'text' : null;
  try {
    return readLogFormat(variable);
  } catch (error) {
    throw new OptionError(`ENERGY_SANDBOX_LOG: ${(error as Error).message}`);
  }
}

/** Starts the sandbox. @throws CliError once the failure was reported */
async function started(flags: StartFlags, io: ProcessIo, reports: ServerReports): Promise<RunningSandbox> {
  try {
    return await startSandbox({
      ...(await readServerOptions(flags, io.environment)),
      onRemark: text => reports.remark(text),
    });
  } catch (error) {
    throw new CliError('', reports.failed(error));
  }
}

/** Starts a server that runs until a signal stops it. A second signal exits immediately. */
export async function start(flags: StartFlags, version: string, io: ProcessIo): Promise<void> {
  const format = logFormatOf(flags, io);
  const reports = format === 'json' ? jsonReports(io) : textReports(io);
  // Loaded before the server listens, so that the first request is logged.
  const log = format === null ? null : await import('./live-log.ts');
  const sandbox = await started(flags, io, reports);
  if (format === 'json') log?.logAsJson(sandbox.core, io.err);
  else log?.logHappenings(sandbox.core, io.err);
  let isClosing = false;
  const stop = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    reports.stopping();
    void sandbox.close().then(
      () => {
        reports.stopped();
        process.exit(0);
      },
      error => process.exit(reports.failed(error)),
    );
  };
  io.onInterrupt(stop);
  reports.started(sandbox, version);
  if (flags.json) io.out.line(JSON.stringify(bannerJson(sandbox, version)));
  // A program that collects a JSON log has no use for the banner, and should not get the credentials in it.
  else if (!flags.quiet && format !== 'json') io.out.write(bannerText(sandbox, version, io.programName));
  if (flags.open) (await import('./open-browser.ts')).openBrowser(`${sandbox.baseUrl}/_sandbox/`);
}
