import { join, sep } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { bannerText } from '../../src/cli/commands/start.ts';
import { programNameOf } from '../../src/cli/process-io.ts';
import { COMMANDS } from '../../src/cli/program.ts';
import { KEY_NOT_STORED } from '../../src/server/sandbox-options.ts';
import { startSandbox } from '../../src/server/start-sandbox.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { cli } from './support.ts';

describe('the command line as a whole', () => {
  it('lists every command with --help and with help', async () => {
    const { code, out } = await cli(['--help']);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) expect(out).toContain(`${name.padEnd(16)}  ${summary}`);
    expect((await cli(['help'])).out).toBe(out);
  });

  it.each(COMMANDS.map(({ name }) => name))(
    'has help with examples for %s, which states each default once',
    async name => {
      const { code, out } = await cli(['help', name]);
      expect(code).toBe(0);
      expect(out).toContain(`Usage: energy-sandbox ${name}`);
      expect(out).toMatch(/^Examples?:$/m);
      expect(out.replace(/\s+/g, ' ')).not.toMatch(/\(default[^)]*\) \(default/);
      expect((await cli([name, '--help'])).out).toBe(out);
    },
  );

  it('begins with the commands that a newcomer needs', async () => {
    const { out } = await cli(['--help']);
    const commands = [...out.matchAll(/^ {2}([a-z][\w-]*) {2,}/gm)].map(([, name]) => name);
    expect(commands.slice(0, 6)).toEqual(['start', 'exec', 'findings', 'coverage', 'explore', 'audit']);
  });

  it('lists the flags of the server in the help for start, after those of the command, and nowhere else', async () => {
    const { out } = await cli(['help', 'start']);
    expect(out.indexOf('--quiet')).toBeLessThan(out.indexOf('--clock'));
    for (const name of ['exec', 'explore', 'record']) {
      const { out: other } = await cli(['help', name]);
      expect(other).not.toMatch(/^ {2}--(clock|balance|config|data|tls)\b/m);
    }
  });

  it.each(['exec', 'explore'])('says in the help for %s where the flags of the server are', async name => {
    const { out } = await cli(['help', name]);
    expect(out.replace(/\s+/g, ' ')).toContain(
      'flags of the server, such as --clock manual, work here as well; list them with: energy-sandbox start --help',
    );
  });

  it.each(COMMANDS.map(({ name }) => name))('has help that fits 80 columns for %s', async name => {
    const { out } = await cli(['help', name], { columns: 80, environment: { NO_COLOR: '1' } });
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([]);
  });

  it.each([
    ['a command', ['scenaro'], 'unknown command "scenaro"; did you mean "scenario"?'],
    [
      'a command that resembles no other',
      ['xyzzy'],
      'unknown command "xyzzy"; list all commands with: energy-sandbox --help',
    ],
    ['a subcommand', ['scenario', 'lst'], 'unknown command "lst"; did you mean "list"?'],
    [
      'a subcommand that resembles none',
      ['scenario', 'validate'],
      'unknown command "validate"; list its commands with: energy-sandbox scenario --help',
    ],
    ['a flag', ['listen', '--prot', '1'], "unknown option '--prot'; did you mean --port?"],
    [
      'the port of a server to call',
      ['orders', '--port', '1'],
      "unknown option '--port'; --url names the server",
    ],
    ['a flag of start', ['--clok', 'manual'], "unknown option '--clok'; did you mean --clock?"],
    [
      'a flag that resembles none',
      ['calibrate', '--plan'],
      "unknown option '--plan'; list all flags with: energy-sandbox calibrate --help",
    ],
    [
      'flags before the command',
      ['--url', 'http://127.0.0.1:1', 'orders'],
      'put the command first: energy-sandbox orders …',
    ],
    ['an extra argument', ['verify-signature', '--signature', 'x', 'a', 'b'], 'too many arguments'],
    [
      'a value of a flag that has none',
      ['--demo', 'yes'],
      'start takes 0, got 1; --demo takes no value: omit "yes"',
    ],
    [
      'the same with =',
      ['--strict=maybe'],
      'unknown option \'--strict=maybe\'; --strict takes no value: omit "maybe"',
    ],
    ['the same of another command', ['orders', '--json', 'no'], '--json takes no value: omit "no"'],
    ['an unknown flag with =', ['--strikt=maybe'], "unknown option '--strikt=maybe'; list all flags with"],
    [
      'a shared server without an admin token',
      ['--host', '0.0.0.0'],
      'other machines can reach; set --admin-token-file or ENERGY_SANDBOX_ADMIN_TOKEN, or listen on 127.0.0.1',
    ],
    [
      'a missing snapshot',
      ['snapshot', 'import', 'none.json'],
      'none.json: cannot read the file: no such file',
    ],
    ['a snapshot that is not valid JSON', ['snapshot', 'import', 'README.md'], 'README.md: not valid JSON: '],
    ['a missing flag', ['verify-signature', 'a'], "required option '--signature <value>' not specified"],
    ['a bad port', ['listen', '--port', '70000'], 'expected a port from 0 to 65535, got "70000"'],
    ['a bad duration', ['listen', '--delay', 'soon'], 'expected a duration such as 250ms, 3s, 61m or 2h'],
    [
      'an event',
      ['advance', '--until', 'order.compleet'],
      '--until: unknown event "order.compleet"; did you mean "order.completed"?',
    ],
    ['a short event', ['advance', '--until', 'compleed'], 'did you mean "completed"?'],
    ['idle', ['advance', '--until', 'idel'], 'did you mean "idle"?'],
    ['an event of events', ['events', '--event', 'faild'], 'did you mean "failed"?'],
    ['a kind', ['tail', '--kind', 'ordr'], 'did you mean "order"?'],
    ['a state', ['events', '--state', 'exhaust'], 'did you mean "exhausted"?'],
    ['a clock mode', ['clock', 'manul'], 'did you mean "manual"?'],
    ['a refund', ['move', '17', 'failed', '--refund', 'nver'], 'did you mean "never"?'],
    [
      'an external_id as an order',
      ['requests', '--order', 'inv-1'],
      'to select by external_id, use --external-id',
    ],
    ['a bad status', ['listen', '--status', '42'], 'expected a status from 200 to 599, got "42"'],
  ])('exits with 2 and prints one line for %s', async (_what, words, message) => {
    const { code, out, err } = await cli(words);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(message);
    expect(err).toMatch(/^energy-sandbox: [^\n]+\n$/);
  });
});

const absolute = (...parts: string[]): string => join(sep, ...parts);
const NPX = 'npx energy-rental-sandbox';

test.each([
  ['a checkout', ['work', 'dist', 'cli.js'], 'node dist/cli.js'],
  ['a checkout elsewhere', ['tools', 'dist', 'cli.js'], 'node /tools/dist/cli.js'],
  ['a project that installed it', ['work', 'node_modules', '.bin', 'energy-rental-sandbox'], NPX],
  ['a project, by its other name', ['work', 'node_modules', '.bin', 'energy-sandbox'], NPX],
  ['a shim for Windows', ['work', 'node_modules', 'energy-rental-sandbox', 'dist', 'cli.js'], NPX],
  ['a link in PATH', ['usr', 'local', 'bin', 'energy-sandbox'], 'energy-sandbox'],
  ['a link in PATH, by the name of the package', ['bin', 'energy-rental-sandbox'], 'energy-rental-sandbox'],
])('a program started from %s is called as %s says', (_where, script, name) => {
  expect(programNameOf(absolute(...script), absolute('work'))).toBe(name.replaceAll('/', sep));
});

/** Commands as the texts in the source have them. Before ` -- ` it is the name that another program gives to the sandbox. */
const NOT_RENAMED = /energy-sandbox (?!-- )[\w-]/;

test.each(COMMANDS.map(({ name }) => name))(
  'the help for %s has the commands as the user types them',
  async name => {
    const { out } = await cli(['help', name], { programName: NPX });
    expect(out).toContain(`Usage: ${NPX} ${name}`);
    expect(out).toMatch(new RegExp(`^ {2}${NPX} `, 'm'));
    expect(out).not.toMatch(NOT_RENAMED);
  },
);

test('the help for mcp registers it under a name of one word', async () => {
  const { out } = await cli(['help', 'mcp'], { programName: NPX });
  expect(out).toContain(`claude mcp add energy-sandbox -- npx --no energy-rental-sandbox mcp\n`);
});

test.each([
  ['no command for exec', ['exec'], `write: ${NPX} exec [flags] -- <command>`],
  ['no command for explore', ['explore'], `write: ${NPX} explore [flags] -- <command>`],
  ['an unknown command', ['xyzzy'], `list all commands with: ${NPX} --help`],
  ['flags before the command', ['--url', 'http://127.0.0.1:1', 'orders'], `command first: ${NPX} orders …`],
  ['no server', ['orders', '--url', 'http://127.0.0.1:1'], `start one with "${NPX}", or`],
])('the hint for %s is a command that the user can type', async (_what, words, hint) => {
  const { err } = await cli(words, { programName: NPX });
  expect(err).toContain(hint);
  expect(err).not.toMatch(NOT_RENAMED);
});

test('hints about orders and webhooks are commands that the user can type', async () => {
  await using sandbox = await createSandbox({ clock: 'manual' });
  const options = { programName: NPX, environment: { ENERGY_SANDBOX_URL: sandbox.url } };
  const triggered = await cli(['trigger', 'processing', '--external-id', 'one'], options);
  expect(triggered.err).toContain(`set one with: ${NPX} webhook http://…`);
  expect((await cli(['order', 'one'], options)).out).toMatch(
    new RegExp(`Move it: ${NPX} move \\d+ delegating`),
  );
  expect((await cli(['order', 'two'], options)).err).toContain(`list orders with: ${NPX} orders`);
});

test('the banner names commands that the user can type', async () => {
  const sandbox = await startSandbox({ port: 0, clock: 'manual' });
  expect(bannerText(sandbox, NPX, {})).toContain(`manual; advance it with: ${NPX} advance 61m`);
  const shared = bannerText(sandbox, NPX, { host: '0.0.0.0', admin_token: 'x'.repeat(16) });
  expect(shared).toContain('Listens on      all addresses; other machines use the name');
  expect(shared).toContain(
    'Admin token     in ENERGY_SANDBOX_ADMIN_TOKEN or ENERGY_SANDBOX_ADMIN_TOKEN_FILE',
  );
  const again = bannerText({ ...sandbox, apiKey: KEY_NOT_STORED }, NPX, {});
  expect(again).toContain('API key         given at an earlier start');
  expect(bannerText(sandbox, NPX, { data: 'accounts' })).toContain(
    'accounts; events from now on have a new epoch',
  );
  await sandbox.close();
});
