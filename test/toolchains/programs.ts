import { type ExecFileOptions, execFile, spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';

export const EXAMPLE = join(import.meta.dirname, '../../examples/generated-clients');

/** Where Debian's packages put libraries for Go. */
const DEBIAN_GO = '/usr/share/gocode';

/** A command, and what it needs in its environment. */
export interface Command {
  readonly words: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** How the program of one language is made ready and run. */
export interface Toolchain {
  readonly language: string;
  /** Commands that succeed if the toolchain is complete. `what` names the part that each of them checks. */
  readonly needs: readonly { readonly words: readonly string[]; readonly what: string }[];
  /** Its output begins with the version. */
  readonly version: readonly string[];
  /** Builds what has to be built. @param folder where the clients were generated. @returns how to run the program */
  prepare(folder: string): Promise<Command>;
}

/** Runs a program. @returns its stdout. @throws an Error with its stderr if it fails */
export function run(
  [command, ...words]: readonly string[],
  options: ExecFileOptions = {},
  input: string | Buffer = '',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const settings = { ...options, encoding: 'utf8', maxBuffer: 1 << 26 } as const;
    const child = execFile(command!, words, settings, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stderr}\n${stdout}`)),
    );
    child.stdin!.on('error', () => undefined);
    child.stdin!.end(input);
  });
}

const PYTHON_LIBRARIES = 'import urllib3, six, dateutil, certifi';

/** A Python that has the libraries; it need not be the first in PATH. */
const PYTHON =
  ['python3', '/usr/bin/python3'].find(python => spawnSync(python, ['-c', PYTHON_LIBRARIES]).status === 0) ??
  'python3';

const goEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  GO111MODULE: 'off',
  GOPATH: `${join(folder, 'gopath')}:${DEBIAN_GO}`,
  GOCACHE: join(folder, 'go-cache'),
});

export const TOOLCHAINS: readonly Toolchain[] = [
  {
    language: 'go',
    needs: [
      { words: ['go', 'version'], what: 'go' },
      { words: ['ls', `${DEBIAN_GO}/src/golang.org/x/oauth2`], what: 'golang-golang-x-oauth2-dev' },
    ],
    version: ['go', 'version'],
    async prepare(folder) {
      await cp(join(folder, 'go'), join(folder, 'gopath/src/energyrental'), { recursive: true });
      const program = join(folder, 'buy-go');
      const environment = { ...process.env, ...goEnvironment(folder) };
      await run(['go', 'build', '-o', program, join(EXAMPLE, 'buy.go')], { env: environment });
      return { words: [program] };
    },
  },
  {
    language: 'java',
    needs: [{ words: ['javac', '-version'], what: 'javac' }],
    version: ['javac', '-version'],
    async prepare(folder) {
      // The generator's jar contains the libraries that the client needs: Jackson and the Swagger annotations.
      const jar = join(folder, 'generator-1.0.18-5.0.0-beta2/package/bin/openapi-generator.jar');
      const classes = join(folder, 'classes');
      const sources = join(folder, 'java/src/main/java');
      const path = ['-cp', jar, '-sourcepath', sources];
      await run(['javac', '-nowarn', '-d', classes, ...path, join(EXAMPLE, 'Buy.java')]);
      return { words: ['java', '-cp', `${classes}:${jar}`, 'Buy'] };
    },
  },
  {
    language: 'php',
    needs: [
      { words: ['php', '--version'], what: 'php-cli' },
      { words: ['php', '-r', 'exit(extension_loaded("mbstring") ? 0 : 1);'], what: 'php-mbstring' },
      { words: ['php', '-r', 'require "GuzzleHttp/autoload.php";'], what: 'php-guzzlehttp-guzzle' },
    ],
    version: ['php', '--version'],
    prepare: async folder => ({ words: ['php', join(EXAMPLE, 'buy.php'), join(folder, 'php')] }),
  },
  {
    language: 'python',
    needs: [
      { words: [PYTHON, '-c', PYTHON_LIBRARIES], what: 'python3 with urllib3, six, dateutil and certifi' },
    ],
    version: [PYTHON, '--version'],
    prepare: async folder => ({
      words: [PYTHON, join(EXAMPLE, 'buy.py')],
      environment: { PYTHONPATH: join(folder, 'python'), PYTHONDONTWRITEBYTECODE: '1' },
    }),
  },
];
