import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { childEnvironment } from '../support/child-environment.ts';
import { endingWithFile } from '../support/children.ts';
import { needing } from '../support/needing.ts';
import { LIMIT_MS, PROGRAM, RunningProcess, startProgram } from './built-program.ts';
import { cli, launch as launchHere } from './support.ts';

const running: RunningProcess[] = [];

function launch(words: readonly string[], environment: NodeJS.ProcessEnv = {}): RunningProcess {
  const program = startProgram(words, environment);
  running.push(program);
  return program;
}

/** Runs the command that the banner of a server shows. @returns the response with its headers */
async function answerToCurl(server: RunningProcess): Promise<string> {
  const [, curl] = await server.until(/Create an order:\n((?:.*\\\n)*.*)\n/);
  const shell = spawn('sh', ['-c', curl!.replace('curl -i', 'curl -s -i')], {
    env: childEnvironment(),
    timeout: LIMIT_MS,
  });
  return text(shell.stdout);
}

afterEach(async () => {
  await Promise.all(running.splice(0).map(program => program.kill('SIGKILL')));
});

describe('the program', () => {
  it('serves, is controlled by its other commands, and exits cleanly', async () => {
    const receiver = launchHere(['listen', '--port', '0']);
    const [, receiverUrl] = await receiver.err.until(/Listening on (\S+)/);
    const server = launch(['--port', '0', '--clock', 'manual', '--webhook-url', receiverUrl!, '--log']);
    const [, url] = await server.until(/API +(\S+)\/api\/v1\//);
    const environment = { ENERGY_SANDBOX_URL: url };
    const tail = launch(['tail'], environment);
    await tail.until(/Following/);

    expect(await cli(['trigger', 'order.delegating'], { environment })).toMatchObject({ code: 0 });
    const advanced = await cli(['advance', '--until', 'order.completed'], { environment });
    expect(advanced).toMatchObject({ code: 0 });
    expect(advanced.out).toContain('order 48211  completed');
    expect((await cli(['order', '48211', '--json'], { environment })).out).toContain('"status":"completed"');

    await tail.until(/order\.completed → 200/);
    await receiver.out.until(/order\.completed +order 48211 +\S+ +signed +→ 200/);
    await server.until(/order 48211 +completed/);
    await server.until(/order\.completed → 200/);
    expect(server.err).toContain('order.completed → 200');
    expect(await tail.kill('SIGINT')).toBe(0);
    expect(await receiver.interrupt()).toBe(0);
    expect(receiver.err.text).toContain('5 received: 5 with a valid signature');
    expect(await server.kill('SIGTERM')).toBe(0);
  });

  it.skipIf(!existsSync('/dev/full'))('serves while its log is on a full disk', async () => {
    const line = `exec '${process.execPath}' '${PROGRAM}' --port 0 --log json --json 2> /dev/full`;
    const server = new RunningProcess('sh', ['-c', line]);
    running.push(server);
    const [, url, key] = await server.until(/"base_url":"([^"]+)".*"api_key":"([^"]+)"/);
    const headers = { authorization: `Bearer ${key}` };
    for (let count = 0; count < 3; count++) {
      expect(await fetch(`${url}/api/v1/balance/`, { headers })).toMatchObject({ status: 200 });
    }
    const metrics = await (await fetch(`${url}/_sandbox/metrics`)).text();
    expect(metrics).toMatch(/^energy_sandbox_log_lines_skipped_total [34]$/m);
    expect(await server.kill('SIGTERM')).toBe(0);
  });

  it('serves after the program that reads its log has ended', async () => {
    const server = launch(['--port', '0', '--log', 'json', '--json']);
    const [, url] = await server.until(/"base_url":"([^"]+)/);
    server.child.stderr!.destroy();
    for (let count = 0; count < 3; count++) {
      expect(await fetch(`${url}/api/v1/balance/`)).toMatchObject({ status: 401 });
    }
    const metrics = await (await fetch(`${url}/_sandbox/metrics`)).text();
    expect(metrics).toMatch(/^energy_sandbox_log_lines_skipped_total 3$/m);
    expect(await server.kill('SIGTERM')).toBe(0);
  });

  needing('curl').test('prints a banner whose curl command creates an order', async () => {
    const server = launch(['--port', '0']);
    await server.until(/Stop with Ctrl-C/);
    expect(await answerToCurl(server)).toMatch(/^HTTP\/1\.1 202 /);
    expect(server.err).toBe('');
  });

  needing('curl').test(
    'with --tls, prints what its curl command and the other commands need to trust its certificate',
    async () => {
      const server = launch(['--port', '0', '--tls']);
      await server.until(/Stop with Ctrl-C/);
      expect(await answerToCurl(server)).toMatch(/^HTTP\/1\.1 202 /);

      const [, url, ca] = await server.until(
        /For commands +export ENERGY_SANDBOX_URL=(\S+) NODE_EXTRA_CA_CERTS=(\S+)/,
      );
      expect(server.out).toMatch(new RegExp(`CA file +${ca}`));
      const environment = { ENERGY_SANDBOX_URL: url };
      const trusting = launch(['orders'], { ...environment, NODE_EXTRA_CA_CERTS: ca });
      expect(await trusting.ended).toBe(0);
      expect(trusting.out).toContain('first-order');
      const distrusting = await cli(['orders'], { environment });
      expect(distrusting.code).toBe(1);
      expect(distrusting.err).toContain(
        'is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE); name the CA file of the server with NODE_EXTRA_CA_CERTS=<file>',
      );
      expect(await server.kill('SIGTERM')).toBe(0);
      expect(existsSync(ca!)).toBe(false);
    },
  );

  it('prints its addresses as one line of JSON with --json, and says how to fix a port that is in use', async () => {
    const server = launch(['--port', '0', '--json']);
    const [line] = await server.until(/^\{.*\}\n/);
    const banner = JSON.parse(line) as { base_url: string; control_url: string; port: number };
    expect((await fetch(`${banner.control_url}/info`)).status).toBe(200);
    expect(banner).toMatchObject({ account: 'demo', api_key: expect.stringMatching(/^ersk_/) });

    const { code, err } = await cli(['--port', String(banner.port)]);
    expect(code).toBe(2);
    expect(err).toMatch(/^energy-sandbox: port: \d+ on 127\.0\.0\.1 is in use; [^\n]*--port[^\n]*\n$/);
  });

  it('with a JSON log, reports its start, each request and its end as JSON, and prints no credentials', async () => {
    // Many shells export HOST, and other programs want DEBUG.
    const environment = { ENERGY_SANDBOX_LOG: 'json', HOST: 'laptop', DEBUG: '*' };
    const server = launch(['--port', '0'], environment);
    const [, url] = await server.until(/"kind":"started".*"base_url":"([^"]+)"/);
    await fetch(`${url}/api/v1/balance/`);
    await server.until(/"kind":"request"/);
    expect(await server.kill('SIGTERM')).toBe(0);
    const lines = server.err
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines).toMatchObject([
      {
        level: 'info',
        kind: 'started',
        version: expect.any(String),
        port: Number(new URL(url!).port),
        accounts: 1,
      },
      { level: 'info', kind: 'request', operation: 'getBalance', status: 401 },
      { level: 'info', kind: 'stopping' },
      { level: 'info', kind: 'stopped' },
    ]);
    for (const { time } of lines) expect(time).toMatch(/^20\d\d-.*Z$/);
    expect(server.out).toBe('');
    expect(server.err).not.toMatch(/ersk_|"webhook_secret"/);
  });

  it('exits only once the program that collects its log has read all of it', async () => {
    const server = endingWithFile(
      spawn(process.execPath, [PROGRAM, '--port', '0', '--log', 'json'], {
        env: childEnvironment(),
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    );
    const log = server.stderr.setEncoding('utf8');
    const [first] = (await once(log, 'data')) as [string];
    const [, url] = /"base_url":"([^"]+)"/.exec(first)!;
    log.pause();
    const requests = 1_000;
    for (let sent = 0; sent < requests; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/api/v1/balance/`)));
    server.kill('SIGTERM');
    await expect.poll(() => fetch(url!).catch(() => 'stopped')).toBe('stopped');
    const kinds = (await text(log)).match(/"kind":"\w+"/g);
    expect(kinds?.filter(kind => kind === '"kind":"request"')).toHaveLength(requests);
    expect(kinds?.at(-1)).toBe('"kind":"stopped"');
  });

  it('with a JSON log, reports why it cannot start as JSON', async () => {
    const { code, out, err } = await cli(['--log', 'json', '--host', '0.0.0.0']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(JSON.parse(err)).toMatchObject({
      level: 'error',
      kind: 'failed',
      message: expect.stringContaining('admin-token: required when listening on 0.0.0.0'),
    });
  });

  it.each([
    [['--port', 'x'], {}, '--port: expected a port from 0 to 65535, got "x"'],
    [['--scenario', 'reviw'], {}, 'did you mean "review"?'],
    [['--host', '0.0.0.0'], {}, 'admin-token: required when listening on 0.0.0.0'],
    [[], { ENERGY_SANDBOX_PORT: 'http' }, 'ENERGY_SANDBOX_PORT: expected a port'],
    [[], { ENERGY_SANDBOX_LOG: 'jsn' }, 'ENERGY_SANDBOX_LOG: unknown format "jsn"; did you mean "json"?'],
  ])('exits with 2 and prints one line for start %j with %j', async (words, environment, message) => {
    const { code, out, err } = await cli(words, { environment });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/^energy-sandbox: [^\n]+\n$/);
  });

  it('reads a body from stdin', async () => {
    const program = launch(['verify-signature', '--secret', 's', '--signature', 'sha256=00']);
    program.child.stdin!.end('{}');
    expect(await program.ended).toBe(1);
    expect(program.err).toContain('the digest has 2 hexadecimal digits');
  });

  it('finds its scenarios in any folder, and exits quietly when the reader closes the pipe', async () => {
    const words = [process.execPath, PROGRAM, 'scenario', 'list', '--long'];
    const line = `exec 2>&1; ${words.map(word => `'${word}'`).join(' ')} | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const shell = spawn('bash', ['-c', line], { cwd: tmpdir(), env: childEnvironment(), timeout: LIMIT_MS });
    expect(await text(shell.stdout)).toMatch(/^address-not-active .*\n0\n$/);
  });
});
