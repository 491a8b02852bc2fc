import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPeer, untilReceived } from '../lab/record/raw-peers.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { LIMIT_MS, type RunningProcess, startProgram } from './built-program.ts';
import { temporaryFolder } from './support.ts';

/** Runs the program in a process of its own, after code that runs in it first. */
function program(words: readonly string[], before: string): RunningProcess {
  const preload = `data:text/javascript,${encodeURIComponent(before)}`;
  const started = startProgram(words, {}, ['--import', preload]);
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

/** Presses Ctrl-C at the moment at which the end of a connection is being sent to a client. */
const INTERRUPT_AT_THE_END = `
import { Socket } from 'node:net';
const original = Socket.prototype._final;
let isPressed = false;
Socket.prototype._final = function (callback) {
  original.call(this, callback);
  if (!this.server || isPressed) return;
  isPressed = true;
  queueMicrotask(() => process.emit('SIGINT', 'SIGINT'));
};`;

/** Resets a connection while its end is being sent. Node never closes such a connection. */
const UNCLOSED_CONNECTION = `
import { connect, createServer } from 'node:net';
await new Promise(resolve => {
  const server = createServer({ allowHalfOpen: true }, socket => {
    socket.on('error', resolve);
    socket.end();
    socket.resetAndDestroy();
    server.close();
  });
  server.listen(0, '127.0.0.1', () => connect(server.address().port, '127.0.0.1').resume());
});`;

const GET = 'GET /api/v1/balance/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

describe('the program ends', { timeout: 2 * LIMIT_MS }, () => {
  test('although a connection in its process can never be closed', async () => {
    const started = program(['--version'], UNCLOSED_CONNECTION);
    expect(await started.ended).toBe(0);
    expect(started.out).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('after Ctrl-C during record, with its report, while a connection of a client ends', async () => {
    await using folder = await temporaryFolder();
    const target = await startPeer(async socket => {
      await untilReceived(socket, '\r\n\r\n');
      socket.end('HTTP/1.0 200 OK\r\n\r\nuntil the end');
    });
    const out = join(folder.path, 'traffic.har');
    const words = ['record', '--target', `http://127.0.0.1:${target}`, '--out', out, '--port', '0'];
    const recorder = program(words, INTERRUPT_AT_THE_END);
    const [, port] = await recorder.until(/base URL for clients: +http:\/\/127\.0\.0\.1:(\d+)/);
    // A client that does not close its side.
    const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void client.destroy());
    client.on('error', () => undefined).resume();
    client.write(GET);
    expect(await recorder.ended).toBe(1);
    expect(recorder.out).toContain('Where the service and the description disagree');
    expect(recorder.out).toContain(`1 exchange in ${out}`);
  });
});

const fromRoot = (path: string): URL => new URL(`../../${path}`, import.meta.url);

/** Runs Node as if it had another version. */
const runAs = (version: string, ...words: readonly string[]) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, ...words], {
    cwd: fileURLToPath(fromRoot('')),
    env: childEnvironment(),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

/** What the message about an old Node says. */
async function refusalOf(version: string): Promise<string> {
  const { engines } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
  const needed = engines.node.replace('>=', '');
  return `this is Node ${version}, and energy-rental-sandbox needs Node ${needed} or newer; `;
}

describe('the version of Node', () => {
  test.each(['20.19.0', '22.0.0', '100.0.0'])('%s runs the program', version => {
    expect(runAs(version, 'dist/cli.js', '--version')).toMatchObject({ status: 0, stderr: '' });
  });

  test.each(['4.9.1', '18.20.4', '20.18.3', '20.9.0'])(
    '%s is refused with the one that the package requires',
    async version => {
      expect(runAs(version, 'dist/cli.js', '--version')).toEqual({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining(`energy-sandbox: ${await refusalOf(version)}`),
      });
    },
  );

  test.each(['index.js', 'client.js', 'vitest.js', 'vitest-setup.js', 'client.cjs'])(
    '18.20.4 is refused by an import of %s',
    async entry => {
      const load = entry.endsWith('.cjs') ? `require('./dist/${entry}')` : `await import('./dist/${entry}')`;
      const type = entry.endsWith('.cjs') ? 'commonjs' : 'module';
      const { status, stderr } = runAs('18.20.4', `--input-type=${type}`, '-e', load);
      expect(status).toBe(1);
      expect(stderr).toContain(`Error: ${await refusalOf('18.20.4')}`);
    },
  );

  test('is checked even if that Node lacks functions of its modules that the package imports', async () => {
    const files = (await readdir(fromRoot('dist'))).filter(file => file.endsWith('.js'));
    const texts = await Promise.all(files.map(file => readFile(fromRoot(`dist/${file}`), 'utf8')));
    // A missing named import is an error before any code runs.
    const named = files.filter((_, index) => /\bimport\s*\{[^}]*\}\s*from\s*["']node:/.test(texts[index]!));
    expect(named).toEqual([]);
  });

  test('is checked before anything is loaded that an old Node cannot read', async () => {
    const program = await readFile(fromRoot('dist/cli.js'), 'utf8');
    expect(program.indexOf('check-node')).toBeLessThan(program.indexOf('program-'));
    expect(program.replaceAll(/\bimport\(/g, '')).not.toMatch(/\bimport\b/);
  });
});
