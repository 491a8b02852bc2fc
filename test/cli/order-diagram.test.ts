import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { cli, type Outcome } from './support.ts';

let sandbox: TestSandbox;

const ask = (...words: string[]): Promise<Outcome> =>
  cli(words, { environment: { ENERGY_SANDBOX_URL: sandbox.baseUrl } });

beforeEach(async () => {
  sandbox = await startTestSandbox();
  await sandbox.receive();
  await sandbox.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
  await sandbox.advance(3_000);
});

afterEach(() => sandbox.close());

describe('order --diagram', () => {
  it('prints Mermaid for bug reports, and SVG for a file', async () => {
    const mermaid = await ask('order', '1', '--diagram=mermaid');
    expect(mermaid.out).toMatch(/^sequenceDiagram\n {4}title Order 1, inv-1, 2026-01-01 UTC\n/);
    expect(mermaid.out).toContain('    S->>R: order.processing\n');
    const svg = await ask('order', '1', '--diagram=svg');
    expect(svg.out).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [\s\S]*<\/svg>\n$/);
  });

  it('names the formats if an unknown one or none is given, and is not combined with --json', async () => {
    const unknown = await ask('order', '1', '--diagram=mermade');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      'energy-sandbox: --diagram: unknown format "mermade"; did you mean "mermaid"?\n',
    ]);
    const none = await ask('order', '1', '--diagram');
    expect([none.code, none.err]).toEqual([
      2,
      'energy-sandbox: --diagram: name a format: --diagram=mermaid for an issue, or --diagram=svg for a file; without the flag, the timeline is printed\n',
    ]);
    const both = await ask('order', '1', '--diagram=mermaid', '--json');
    expect(both.code).toBe(2);
    expect(both.err).toContain('--json');
  });
});
