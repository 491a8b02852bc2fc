import { afterEach, beforeEach, expect, it } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { cli, type Outcome } from './support.ts';

let sandbox: TestSandbox;

const ask = (...words: string[]): Promise<Outcome> =>
  cli(words, { environment: { ENERGY_SANDBOX_URL: sandbox.baseUrl } });

const order = async (): Promise<void> => {
  await sandbox.api.order({ package_id: 1, address: RECIPIENT });
  await sandbox.quiet();
};

beforeEach(async () => {
  sandbox = await startTestSandbox();
});

afterEach(() => sandbox.close());

it('says that the receiver is not the destination, and how to make it so', async () => {
  const { code, err } = await ask('receiver');
  expect(code).toBe(0);
  expect(err).toBe(
    [
      'The receiver of demo responds with 200 and verifies signatures.',
      'It is not the webhook destination; make it so with: energy-sandbox receiver --use',
      'Nothing arrived yet.',
      '',
    ].join('\n'),
  );
});

it('makes the receiver the destination, sets its dial and lists what arrived, newest first', async () => {
  const set = await ask('receiver', '--use', '--status', '500', '--times', '1');
  expect(set.err).toContain(
    'The receiver of demo responds with 500 to the next delivery and verifies signatures.',
  );
  await order();
  await sandbox.advance(30_000);
  const { out, err } = await ask('receiver');
  expect(err).toContain('responds with 200 and verifies signatures');
  const rows = out
    .trimEnd()
    .split('\n')
    .map(line => line.split(/ {2,}/).map(cell => cell.trim()));
  expect(rows[0]).toEqual(['no.', 'arrived', 'event', 'order', 'signature', 'repeat', 'response']);
  expect(rows.at(-1)).toEqual(['1', '2026-01-01 00:00:00', 'order.processing', '1', 'verified', '500']);
  expect(out).toContain('duplicate of 1');
});

it('prints dial and arrivals as JSON, and forgets the arrivals', async () => {
  await ask('webhook', 'sandbox:receiver');
  await order();
  const shown = JSON.parse((await ask('receiver', '--no-verify', '--delay', '2s', '--json')).out);
  expect(shown).toMatchObject({ is_destination: true, verify: false, delay_ms: 2_000, times: null });
  expect(shown.arrivals).toHaveLength(1);
  const cleared = JSON.parse((await ask('receiver', '--clear', '--default', '--json')).out);
  expect(cleared).toMatchObject({ verify: true, delay_ms: 0, arrivals: [] });
});

it('is suggested by the error about another destination that is no URL', async () => {
  const { err } = await ask('webhook', 'sandbox:receivr');
  expect(err).toContain('expected an http or https URL, or sandbox:receiver');
});
