import { startSandbox } from '../sandbox.ts';
import { reportFailure } from './cli-error.ts';
import type { ProcessIo } from './process-io.ts';
import { readServerOptions, type ServerFlags } from './server-flags.ts';
import { bannerJson, bannerText } from './start-banner.ts';
import { escapeControls } from './terminal.ts';

/** Flags of `start` that concern only the command line. */
interface StartFlags extends ServerFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Default: true if stderr is a terminal and neither `json` nor `quiet` is set. */
  readonly log?: boolean;
  readonly open?: boolean;
}

const wantsLog = ({ log, json, quiet }: StartFlags, { err }: ProcessIo): boolean =>
  log ?? (err.isInteractive && !json && !quiet);

/** Starts a server that runs until a signal stops it. A second signal exits immediately. */
export async function start(flags: StartFlags, version: string, io: ProcessIo): Promise<void> {
  const sandbox = await startSandbox({
    ...(await readServerOptions(flags, io.environment)),
    onRemark: text => io.err.line(`energy-sandbox: ${escapeControls(text)}`),
  });
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
  if (wantsLog(flags, io)) (await import('./live-log.ts')).logHappenings(sandbox.core, io.err);
  if (flags.open) (await import('./open-browser.ts')).openBrowser(`${sandbox.baseUrl}/_sandbox/`);
}
