import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { cli } from './support.ts';

const run = promisify(execFile);

describe('completion bash', () => {
  let script = '';

  beforeAll(async () => {
    const printed = await cli(['completion', 'bash']);
    expect(printed).toMatchObject({ code: 0, err: '' });
    script = printed.out;
  });

  /** What bash offers after the line was typed and Tab pressed. */
  async function complete(line: string): Promise<string[]> {
    const press = `
COMP_LINE=$1
COMP_POINT=\${#COMP_LINE}
COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
_energy_sandbox
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await run('bash', ['--norc', '-c', `${script}\n${press}`, 'bash', line]);
    return stdout.split('\n').filter(Boolean);
  }

  it('registers its function for the program', async () => {
    const { stdout } = await run('bash', ['--norc', '-c', `${script}\ncomplete -p energy-sandbox`]);
    expect(stdout).toContain('-F _energy_sandbox energy-sandbox');
  });

  it.each([
    ['energy-sandbox adv', ['advance']],
    ['energy-sandbox sc', ['scenario']],
    ['energy-sandbox scenario ch', ['check']],
    ['energy-sandbox scenario check --st', ['--strict']],
    ['energy-sandbox advance --un', ['--until']],
    ['energy-sandbox advance --until order.comp', ['order.completed']],
    ['energy-sandbox advance --until=order.comp', ['order.completed']],
    ['energy-sandbox advance --until order.completed --ord', ['--order']],
    ['energy-sandbox move 17 revi', ['review']],
    ['energy-sandbox events --state exh', ['exhausted']],
    ['energy-sandbox requests --operation getB', ['getBalance']],
    ['energy-sandbox scenario use respon', ['response-lost']],
    ['energy-sandbox scenario show webhook-forg', ['webhook-forged']],
    ['energy-sandbox --scenario happy', ['happy-path']],
    ['energy-sandbox start --clock man', ['manual']],
    ['energy-sandbox --clock manual --rate', ['--rate-limit']],
    ['energy-sandbox completion f', ['fish']],
    ['energy-sandbox orders --url http', []],
    ['energy-sandbox orders --account advance --st', ['--status']],
  ])('completes %s', async (line, expected) => {
    expect(await complete(line)).toEqual(expected);
  });

  it('completes what follows a colon, at which bash splits words', async () => {
    expect(await complete('energy-sandbox key create --scope orders:cr')).toEqual(['create']);
  });

  it('offers every subcommand and the names of files', async () => {
    expect(await complete('energy-sandbox snapshot ')).toEqual(
      expect.arrayContaining(['take', 'list', 'restore']),
    );
    expect(await complete('energy-sandbox scenario check package.js')).toEqual(['package.json']);
    expect(await complete('energy-sandbox --config package.js')).toEqual(['package.json']);
  });
});

describe('completion', () => {
  it.each(['zsh', 'fish'])('names every command and flag for %s', async shell => {
    const { code, out } = await cli(['completion', shell]);
    expect(code).toBe(0);
    for (const word of [
      'advance',
      'scenario',
      'verify-signature',
      'until',
      'order.completed',
      'webhook-forged',
    ]) {
      expect(out).toContain(word);
    }
  });

  it('suggests the nearest shell', async () => {
    const { code, err } = await cli(['completion', 'bsh']);
    expect(code).toBe(2);
    expect(err).toBe('energy-sandbox: shell: unknown shell "bsh"; did you mean "bash"?\n');
  });
});
