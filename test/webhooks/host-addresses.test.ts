import type { LookupAddress } from 'node:dns';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/host/node/host-clock.ts';
import { MAX_CONCURRENCY_PER_ACCOUNT } from '../../src/webhooks/delivery-limits.ts';
import { LOOKUP_TTL_MS } from '../../src/webhooks/host-addresses.ts';
import { WebhookSender, type WebhookSenderOptions } from '../../src/webhooks/webhook-sender.ts';
import { SimulatedHost } from '../system/integrators/simulated-host.ts';
import { startReceiver } from './plain-receivers.ts';

const TIMEOUT_MS = 1_000;
const HERE: readonly LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

/** Looks up each name when a test says so. */
class HeldLookups {
  readonly names: string[] = [];
  readonly #ends = new Map<string, (end: readonly LookupAddress[] | Error) => void>();

  readonly lookUp: NonNullable<WebhookSenderOptions['lookUp']> = (name, _clock, signal) => {
    this.names.push(name);
    if (name === 'shop.example') return Promise.resolve(HERE);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('ended')));
      this.#ends.set(name, end => (end instanceof Error ? reject(end) : resolve(end)));
    });
  };

  find(name: string): void {
    this.#ends.get(name)!(HERE);
  }

  fail(name: string, code: string): void {
    this.#ends.get(name)!(Object.assign(new Error('failed'), { code }));
  }
}

const senders: WebhookSender[] = [];
afterEach(async () => {
  await Promise.all(senders.splice(0).map(sender => sender.close()));
});

function start(clock = systemClock) {
  const lookups = new HeldLookups();
  const sender = new WebhookSender({ clock, lookUp: lookups.lookUp });
  senders.push(sender);
  const deliver = (account: string, url: string) =>
    sender.deliver({ account, url, render: () => ({ headers: {}, body: Buffer.from('{}') }) }, TIMEOUT_MS);
  return { lookups, sender, deliver };
}

describe('the lookup of the host of a webhook', () => {
  test('does not count towards the time limit of the attempt', async () => {
    await using receiver = await startReceiver(response => response.end());
    const clock = new SimulatedHost();
    const { lookups, deliver } = start(clock);
    const delivery = deliver('a', receiver.url.replace('127.0.0.1', 'slow.example'));
    await expect.poll(() => lookups.names).toEqual(['slow.example']);
    clock.pass(60 * TIMEOUT_MS);
    lookups.find('slow.example');
    expect(await delivery).toMatchObject({ kind: 'acknowledged', durationMs: 0 });
  });

  test('of one account does not delay another account', async () => {
    await using receiver = await startReceiver(response => response.end());
    const { lookups, sender, deliver } = start();
    const silent = Array.from({ length: 2 * MAX_CONCURRENCY_PER_ACCOUNT }, (_, index) =>
      deliver('a', `http://silent-${index}.example/`),
    );
    expect(await deliver('b', receiver.url.replace('127.0.0.1', 'shop.example'))).toMatchObject({
      kind: 'acknowledged',
    });
    expect(lookups.names, 'one lookup of an account at a time').toEqual(['silent-0.example', 'shop.example']);
    await sender.close();
    expect((await Promise.all(silent)).every(({ kind }) => kind === 'unreachable')).toBe(true);
  });

  test('is shared by the deliveries to a host, and its failure by those that follow within a second', async () => {
    const clock = new SimulatedHost();
    const { lookups, deliver } = start(clock);
    const first = [1, 2, 3].map(() => deliver('a', 'http://silent.example/'));
    lookups.fail('silent.example', 'ETIMEOUT');
    const outcomes = [...(await Promise.all(first)), await deliver('a', 'http://silent.example/')];
    for (const { kind, error } of outcomes) {
      expect(kind).toBe('unreachable');
      expect(error).toMatch(/^ETIMEOUT silent\.example:80: no name server answered; /);
    }
    expect(lookups.names).toEqual(['silent.example']);
    clock.pass(LOOKUP_TTL_MS);
    const later = deliver('a', 'http://silent.example/');
    expect(lookups.names).toEqual(['silent.example', 'silent.example']);
    lookups.fail('silent.example', 'ENOTFOUND');
    expect((await later).error).toContain('the host name is unknown');
  });
});
