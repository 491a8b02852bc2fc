import { startSandbox } from '../sandbox.ts';
import { reportFailure } from './cli-error.ts';
import { readConfigFile } from './config-file.ts';
import type { Shell } from './process-io.ts';
import { bannerJson, bannerText } from './start-banner.ts';
import { gatherOptions } from './start-options.ts';
import { harmless } from './terminal.ts';

/** Flags of `start` that are about the command line alone. */
interface StartFlags extends Readonly<Record<string, unknown>> {
  readonly config?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Left out: where stderr is a terminal. */
  readonly log?: boolean;
  readonly open?: boolean;
}

const wantsLog = ({ log, json, quiet }: StartFlags, { err }: Shell): boolean =>
  log ?? (err.isInteractive && !json && !quiet);

/** Starts a server and keeps it up until a signal ends it. A second signal ends it at once. */
export async function start(flags: StartFlags, version: string, shell: Shell): Promise<void> {
  const configPath = flags.config ?? shell.environment.ENERGY_SANDBOX_CONFIG;
  const config = configPath ? await readConfigFile(configPath) : {};
  const sandbox = await startSandbox({
    ...gatherOptions(flags, shell.environment, config),
    onRemark: text => shell.err.line(`energy-sandbox: ${harmless(text)}`),
  });
  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    void sandbox.close().then(
      () => process.exit(0),
      error => process.exit(reportFailure(error, shell.err)),
    );
  };
  shell.onInterrupt(end);
  if (flags.json) shell.out.line(JSON.stringify(bannerJson(sandbox, version)));
  else if (!flags.quiet) shell.out.write(bannerText(sandbox, version));
  if (wantsLog(flags, shell)) (await import('./live-log.ts')).logHappenings(sandbox.core, shell.err);
  if (flags.open) (await import('./open-browser.ts')).openBrowser(`${sandbox.baseUrl}/_sandbox/`);
}
