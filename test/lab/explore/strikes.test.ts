import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Sandbox } from '../../../src/client/sandbox-interface.ts';
import { createReceiver } from '../../../src/client/webhook-receiver.ts';
import { readRun } from '../../../src/judge/run-folder.ts';
import type { Trace } from '../../../src/judge/suite-trace.ts';
import { disturbancesWith } from '../../../src/lab/explore/built-in-disturbances.ts';
import { strikeOnly } from '../../../src/lab/explore/minimize.ts';
import { scenarioText } from '../../../src/lab/explore/render-scenario.ts';
import { type StrikePoint, strikePoints } from '../../../src/lab/explore/strike-points.ts';
import { createSandbox } from '../../../src/testing/create-sandbox.ts';
import { temporaryFolder } from '../../cli/support.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { FIRST_ID_IS_1 } from '../../support/sandbox.ts';

/**
 * All but those under which the integration gives up, the one of bulk requests, which it does not make, the one of status
 * requests about older orders, and those that strike repeats, of which undisturbed runs have none.
 */
const OTHERS = [
  'status-lags',
  'lost-then-unauthorized',
  'lost-then-forbidden',
  'response-lost-for-good',
  'reset-four-times',
  'insufficient-balance',
  'bulk-items-unavailable',
];
const DISTURBANCES = disturbancesWith({ response: '1ms', account: '30s' }).filter(
  ({ id }) => !OTHERS.includes(id),
);

const ATTEMPTS = 4;
const NAMED = ['a', 'b', 'c'];

/** Repeats what fails. */
async function patiently(
  { base_url: baseUrl, api_key: apiKey }: Account,
  method: string,
  path: string,
  body?: unknown,
) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => null);
    if (response?.ok && (await response.json().catch(() => null))) return;
  }
  throw new Error(`${path} failed ${ATTEMPTS} times`);
}

/** A correct integration: it looks at the chain, makes three orders, asks for each and for the balance, and receives webhooks. */
async function integrate(sandbox: Sandbox, name: string, ids: readonly string[]): Promise<string[]> {
  await using receiver = await createReceiver();
  const account = await sandbox.createAccount({ name, clock: 'manual', webhook: receiver });
  await fetch(`${account.node_url}/wallet/getnowblock`);
  for (const id of ids) {
    await patiently(account, 'POST', '/order/', { external_id: id, package_id: 1, address: RECIPIENT });
    await patiently(account, 'GET', `/status/?external_id=${id}`);
  }
  await patiently(account, 'GET', '/balance/');
  await account.advance({ until: 'idle' });
  return (await struckIn(account, ids)).map(place => `${name}: ${place}`);
}

/** Where rules of a disturbance have applied in an account: what, and the number of its order. */
async function struckIn(account: Account, ids: readonly string[]): Promise<string[]> {
  const isDisturbance = (source: string | undefined): boolean =>
    source !== undefined && !source.includes('happy-path');
  const requests = (await account.requests())
    .filter(({ rule }) => isDisturbance(rule?.source))
    .map(({ operation, external_ids: externalIds }) => {
      const index = ids.findIndex(id => externalIds.includes(id));
      return index < 0 ? operation! : `${operation} ${index + 1}`;
    });
  const orders = (await account.orders())
    .filter(({ cause }) => isDisturbance(cause))
    .map(({ id }) => `order ${id}`);
  const lost = (await account.events()).filter(({ state }) => state === 'dropped');
  const shaped = (await account.deliveries()).filter(({ kind, rule }) => kind === 'attempt' && rule !== null);
  const webhooks = [...lost, ...shaped].map(({ event, order_id: orderId }) => `${event} ${orderId}`);
  return [...requests, ...orders, ...webhooks];
}

/**
 * Runs the integration in two accounts: one whose external_ids are the same in every run, and one with random ones.
 * @param suffix of the names of the accounts
 */
const runIn = async (sandbox: Sandbox, suffix = ''): Promise<string[]> => {
  const random = NAMED.map(() => randomUUID());
  const struck = [
    ...(await integrate(sandbox, `named${suffix}`, NAMED)),
    ...(await integrate(sandbox, `random${suffix}`, random)),
  ];
  return struck.sort();
};

/** What the traces of an undisturbed run have. */
async function undisturbedRun(): Promise<readonly Trace[]> {
  await using folder = await temporaryFolder();
  const run = join(folder.path, 'run');
  const sandbox = await createSandbox({ run, assumptions: FIRST_ID_IS_1 });
  expect(await runIn(sandbox)).toEqual([]);
  await sandbox.close();
  return readRun(run).map(({ trace }) => trace as Trace);
}

const placeOf = ({ account, kind, subject }: StrikePoint): string => {
  if (subject === null) return `${account}: ${kind}`;
  return `${account}: ${kind} ${'nth' in subject ? subject.nth : NAMED.indexOf(subject.externalId) + 1}`;
};

/** Some of the points: in one account those of the second order, in the other one those of the first and the last. */
const isChosen = (point: StrikePoint): boolean =>
  point.account === 'named' ? / 2$/.test(placeOf(point)) : !/ 2$/.test(placeOf(point));

/** The points at which a disturbance strikes accounts of its own: those of the undisturbed runs with its id as suffix. */
const chosenPoints = new Map<string, readonly StrikePoint[]>();
let sandbox: Sandbox;

beforeAll(async () => {
  await using folder = await temporaryFolder();
  const [first, second] = [await undisturbedRun(), await undisturbedRun()];
  const files = DISTURBANCES.map(disturbance => {
    const all = strikePoints(disturbance, first, second);
    const renamed = (points: readonly StrikePoint[]): StrikePoint[] =>
      points.map(one => ({ ...one, account: `${one.account}-${disturbance.id}` }));
    const chosen = renamed(all.filter(isChosen));
    chosenPoints.set(disturbance.id, chosen);
    const file = join(folder.path, `${disturbance.id}.yaml`);
    writeFileSync(file, scenarioText(strikeOnly(disturbance, chosen, renamed(all))));
    return file;
  });
  // Each scenario names its accounts, so that all of them can hold in one sandbox.
  sandbox = await createSandbox({ disturbances: files, assumptions: FIRST_ID_IS_1 });
});

afterAll(() => sandbox.close());

test.each(DISTURBANCES.map(({ id }) => id))(
  'the scenario of %s strikes a real sandbox at its points, and nowhere else',
  async id => {
    const chosen = chosenPoints.get(id)!;
    expect(chosen.length).toBeGreaterThan(2);
    expect(await runIn(sandbox, `-${id}`)).toEqual(chosen.map(placeOf).sort());
  },
);
