import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPeer, untilReceived } from '../record/raw-peers.ts';
import { temporaryFolder } from './support.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** A program that does not end is killed then. Generous, because the machine may be busy. */
const PATIENCE_MS = 300_000;

/** A process of the program: what it has written, and how it ended. */
interface Program {
  readonly output: () => string;
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Null if it had to be killed. */
  readonly exitCode: Promise<number | null>;
}

/** Runs the program in a process of its own, after code that runs in it first. */
function program(words: readonly string[], before: string): Program {
  const preload = `data:text/javascript,${encodeURIComponent(before)}`;
  const child = spawn(process.execPath, ['--import', preload, PROGRAM, ...words], {
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const written = (bytes: Buffer): void => {
    output += bytes;
  };
  child.stdout.on('data', written);
  child.stderr.on('data', written);
  let isClosed = false;
  const exitCode = once(child, 'close').then(([code]) => {
    isClosed = true;
    return code as number | null;
  });
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output);
      if (found) return found;
      // Before that, output may be on its way that was written before the program ended.
      if (isClosed) throw new Error(`ended without ${pattern}:\n${output}`);
      await Promise.race([once(child.stderr, 'data'), once(child.stdout, 'data'), exitCode]);
    }
  };
  return { output: () => output, until, exitCode };
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

const GET = 'GET /api/v1/balance/ HTTP/1.1\r\nHost: a\r\n\r\n';

describe('the program ends', { timeout: 2 * PATIENCE_MS }, () => {
  beforeAll(() => {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run "npm run build"`);
  });

  test('although a connection in its process can never be closed', async () => {
    const { exitCode, output } = program(['--version'], UNCLOSED_CONNECTION);
    expect(await exitCode).toBe(0);
    expect(output()).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('after Ctrl-C during record, with its report, while a connection of a client ends', async () => {
    await using folder = await temporaryFolder();
    const target = await startPeer(async socket => {
      await untilReceived(socket, '\r\n\r\n');
      socket.end('HTTP/1.0 200 OK\r\n\r\nuntil the end');
    });
    const out = join(folder.path, 'traffic.har');
    const words = ['record', '--target', `http://127.0.0.1:${target}`, '--out', out, '--port', '0'];
    const { until, exitCode, output } = program(words, INTERRUPT_AT_THE_END);
    const [, port] = await until(/base URL for clients: +http:\/\/127\.0\.0\.1:(\d+)/);
    // A client that does not close its side.
    const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void client.destroy());
    client.on('error', () => undefined).resume();
    client.write(GET);
    expect(await exitCode).toBe(1);
    expect(output()).toContain('Where the service and the description disagree');
    expect(output()).toContain(`1 exchange in ${out}`);
  });
});
