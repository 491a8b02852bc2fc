import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { builtInText } from '../../../scenario/scenario-files.ts';
import type { Scenario } from '../../../scenario/scenario-schema.ts';
import { isScenarioFile } from '../../../scenario-options.ts';
import { CliError } from '../../cli-error.ts';
import { openLibrary } from '../../open-scenario-library.ts';
import type { ProcessIo } from '../../process-io.ts';

interface Shown {
  readonly scenario: Scenario;
  readonly text: string;
}

async function find(nameOrFile: string): Promise<Shown> {
  if (isScenarioFile(nameOrFile)) {
    const { readScenarioFile } = await import('../../../scenario/scenario-files.ts');
    return { scenario: await readScenarioFile(nameOrFile), text: await readFile(nameOrFile, 'utf8') };
  }
  const library = await openLibrary();
  const scenario = library.get(nameOrFile);
  if (!scenario) throw new CliError(library.explainUnknown(nameOrFile));
  const text = await builtInText(nameOrFile);
  if (text === null)
    throw new CliError(`the file of the scenario ${nameOrFile} is missing; install the package again`);
  return { scenario, text };
}

async function show(
  nameOrFile: string,
  flags: { readonly json?: boolean },
  { out, err }: ProcessIo,
): Promise<void> {
  const { scenario, text } = await find(nameOrFile);
  const { name, summary, magic_address } = scenario;
  if (flags.json) {
    out.json({ name, summary, magic_address: magic_address ?? null, yaml: text });
    return;
  }
  out.write(text.endsWith('\n') ? text : `${text}\n`);
  err.line(
    magic_address === undefined
      ? `\nSelect it with --scenario ${name}, the header X-Sandbox-Scenario: ${name}, or an external_id "sandbox:${name}:…".`
      : `\nSelect it with the address ${err.paint('bold', magic_address)}, or with --scenario ${name}.`,
  );
}

/** `scenario show NAME` */
export function defineShow(parent: Command, io: ProcessIo): void {
  parent
    .command('show')
    .description('print the YAML of a scenario on stdout and how to select it on stderr')
    .argument('<name|file>', 'a built-in scenario, or a scenario file')
    .option('--json', 'print JSON')
    .action((name: string, flags: { readonly json?: boolean }) => show(name, flags, io));
}
