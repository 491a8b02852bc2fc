import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { components } from '../../../contract/control-v1.generated.ts';
import type { ProcessIo } from '../../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../../remote-flags.ts';
import type { Remote } from '../../remote-server.ts';
import { escapeControls, printTable } from '../../terminal.ts';

type ActiveScenarios = components['schemas']['ActiveScenarios'];

const isFile = (text: string): boolean => /[/\\]|\.ya?ml$/.test(text);

/** The request body for a scenario name, or for a file after it was checked. @throws ScenarioFileError */
async function inputOf(nameOrFile: string, { err }: ProcessIo): Promise<object> {
  if (!isFile(nameOrFile)) return { name: nameOrFile };
  const { readScenarioFile } = await import('../../../scenario/scenario-files.ts');
  await readScenarioFile(nameOrFile, nameOrFile, warning => err.line(escapeControls(warning)));
  return { yaml: await readFile(nameOrFile, 'utf8') };
}

/** Activates exactly these scenarios. Files are uploaded in reverse order, because each addition takes precedence. */
async function activate(remote: Remote, given: readonly string[], io: ProcessIo): Promise<ActiveScenarios> {
  const path = remote.of('/scenarios');
  if (!given.some(isFile)) return remote.call('PUT', path, { body: { names: given } });
  const inputs = await Promise.all(given.map(one => inputOf(one, io)));
  let active = await remote.call<ActiveScenarios>('PUT', path, { body: { names: [] } });
  for (const body of inputs.reverse()) active = await remote.call('POST', path, { body });
  return active;
}

function print({ active }: ActiveScenarios, flags: RemoteFlags, { out, err }: ProcessIo): void {
  if (flags.json) out.json(active);
  else if (active.length === 0) err.line('No scenario is active: orders follow happy-path.');
  else {
    printTable(
      out,
      active.map(({ name, summary }) => [{ text: name, tint: 'bold' as const }, summary]),
      { wrap: true },
    );
  }
}

async function use(given: readonly string[], flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const remote = remoteOf(flags, io);
  const scenarios =
    given.length === 0
      ? await remote.get<ActiveScenarios>(remote.of('/scenarios'))
      : await activate(remote, given, io);
  print(scenarios, flags, io);
}

/** `scenario use NAME…` and `scenario none` */
export function defineUse(parent: Command, io: ProcessIo): void {
  withServer(
    parent
      .command('use')
      .description('activate exactly these scenarios on the server; without names, list the active ones')
      .argument('[name|file...]', 'built-in scenarios or files; the first takes precedence'),
  ).action((given: string[], flags: RemoteFlags) => use(given, flags, io));
  withServer(parent.command('none').description('deactivate all scenarios on the server')).action(
    async (flags: RemoteFlags) => print(await activate(remoteOf(flags, io), [], io), flags, io),
  );
}
