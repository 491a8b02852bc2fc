import { setMaxListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../../src/host/node/files.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { LOOKUP_TIMEOUT_MS, lookUpName, type NameSources } from '../../../src/host/node/name-lookup.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';
import { SimulatedHost } from '../../system/integrators/simulated-host.ts';

const KNOWN = {
  'shop.example': '203.0.113.1',
  shop: '203.0.113.2',
  'shop.team.svc.cluster.local': '203.0.113.3',
  'shop.dev.svc.cluster.local': '203.0.113.4',
  'shop.dev': '203.0.113.5',
};

const KUBERNETES = 'search team.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n';

async function sourcesOf(
  server: NameServer,
  files: { hosts?: string; resolver?: string },
): Promise<NameSources> {
  const folder = makeTemporaryFolder('names');
  const sources = { hostsFile: join(folder, 'hosts'), resolverFile: join(folder, 'resolv.conf') };
  if (files.hosts !== undefined) await writeFile(sources.hostsFile, files.hosts);
  if (files.resolver !== undefined) await writeFile(sources.resolverFile, files.resolver);
  return { ...sources, servers: [server.address] };
}

const NEVER = new AbortController().signal;
setMaxListeners(0, NEVER);

// Other systems look up all names themselves.
describe.runIf(process.platform === 'linux')('the lookup of a host name', () => {
  test.each([
    ['shop.example', '', '203.0.113.1'],
    ['shop.example.', KUBERNETES, '203.0.113.1'],
    ['shop', '', '203.0.113.2'],
    ['shop', 'search example\n', '203.0.113.1'],
    ['shop', 'search\nexample\n', '203.0.113.2'],
    ['shop', 'domain example # a comment\n', '203.0.113.1'],
    ['shop', 'search nowhere.example\n', '203.0.113.2'],
    ['shop', KUBERNETES, '203.0.113.3'],
    ['shop.dev', KUBERNETES, '203.0.113.4'],
    ['shop.dev', 'search svc.cluster.local\n', '203.0.113.5'],
    ['shop.example', KUBERNETES, '203.0.113.1'],
  ])('%s with the configuration %j', async (host, resolver, address) => {
    await using server = await startNameServer(KNOWN);
    const found = await lookUpName(host, systemClock, NEVER, await sourcesOf(server, { resolver }));
    expect(found).toEqual([{ address, family: 4 }]);
  });

  test.each([
    ['receiver', [{ address: '10.1.2.3', family: 4 }]],
    ['shop.example', [{ address: 'fd00::7', family: 6 }]],
    [
      'both',
      [
        { address: '10.1.2.4', family: 4 },
        { address: 'fd00::8', family: 6 },
      ],
    ],
    ['localhost', expect.arrayContaining([{ address: '127.0.0.1', family: 4 }])],
    ['shop.localhost', expect.arrayContaining([{ address: '127.0.0.1', family: 4 }])],
  ])('finds %s without a name server', async (host, addresses) => {
    const hosts =
      '# 10.9.9.9 receiver\n10.1.2.3\tRECEIVER other #comment\nfd00::7 shop.example\n10.1.2.4 both\nfd00::8 both\n';
    await using server = await startNameServer(KNOWN);
    expect(await lookUpName(host, systemClock, NEVER, await sourcesOf(server, { hosts }))).toEqual(addresses);
    expect(server.queried).toEqual([]);
  });

  test('asks the system for a name that no name server knows', async () => {
    await using server = await startNameServer(KNOWN);
    const lookingUp = lookUpName('no-such-name.invalid', systemClock, NEVER, await sourcesOf(server, {}));
    await expect(lookingUp).rejects.toMatchObject({ syscall: 'getaddrinfo' });
    expect(server.queried).toEqual(['no-such-name.invalid']);
  });

  test('ends at its time limit if the name server is silent, and does not ask the system', async () => {
    await using server = await startNameServer(KNOWN);
    const host = new SimulatedHost();
    const lookingUp = lookUpName('silent.example', host, NEVER, await sourcesOf(server, {}));
    await expect.poll(() => server.queried.length).toBe(1);
    host.pass(LOOKUP_TIMEOUT_MS);
    await expect(lookingUp).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });

  test('ends with its signal', async () => {
    await using server = await startNameServer(KNOWN);
    const end = new AbortController();
    const lookingUp = lookUpName('silent.example', systemClock, end.signal, await sourcesOf(server, {}));
    await expect.poll(() => server.queried.length).toBe(1);
    end.abort();
    await expect(lookingUp).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });

  test('of an account is not delayed by a hundred names with silent servers', async () => {
    await using server = await startNameServer(KNOWN);
    const sources = await sourcesOf(server, {});
    const end = new AbortController();
    setMaxListeners(0, end.signal);
    const silent = Array.from({ length: 100 }, (_, index) =>
      lookUpName(`silent-${index}.example`, systemClock, end.signal, sources),
    );
    await expect.poll(() => server.queried.length).toBe(100);
    expect(await lookUpName('shop.example', systemClock, NEVER, sources)).toHaveLength(1);
    end.abort();
    const outcomes = await Promise.allSettled(silent);
    expect(outcomes.every(outcome => outcome.status === 'rejected')).toBe(true);
  });
});
