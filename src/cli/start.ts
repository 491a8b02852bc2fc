import { systemClock } from '../clock/host-clock.ts';
import { startSandbox } from '../sandbox.ts';
import { reportFailure } from './cli-error.ts';
import { remarkAsJson } from './json-remark.ts';
import type { ProcessIo } from './process-io.ts';
import { readServerOptions, type ServerFlags } from './server-flags.ts';
import { bannerJson, bannerText } from './start-banner.ts';
import { escapeControls } from './terminal.ts';

/** Flags of `start` that concern only the command line. */
interface StartFlags extends ServerFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** The form of the log; true is text. Default: text if stderr is a terminal and neither `json` nor `quiet` is set. */
  readonly log?: boolean | 'text' | 'json';
  readonly open?: boolean;
}

const wantsLog = ({ log, json, quiet }: StartFlags, { err }: ProcessIo): boolean =>
  log === undefined ? err.isInteractive && !json && !quiet : log !== false;

/** Prints a remark of the server in the form of its log. */
const remarkIn = ({ log }: StartFlags, { err }: ProcessIo): ((text: string) => void) =>
  log === 'json'
    ? text => err.line(remarkAsJson(text, systemClock.wallMs()))
    : text => err.line(`energy-sandbox: ${escapeControls(text)}`);

/** Starts a server that runs until a signal stops it. A second signal exits immediately. */
export async function start(flags: StartFlags, version: string, io: ProcessIo): Promise<void> {
  // Loaded before the server listens, so that the first request is logged.
  const log = wantsLog(flags, io) ? await import('./live-log.ts') : null;
  const sandbox = await startSandbox({
    ...(await readServerOptions(flags, io.environment)),
    onRemark: remarkIn(flags, io),
  });
  if (flags.log === 'json') log?.logAsJson(sandbox.core, io.err);
  else log?.logHappenings(sandbox.core, io.err);
  let isClosing = false;
  const stop = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    void sandbox.close().then(
      () => process.exit(0),
      error => process.exit(reportFailure(error, io.err)),
    );
  };
  io.onInterrupt(stop);
  if (flags.json) io.out.line(JSON.stringify(bannerJson(sandbox, version)));
  else if (!flags.quiet) io.out.write(bannerText(sandbox, version, io.programName));
  if (flags.open) (await import('./open-browser.ts')).openBrowser(`${sandbox.baseUrl}/_sandbox/`);
}
