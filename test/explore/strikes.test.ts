import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createReceiver } from '../../src/client/receiver.ts';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createSandbox } from '../../src/create-sandbox.ts';
import { disturbancesWith } from '../../src/explore/disturbances.ts';
import { strikeOnly } from '../../src/explore/minimize.ts';
import { type ScenarioContent, scenarioText } from '../../src/explore/render-scenario.ts';
import { type StrikePoint, strikePoints } from '../../src/explore/strike-points.ts';
import { readRun } from '../../src/run-folder/run-folder.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { temporaryFolder } from '../cli/support.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { FIRST_ID_IS_1 } from '../support/sandbox.ts';

const DISTURBANCES = disturbancesWith({ response: '1ms', account: '30s' });

const ATTEMPTS = 4;
const NAMED = ['a', 'b', 'c'];

/** Repeats what fails. */
async function patiently({ baseUrl, apiKey }: Account, method: string, path: string, body?: unknown) {
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

/** A correct integration: it makes three orders, asks for each and for the balance, and receives webhooks. */
async function integrate(sandbox: Sandbox, name: string, ids: readonly string[]): Promise<string[]> {
  await using receiver = await createReceiver();
  const account = await sandbox.createAccount({ name, clock: 'manual', webhook: receiver });
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
    .map(({ operation, externalIds }) => {
      const index = ids.findIndex(id => externalIds.includes(id));
      return index < 0 ? operation! : `${operation} ${index + 1}`;
    });
  const orders = (await account.orders())
    .filter(({ cause }) => isDisturbance(cause))
    .map(({ id }) => `order ${id}`);
  const lost = (await account.events()).filter(({ state }) => state === 'dropped');
  const shaped = (await account.deliveries()).filter(({ kind, rule }) => kind === 'attempt' && rule !== null);
  const webhooks = [...lost, ...shaped].map(({ event, orderId }) => `${event} ${orderId}`);
  return [...requests, ...orders, ...webhooks];
}

/** Runs the integration in two accounts: one whose external_ids are the same in every run, and one with random ones. */
async function runUnder(scenario: ScenarioContent | null) {
  await using folder = await temporaryFolder();
  const files: string[] = [];
  if (scenario) {
    files.push(join(folder.path, `${scenario.name}.yaml`));
    await writeFile(files[0]!, scenarioText(scenario));
  }
  const run = join(folder.path, 'run');
  const sandbox = await createSandbox({
    run,
    disturbances: files,
    assumptions: FIRST_ID_IS_1,
  });
  const struck = [
    ...(await integrate(sandbox, 'named', NAMED)),
    ...(await integrate(
      sandbox,
      'random',
      NAMED.map(() => randomUUID()),
    )),
  ];
  await sandbox.close();
  const traces = readRun(run).map(({ trace }) => trace as Trace);
  return { struck: struck.sort(), traces };
}

const placeOf = ({ account, kind, subject }: StrikePoint): string => {
  if (subject === null) return `${account}: ${kind}`;
  return `${account}: ${kind} ${'nth' in subject ? subject.nth : NAMED.indexOf(subject.externalId) + 1}`;
};

/** Some of the points: in one account those of the second order, in the other one those of the first and the last. */
const isChosen = (point: StrikePoint): boolean =>
  point.account === 'named' ? / 2$/.test(placeOf(point)) : !/ 2$/.test(placeOf(point));

let undisturbed: readonly (readonly Trace[])[];

beforeAll(async () => {
  const runs = [await runUnder(null), await runUnder(null)];
  expect(runs.map(({ struck }) => struck)).toEqual([[], []]);
  undisturbed = runs.map(({ traces }) => traces);
});

test.each(DISTURBANCES.map(one => [one.id, one] as const))(
  'the scenario of %s strikes a real sandbox at its points, and nowhere else',
  async (_, disturbance) => {
    const all = strikePoints(disturbance, undisturbed[0]!, undisturbed[1]!);
    const chosen = all.filter(isChosen);
    expect(chosen.length).toBeGreaterThan(2);
    const { struck } = await runUnder(strikeOnly(disturbance, chosen, all));
    expect(struck).toEqual(chosen.map(placeOf).sort());
  },
);
