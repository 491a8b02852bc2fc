import { type ExecFileOptions, execFile, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

export const EXAMPLE = join(import.meta.dirname, '../../../examples/generated-clients');

/** What the program of one language needs. How it is built and run is in the README of the example. */
export interface Toolchain {
  readonly language: string;
  /** Commands that succeed if the toolchain is complete. `what` names the part that each of them checks. */
  readonly needs: readonly { readonly words: readonly string[]; readonly what: string }[];
  /** Its output begins with the version. */
  readonly version: readonly string[];
}

/** A program that has failed. `code` is its exit code, or null if there is none. */
export class ProgramError extends Error {
  readonly code: number | null;
  readonly stderr: string;

  constructor(message: string, code: number | null, stderr: string) {
    super(message);
    this.code = code;
    this.stderr = stderr;
  }
}

/** Runs a program. @returns its stdout. @throws ProgramError */
export function run(
  [command, ...words]: readonly string[],
  options: ExecFileOptions = {},
  input: string | Buffer = '',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settings = { ...options, encoding: 'utf8', maxBuffer: 1 << 26 } as const;
    const child = execFile(command!, words, settings, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      reject(new ProgramError(`${error.message}\n${stderr}\n${stdout}`, child.exitCode, stderr));
    });
    child.stdin!.on('error', () => undefined);
    child.stdin!.end(input);
  });
}

const PYTHON_LIBRARIES = 'import urllib3, six, dateutil, certifi';

/** A Python that has the libraries; it need not be the first in PATH. */
const PYTHON =
  ['python3', '/usr/bin/python3'].find(python => spawnSync(python, ['-c', PYTHON_LIBRARIES]).status === 0) ??
  'python3';

/** The PATH in which `python3` is that one. */
export const PATH = PYTHON === 'python3' ? process.env.PATH : `${dirname(PYTHON)}:${process.env.PATH}`;

/** The lines of the README that build and run the program of a language. */
export function linesFor(language: string, readme: string): string {
  const blocks = readme.split(/^```(?:sh)?\n/m).flatMap(block => block.split('\n\n'));
  return blocks.find(block => block.toLowerCase().startsWith(`# ${language}: `))!;
}

export const TOOLCHAINS: readonly Toolchain[] = [
  {
    language: 'go',
    needs: [
      { words: ['go', 'version'], what: 'go' },
      { words: ['ls', '/usr/share/gocode/src/golang.org/x/oauth2'], what: 'golang-golang-x-oauth2-dev' },
    ],
    version: ['go', 'version'],
  },
  {
    language: 'java',
    needs: [{ words: ['javac', '-version'], what: 'javac' }],
    version: ['javac', '-version'],
  },
  {
    language: 'php',
    needs: [
      { words: ['php', '--version'], what: 'php-cli' },
      { words: ['php', '-r', 'exit(extension_loaded("mbstring") ? 0 : 1);'], what: 'php-mbstring' },
      { words: ['php', '-r', 'require "GuzzleHttp/autoload.php";'], what: 'php-guzzlehttp-guzzle' },
    ],
    version: ['php', '--version'],
  },
  {
    language: 'python',
    needs: [
      { words: [PYTHON, '-c', PYTHON_LIBRARIES], what: 'python3 with urllib3, six, dateutil and certifi' },
    ],
    version: [PYTHON, '--version'],
  },
];
