import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { cli } from './support.ts';

describe('the command line as a whole', () => {
  it('lists every command with --help and with help', async () => {
    const { code, out } = await cli(['--help']);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS) expect(out).toContain(`${name.padEnd(16)}  ${summary}`);
    expect((await cli(['help'])).out).toBe(out);
  });

  it.each(COMMANDS.map(({ name }) => name))('has help with examples for %s', async name => {
    const { code, out } = await cli(['help', name]);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: energy-sandbox ${name}`);
    expect(out).toMatch(/^Examples?:$/m);
    expect((await cli([name, '--help'])).out).toBe(out);
  });

  it.each(COMMANDS.map(({ name }) => name))('states each default once in the help for %s', async name => {
    const { out } = await cli(['help', name]);
    expect(out.replace(/\s+/g, ' ')).not.toMatch(/\(default[^)]*\) \(default/);
  });

  it.each(['exec', 'explore'])('says in the help for %s that only --port chooses the port', async name => {
    const { out } = await cli(['help', name]);
    expect(out).toMatch(/^ {2}--port <number> +port to listen on \(default: a free one\)$/m);
  });

  it('leaves out of the help for explore what it refuses', async () => {
    const { out } = await cli(['help', 'explore']);
    expect(out).toContain('--scenario <name|file>');
    expect(out).not.toMatch(/--(data|demo|run|disturbance)\b/);
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
    ['none as a destination', ['webhook', 'non'], 'did you mean "none"?'],
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
