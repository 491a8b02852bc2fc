import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  fileProblem,
  makeFolder,
  makeTemporaryFolder,
  readRegularBytes,
  renameFileSync,
} from '../host/node/files.ts';

/** The contribution of one sandbox to a run, by kind, such as `findings`. Plain JSON. */
export type RunPart = Readonly<Record<string, unknown>>;

/** The version of the files' form. Readers ignore files of another version. */
const SCHEMA_VERSION = 1;
const FILE = /^sandbox-[\w-]+\.json$/;

/** A run folder that cannot be used. The message names the folder and says how to fix it. */
export class RunFolderError extends Error {
  override readonly name = 'RunFolderError';
}

/** The files of sandboxes that are open. A test process often ends without closing its sandboxes. */
const openFiles = new Set<RunFile>();

function writeAll(): void {
  for (const file of openFiles) file.write();
}

/**
 * The file of one sandbox in a run folder. All sandboxes of a test run, in any process, add their parts to the same
 * folder, so that one report can cover them all. Writing is synchronous, because it is also done while a process exits.
 */
export class RunFile {
  readonly #path: string;
  readonly #part: () => RunPart;

  /** @throws RunFolderError */
  constructor(folder: string, part: () => RunPart) {
    try {
      makeFolder(folder);
      accessSync(folder, constants.W_OK);
    } catch (error) {
      const fix = 'set --run or ENERGY_SANDBOX_RUN to a folder that can be written';
      throw new RunFolderError(`run folder ${folder}: ${fileProblem(error, fix)}`);
    }
    this.#path = join(folder, `sandbox-${process.pid}-${randomBytes(4).toString('hex')}.json`);
    this.#part = part;
    if (openFiles.size === 0) process.once('exit', writeAll);
    openFiles.add(this);
  }

  /**
   * Writes the current part, which replaces an earlier one. Does nothing if the folder was removed: then the run is over,
   * and nobody reads it.
   */
  write(): void {
    if (!existsSync(dirname(this.#path))) return;
    const text = JSON.stringify({ schema_version: SCHEMA_VERSION, ...this.#part() });
    writeFileSync(`${this.#path}.tmp`, text);
    renameFileSync(`${this.#path}.tmp`, this.#path);
  }

  /** Writes the last part. */
  close(): void {
    openFiles.delete(this);
    if (openFiles.size === 0) process.off('exit', writeAll);
    this.write();
  }
}

const pathsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => FILE.test(name))
    .sort()
    .map(name => join(folder, name));

/**
 * The part in a file; none if the file has another form. A report, which may be in the folder too, has a `tool`.
 * @throws Error that names the file
 */
function partIn(path: string): RunPart[] {
  try {
    const part = JSON.parse(readRegularBytes(path).toString()) as RunPart | null;
    return part?.schema_version === SCHEMA_VERSION && part.tool === undefined ? [part] : [];
  } catch (error) {
    const why =
      error instanceof SyntaxError ? `not JSON: ${error.message}; remove the file` : fileProblem(error);
    throw new Error(`${basename(path)}: ${why}`);
  }
}

const unreadable = (folder: string, error: unknown): RunFolderError =>
  new RunFolderError(`run folder ${folder}: ${fileProblem(error)}`);

/**
 * The files that a run folder contains so far; none if it does not exist.
 * @throws RunFolderError if it cannot be read
 */
export function runFilesIn(folder: string): string[] {
  try {
    return existsSync(folder) ? pathsIn(folder) : [];
  } catch (error) {
    throw unreadable(folder, error);
  }
}

/**
 * Reads the parts of all sandboxes in a run folder, in the order of their file names.
 * @param except the paths of files to leave out
 * @throws RunFolderError if the folder or a file cannot be read
 */
export function readRun(folder: string, except: readonly string[] = []): RunPart[] {
  try {
    return pathsIn(folder)
      .filter(path => !except.includes(path))
      .flatMap(partIn);
  } catch (error) {
    throw unreadable(folder, error);
  }
}

/**
 * The run of one test command: what its sandboxes add to a run folder from now on. The folder is the one that the user
 * named, or a temporary one.
 */
export class TestRun {
  readonly folder: string;
  readonly #isTemporary: boolean;
  /** Files of earlier runs. */
  readonly #before: readonly string[];

  /** @throws RunFolderError if the named folder cannot be read */
  constructor(named: string | undefined) {
    this.#isTemporary = named === undefined;
    this.folder = named ?? makeTemporaryFolder('run');
    this.#before = runFilesIn(this.folder);
    process.on('exit', this.close);
  }

  /** The parts of the sandboxes that were closed. @throws RunFolderError */
  parts(): RunPart[] {
    return readRun(this.folder, this.#before);
  }

  /** Removes the folder if it is temporary. */
  readonly close = (): void => {
    process.off('exit', this.close);
    if (this.#isTemporary) rmSync(this.folder, { recursive: true, force: true });
  };
}
