import { access, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { CliError, EXIT_USAGE } from '../../cli-error.ts';
import type { ProcessIo } from '../../process-io.ts';
import { openLibrary } from './library.ts';
import { scenarioTemplate } from './template.ts';

interface Flags {
  readonly force?: boolean;
  readonly folder: string;
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_NAME = 64;
const SCHEMA = 'node_modules/energy-rental-sandbox/scenarios/scenario.schema.json';

/** Where an editor finds the schema, seen from a folder; null where the package is not installed beside it. */
const schemaFrom = (folder: string): Promise<string | null> =>
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
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CliError(`${path} is there already; --force writes over it`);
    if (code === 'ENOENT') throw new CliError(`${path}: there is no such folder; make it first`);
    throw new CliError(`${path}: cannot be written: ${message}`);
  }
}

async function create(given: string, flags: Flags, { out, err }: ProcessIo): Promise<void> {
  const name = given.replace(/\.ya?ml$/, '');
  if (!NAME.test(name) || name.length > LONGEST_NAME) {
    throw new CliError(
      `${JSON.stringify(given)} is no scenario's name; use lower-case letters, digits and single hyphens`,
      EXIT_USAGE,
    );
  }
  const path = `${flags.folder.replace(/[/\\]+$/, '')}/${name}.yaml`;
  await write(path, scenarioTemplate(name, await schemaFrom(flags.folder)), flags.force);
  out.line(path);
  if ((await openLibrary()).get(name)) {
    err.line(`It stands in for the built-in scenario of that name wherever it is loaded.`);
  }
  err.line(`Try it: energy-sandbox --scenario ${path}`);
}

/** `scenario new NAME` */
export function defineNew(parent: Command, io: ProcessIo): void {
  parent
    .command('new')
    .description('write NAME.yaml from a commented template')
    .argument('<name>', 'lower-case letters, digits, hyphens')
    .option('--folder <folder>', 'where to', '.')
    .option('--force', 'write over a file that is there')
    .action((name: string, flags: Flags) => create(name, flags, io));
}
