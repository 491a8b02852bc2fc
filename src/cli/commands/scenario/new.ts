import { access, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { fileProblem } from '../../../files/file-problem.ts';
import { CliError, EXIT_USAGE } from '../../cli-error.ts';
import { openLibrary } from '../../open-scenario-library.ts';
import type { ProcessIo } from '../../process-io.ts';
import { scenarioTemplate } from '../../scenario-template.ts';

interface Flags {
  readonly force?: boolean;
  readonly folder: string;
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 64;
const SCHEMA = 'node_modules/energy-rental-sandbox/scenarios/scenario.schema.json';

/** The path of the JSON schema, relative to a folder; null if the package is not installed in this project. */
const schemaPath = (folder: string): Promise<string | null> =>
  access(SCHEMA).then(
    () => {
      const path = relative(resolve(folder), resolve(SCHEMA)).replaceAll('\\', '/');
      return path.startsWith('.') ? path : `./${path}`;
    },
    () => null,
  );

async function write(path: string, text: string, force: boolean | undefined): Promise<void> {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CliError(`${path} already exists; use --force to overwrite it`);
    if (code === 'ENOENT') throw new CliError(`${path}: the folder does not exist; create it first`);
    throw new CliError(`${path}: cannot write the file: ${fileProblem(error)}`);
  }
}

async function create(given: string, flags: Flags, { out, err, programName }: ProcessIo): Promise<void> {
  const name = given.replace(/\.ya?ml$/, '');
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
    throw new CliError(
      `${JSON.stringify(given)} is not a valid scenario name; use at most ${MAX_NAME_LENGTH} lower-case letters, digits and single hyphens`,
      EXIT_USAGE,
    );
  }
  const path = `${flags.folder.replace(/[/\\]+$/, '')}/${name}.yaml`;
  await write(path, scenarioTemplate(name, await schemaPath(flags.folder), programName), flags.force);
  out.line(path);
  if ((await openLibrary()).get(name)) {
    err.line('When loaded, it replaces the built-in scenario of the same name.');
  }
  err.line(`Try it: ${programName} --scenario ${path}`);
}

/** `scenario new NAME` */
export function defineNew(parent: Command, io: ProcessIo): void {
  parent
    .command('new')
    .description('create NAME.yaml from a commented template')
    .argument('<name>', 'lower-case letters, digits, hyphens')
    .option('--folder <folder>', 'folder for the file', '.')
    .option('--force', 'overwrite an existing file')
    .action((name: string, flags: Flags) => create(name, flags, io));
}
