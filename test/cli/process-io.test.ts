import { describe, expect, it } from 'vitest';
import { printTable, Terminal } from '../../src/cli/process-io.ts';
import type { TableLayout } from '../../src/judge/report/table.ts';
import { Captured } from './support.ts';

const ROWS = [
  [
    { text: 'review', tint: 'bold' as const },
    'The order goes to review and stays there until it is moved by hand.',
  ],
  ['happy-path', 'Every order is delegated.'],
];

function printed(columns: number, environment: NodeJS.ProcessEnv = {}, layout: TableLayout = {}): string[] {
  const stream = new Captured(columns);
  printTable(new Terminal(stream, environment), ROWS, layout);
  return stream.lines;
}

describe('a terminal', () => {
  it('uses colors only if it is interactive', () => {
    expect(printed(200)[0]).toContain('\x1b[1mreview\x1b[22m');
    expect(printed(0)[0]).not.toContain('\x1b');
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('uses no colors with %o', environment => {
    expect(printed(200, environment).join('')).not.toContain('\x1b');
  });

  it('truncates a table to the width of the terminal', () => {
    const lines = printed(40, { NO_COLOR: '1' });
    expect(lines).toEqual([
      'review      The order goes to review an…',
      'happy-path  Every order is delegated.',
    ]);
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(40);
  });

  it('wraps the last column at word boundaries if asked to', () => {
    expect(printed(40, { NO_COLOR: '1' }, { wrap: true })).toEqual([
      'review      The order goes to review and',
      '            stays there until it is',
      '            moved by hand.',
      'happy-path  Every order is delegated.',
    ]);
  });

  it('prints tables in full to a file or pipe', () => {
    expect(printed(0)[0]).toBe(
      'review      The order goes to review and stays there until it is moved by hand.',
    );
  });

  it('begins a new line after a text that was written in part', () => {
    const stream = new Captured();
    const terminal = new Terminal(stream, {});
    terminal.write('{"time":"20');
    terminal.tear();
    terminal.line('one');
    terminal.line('two');
    expect(stream.lines).toEqual(['{"time":"20', 'one', 'two']);
  });

  it('escapes characters that would move the cursor or change the text direction', () => {
    const stream = new Captured();
    const terminal = new Terminal(stream, {});
    terminal.line('a\x1b[2Jb\u202ec\x9bd');
    terminal.json({ name: '\x1b[31m\x85' });
    expect(stream.lines).toEqual(['a\\u001b[2Jb\\u202ec\\u009bd', '{"name":"\\u001b[31m\\u0085"}']);
  });
});
