import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { ChildCommand } from '../../src/cli/child-process.ts';
import { type HostClock, pause, systemClock } from '../../src/host/node/host-clock.ts';
import { generateCertificate } from '../../src/server/tls/generate-certificate.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { httpServer } from '../support/http-server.ts';
import { isRunning } from '../support/is-running.ts';
import { needing } from '../support/needing.ts';
import { PROGRAM, RunningProcess, startProgram } from './built-program.ts';
import { cli, launch, type Outcome, temporaryFolder } from './support.ts';

/** How often another process is looked at: polling without a pause would take the processor from it. */
const POLL_MS = 20;

const running: RunningProcess[] = [];

function exec(words: readonly string[], environment: NodeJS.ProcessEnv = {}): RunningProcess {
  const one = startProgram(['exec', ...words], environment);
  running.push(one);
  return one;
}

/** Runs `exec` inside this process. Its command has the stdout of the test, so it must not write there. */
function execHere(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return cli(['exec', ...words], { environment: childEnvironment(environment) });
}

/** Runs `exec` inside this process with a Node script that passes its result to `report`. */
async function resultOf<T>(
  flags: readonly string[],
  script: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<T> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'result.json');
  const report = `const report = value => require('node:fs').writeFileSync(process.argv[1], JSON.stringify(value));`;
  const words = [process.execPath, '-e', `${report} ${script}`, file];
  expect(await execHere([...flags, '--', ...words], environment)).toEqual({ code: 0, out: '', err: '' });
  return JSON.parse(await readFile(file, 'utf8')) as T;
}

/** The environment of a command of `exec`. */
const environmentOf = (flags: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) =>
  resultOf<NodeJS.ProcessEnv>(flags, 'report(process.env);', environment);

async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await pause(systemClock, POLL_MS);
}

const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** A Node script that counts each signal it gets, and acts on it. */
const onSignals = (act: string): readonly string[] => [
  process.execPath,
  '-e',
  `let count = 0;
   for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
     process.on(signal, () => { count += 1; console.log(signal + ' ' + count); ${act} });
   process.stdin.on('data', () => process.exit(40 + count));
   setInterval(() => {}, 1000);
   console.log('ready ' + process.env.ENERGY_SANDBOX_URL);`,
];

afterAll(() => {
  for (const one of running.splice(0)) one.child.kill('SIGKILL');
});

describe.concurrent('the command of exec', () => {
  test('finds a running sandbox with the given flags, and has the stdin and stdout of exec', async () => {
    const script = `
      const { ENERGY_SANDBOX_URL: url, ENERGY_SANDBOX_API_KEY: key } = process.env;
      const response = await fetch(url + '/api/v1/balance/', { headers: { Authorization: 'Bearer ' + key } });
      console.log((await response.json()).data.balance_trx);
      process.stdin.pipe(process.stdout);`;
    const words = [process.execPath, '--input-type=module', '-e', script];
    const one = exec(['--balance', '7.5', '--', ...words]);
    one.child.stdin!.end('typed\n');
    const code = await one.ended;
    expect({ code, out: one.out, err: one.err }).toEqual({ code: 0, out: '7.5\ntyped\n', err: '' });
  });

  test('gets the key, secret and admin token of that sandbox', async () => {
    const flags =
      '--api-key ersk_mine --webhook-secret whsec_mine --admin-token the-admin-token-of-exec'.split(' ');
    expect(await environmentOf(flags)).toMatchObject({
      ENERGY_SANDBOX_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      ENERGY_SANDBOX_API_KEY: 'ersk_mine',
      ENERGY_SANDBOX_WEBHOOK_SECRET: 'whsec_mine',
      ENERGY_SANDBOX_ADMIN_TOKEN: 'the-admin-token-of-exec',
    });
  });

  test('never sees the address or account of another sandbox', async () => {
    const outer = {
      ENERGY_SANDBOX_URL: 'http://127.0.0.1:9',
      ENERGY_SANDBOX_ACCOUNT: 'of-another',
    };
    const seen = await environmentOf([], outer);
    expect(seen.ENERGY_SANDBOX_URL).not.toBe(outer.ENERGY_SANDBOX_URL);
    expect(seen.ENERGY_SANDBOX_ACCOUNT).toBeUndefined();
    expect(seen.ENERGY_SANDBOX_ADMIN_TOKEN).toBeUndefined();
  });

  test('of an inner exec uses the inner sandbox', async () => {
    const outer = await environmentOf(['--webhook-secret', 'whsec_outer']);
    const inner = await environmentOf(['--webhook-secret', 'whsec_inner'], outer);
    expect(outer.ENERGY_SANDBOX_WEBHOOK_SECRET).toBe('whsec_outer');
    expect(inner.ENERGY_SANDBOX_WEBHOOK_SECRET).toBe('whsec_inner');
    expect(inner.ENERGY_SANDBOX_URL).not.toBe(outer.ENERGY_SANDBOX_URL);
  });

  test('keeps the port and the address in its environment for itself', async () => {
    await using taken = await httpServer();
    const port = String(taken.port);
    const variables = { PORT: port, ENERGY_SANDBOX_PORT: port, ENERGY_SANDBOX_HOST: 'not-an-address' };
    expect(await environmentOf([], variables)).toMatchObject(variables);
  });

  test('may have flags and dashes of its own', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'words');
    const print = ['sh', '-c', 'printf "%s|" "$@" > "$0"', file];
    await execHere(['--', ...print, '--port', '1', '--', '--help', '$HOME *']);
    expect(await readFile(file, 'utf8')).toBe('--port|1|--|--help|$HOME *|');
    await execHere(['--balance', '1', ...print, '--balance', '2']);
    expect(await readFile(file, 'utf8')).toBe('--balance|2|');
  });
});

describe.concurrent('with --tls, the command of exec', () => {
  /** What a Node program reports that has reached the sandbox. */
  interface Reported {
    readonly status: number;
    readonly environment: NodeJS.ProcessEnv;
    /** The text of NODE_EXTRA_CA_CERTS. */
    readonly trusted: string;
  }

  const fetching = (environment: NodeJS.ProcessEnv = {}): Promise<Reported> =>
    resultOf(
      ['--tls'],
      `fetch(process.env.ENERGY_SANDBOX_URL + '/healthz').then(({ status }) => {
        const trusted = require('node:fs').readFileSync(process.env.NODE_EXTRA_CA_CERTS, 'utf8');
        report({ status, environment: process.env, trusted });
      });`,
      environment,
    );

  test('reaches the sandbox if it is a Node program, and finds the CA file in its environment', async () => {
    const { status, environment } = await fetching();
    expect(status).toBe(200);
    expect(environment.ENERGY_SANDBOX_URL).toMatch(/^https:/);
    expect(environment.NODE_EXTRA_CA_CERTS).toBe(environment.ENERGY_SANDBOX_CA_FILE);
    expect(existsSync(environment.ENERGY_SANDBOX_CA_FILE!)).toBe(false);
  });

  test('also trusts the authorities that it trusted before', async () => {
    await using folder = await temporaryFolder();
    const company = join(folder.path, 'company.pem');
    await writeFile(company, (await generateCertificate(['localhost'], Date.now())).ca);
    const { status, environment, trusted } = await fetching({ NODE_EXTRA_CA_CERTS: company });
    expect(status).toBe(200);
    expect(trusted).toContain(await readFile(company, 'utf8'));
    expect(environment.NODE_EXTRA_CA_CERTS).not.toBe(company);
    expect(existsSync(environment.NODE_EXTRA_CA_CERTS!)).toBe(false);
  });

  test('sees no CA file of an outer sandbox if its own has none', async () => {
    const { ENERGY_SANDBOX_CA_FILE } = await environmentOf([], { ENERGY_SANDBOX_CA_FILE: '/tmp/outer.pem' });
    expect(ENERGY_SANDBOX_CA_FILE).toBeUndefined();
  });
});

describe('the exit code of exec', () => {
  test.for([
    { what: 'the code of the command', words: ['sh', '-c', 'exit 7'], expected: 7 },
    { what: '128 + n if signal n ended the command', words: ['sh', '-c', 'kill -9 $$'], expected: 137 },
    { what: '127 if there is no such command', words: ['no-such-command'], expected: 127 },
    { what: '126 if the file is not executable', words: [fileURLToPath(import.meta.url)], expected: 126 },
  ])('is $what', async ({ words, expected }) => {
    const { code, out, err } = await execHere(['--', ...words]);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    if (expected === 127) expect(err).toContain('no-such-command: command not found');
    if (expected === 126) expect(err).toContain('exec.test.ts: cannot be run: it is not an executable file');
  });

  needing('ordinary user').test(
    'is 127, as in shells, although a folder in PATH cannot be searched',
    async () => {
      await using folder = await temporaryFolder();
      await chmod(folder.path, 0);
      const PATH = [folder.path, process.env.PATH].join(delimiter);
      expect((await execHere(['--', 'no-such-command'], { PATH })).code).toBe(127);
    },
  );

  test.for([
    { words: [], message: 'no command to run; write: energy-sandbox exec [flags] -- <command>' },
    { words: ['--clock', 'manual', '--'], message: 'no command to run' },
    { words: ['--blance', '3', '--', 'true'], message: '--blance' },
    { words: ['--scenario', 'revieww', '--', 'true'], message: 'did you mean "review"' },
  ])('is 2 for the usage error $words', async ({ words, message }) => {
    const { code, out, err } = await execHere(words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  test('is 2 if the port is in use, and the command does not run', async () => {
    await using taken = await httpServer();
    await using folder = await temporaryFolder();
    const ran = join(folder.path, 'ran');
    const { code, out, err } = await execHere(['--port', String(taken.port), '--', 'touch', ran]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(existsSync(ran)).toBe(false);
    expect(err).toContain(`port: ${taken.port} on 127.0.0.1 is in use`);
  });

  test('is 130 if Ctrl-C comes before the command runs, which then never does', async () => {
    const early = launch(['exec', '--', 'no-such-command']);
    while (early.interrupts === 0) await systemClock.yieldToEventLoop();
    expect(await early.interrupt()).toBe(130);
    expect(early.err.text).toBe('');
  });
});

describe('with --verbose, exec', () => {
  test('writes the log of the sandbox on stderr and nothing on stdout', async () => {
    const call = 'fetch(process.env.ENERGY_SANDBOX_URL + "/api/v1/balance/")';
    const { code, out, err } = await execHere(['--verbose', '--', process.execPath, '-e', call]);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/the sandbox listens on http:\S+\n.*GET \/api\/v1\/balance\/.*401.*\n/);
    expect(err).toContain('the command ended with exit code 0');
  });
});

/** A command in this process, and what it has written to the file READY. */
async function commandThatReports(script: string, clock: HostClock) {
  const folder = await temporaryFolder();
  const ready = join(folder.path, 'ready');
  execFileSync('mkfifo', [ready], { env: childEnvironment() });
  const environment = childEnvironment({ READY: ready });
  const command = new ChildCommand(['sh', '-c', script], { environment, clock, onTerminal: false });
  const said = await readFile(ready, 'utf8');
  return { command, said, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe.concurrent('when exec ends', () => {
  test('its port is free', async () => {
    const { ENERGY_SANDBOX_URL } = await environmentOf();
    expect(await isListening(ENERGY_SANDBOX_URL!)).toBe(false);
  });

  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s, the command gets the signal once and decides on the exit code',
    async signal => {
      const one = exec(['--', ...onSignals('process.stdin.resume()')]);
      const [, url] = await one.until(/ready (\S+)/);
      one.child.kill(signal);
      await one.until(new RegExp(`${signal} 1`));
      expect(await isListening(url!)).toBe(true);
      one.child.stdin!.end('end\n');
      expect(await one.ended).toBe(41);
      expect(await isListening(url!)).toBe(false);
    },
  );

  test('by a second signal, a command that ignores the first is killed', async () => {
    const one = exec(['--', ...onSignals('')]);
    const [, url] = await one.until(/ready (\S+)/);
    one.child.kill('SIGTERM');
    await one.until(/SIGTERM 1/);
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(137);
    expect(await isListening(url!)).toBe(false);
  });

  test('a command that ignores the signal is killed after ten seconds', async () => {
    const alarms: { readonly afterMs: number; readonly ring: () => void }[] = [];
    const clock: HostClock = {
      ...systemClock,
      wake: (afterMs, ring) => {
        alarms.push({ afterMs, ring });
        return () => undefined;
      },
    };
    const script = 'trap "" TERM; echo > "$READY"; while :; do sleep 1; done';
    await using started = await commandThatReports(script, clock);
    const { command } = started;
    command.signal('SIGTERM');
    expect(alarms.map(({ afterMs }) => afterMs)).toEqual([10_000]);
    alarms[0]!.ring();
    expect(await command.ended).toBe(137);
  });

  test('by the end of the shell in which npm runs it, the command gets SIGTERM', async () => {
    const words = [process.execPath, PROGRAM, 'exec', '--', ...onSignals('process.exit()')];
    const shell = new RunningProcess('sh', ['-c', '"$@"; exit $?', 'sh', ...words], { npm_command: 'exec' });
    running.push(shell);
    const [, url] = await shell.until(/ready (\S+)/);
    shell.child.kill('SIGKILL');
    await shell.until(/SIGTERM 1/);
    await shell.ended;
    expect(await isListening(url!)).toBe(false);
  });

  test('by the end of the shell in which npm runs it, a server stops', async () => {
    const words = [process.execPath, PROGRAM, 'start', '--port', '0', '--json'];
    const shell = new RunningProcess('sh', ['-c', '"$@"; exit $?', 'sh', ...words], { npm_command: 'exec' });
    running.push(shell);
    const [, url] = await shell.until(/"base_url":"([^"]+)"/);
    shell.child.kill('SIGKILL');
    await shell.ended;
    expect(await isListening(url!)).toBe(false);
  });

  test('the processes that the command left running end with it', async () => {
    const leftover = `sh -c 'echo left $$; while :; do sleep 1; done'`;
    const left = `{ ${leftover} & } | { read line; echo "$line"; }; exit 3`;
    const one = exec(['--', 'sh', '-c', left]);
    const [, pid] = await one.until(/left (\d+)/);
    expect(await one.ended).toBe(3);
    await untilEnded(Number(pid));
    expect(isRunning(Number(pid))).toBe(false);
  });

  test('the processes that the command left running are killed if they ignore SIGTERM for two seconds', async () => {
    let nowMs = 0;
    const clock: HostClock = { ...systemClock, monotonicMs: () => (nowMs += 500) };
    await using started = await commandThatReports(
      `sh -c 'trap "" TERM; echo $$ > "$READY"; while :; do sleep 1; done' & exit 3`,
      clock,
    );
    const pid = Number(started.said);
    expect(await started.command.ended).toBe(3);
    expect(isRunning(pid)).toBe(true);
    await started.command.endLeftovers();
    await untilEnded(pid);
    expect(nowMs).toBeGreaterThanOrEqual(2_000);
  });

  test('by a signal, the processes that the command started get it too', async () => {
    const one = exec(['--', 'sh', '-c', 'sleep 1000 & echo started $!; wait; wait']);
    const [, pid] = await one.until(/started (\d+)/);
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(143);
    await untilEnded(Number(pid));
    expect(isRunning(Number(pid))).toBe(false);
  });
});

needing('script').describe('on a terminal, exec', () => {
  /** Runs exec on a terminal of its own. */
  function onTerminal(words: readonly string[]): RunningProcess {
    const quoted = [process.execPath, PROGRAM, 'exec', '--', ...words].map(
      word => `'${word.replaceAll("'", `'\\''`)}'`,
    );
    const one = new RunningProcess('script', ['-qefc', `exec ${quoted.join(' ')}`, '/dev/null']);
    running.push(one);
    return one;
  }

  test('leaves Ctrl-C to the command, which gets it once', async () => {
    const one = onTerminal(onSignals(''));
    const [, url] = await one.until(/ready (\S+)/);
    one.child.stdin!.write('\u0003');
    await one.until(/SIGINT 1/);
    one.child.stdin!.write('\u0003');
    await one.until(/SIGINT 2/);
    expect(await isListening(url!)).toBe(true);
    one.child.stdin!.write('end\n');
    expect(await one.ended).toBe(42);
    expect(await isListening(url!)).toBe(false);
  });

  test('gives the command the terminal', async () => {
    const one = onTerminal([
      process.execPath,
      '-e',
      'console.log("tty", process.stdin.isTTY, require("node:fs").openSync("/dev/tty") > 0)',
    ]);
    expect(await one.ended).toBe(0);
    expect(one.out).toContain('tty true true');
  });
});
