import { isDeepStrictEqual } from 'node:util';
import { isRecipient } from '../../domain/address.ts';
import { BUILT_IN_RECEIVER } from '../../domain/built-in-receiver.ts';
import { type ClockState, MAX_CLOCK_SPEED } from '../../domain/clock.ts';
import { isIpRange } from '../../domain/ip.ts';
import { MAX_KEYS, ownScenariosProblem, scenariosProblem } from '../../engine/account-limits.ts';
import type { ApiKey } from '../../engine/account-state.ts';
import { MAX_COUNTERS } from '../../scenario/choose-rule.ts';
import { type CheckStep, shown } from '../../storage/account-schema/problems.ts';
import { readDestination } from '../../webhooks/destination.ts';
import type { SnapshotState } from '../named-snapshots.ts';
import { countProblem, instantProblem, problem, unless } from './parts.ts';

const MAX_RATE = 1_000_000_000;
const MAX_SEED_LENGTH = 1_000;

const SPEEDS: Readonly<Record<ClockState['mode'], (speed: number) => boolean>> = {
  manual: speed => speed === 0,
  real: speed => speed === 1,
  scaled: speed => speed > 0 && speed <= MAX_CLOCK_SPEED,
};

function* clockSteps({ mode, speed, virtualMs }: ClockState, path: string): Generator<CheckStep> {
  yield unless(
    SPEEDS[mode](speed),
    `${path}.speed`,
    () => `expected 0 for manual, 1 for real, above 0 to ${MAX_CLOCK_SPEED} for scaled, found ${speed}`,
  );
  yield instantProblem(`${path}.virtualMs`, virtualMs);
}

function* keySteps(keys: readonly ApiKey[], path: string): Generator<CheckStep> {
  const ids = new Set<string>();
  const digests = new Set<string>();
  for (const [index, key] of keys.entries()) {
    const at = `${path}[${index}]`;
    yield unless(!ids.has(key.id), `${at}.id`, () => `two keys have the id ${key.id}`);
    yield unless(/^[0-9a-f]{64}$/.test(key.digest), `${at}.digest`, () => 'expected a SHA-256 digest');
    yield unless(!digests.has(key.digest), `${at}.digest`, () => 'two keys have this digest');
    const range = key.ipAllow.findIndex(one => !isIpRange(one));
    yield unless(range < 0, `${at}.ipAllow[${range}]`, () => 'expected an IP address or a CIDR range');
    const rate = key.ratePerMinute ?? 1;
    yield unless(
      rate >= 1 && rate <= MAX_RATE,
      `${at}.ratePerMinute`,
      () => `expected 1 to ${MAX_RATE}, found ${rate}`,
    );
    yield instantProblem(`${at}.expiresAtMs`, key.expiresAtMs ?? 0);
    yield countProblem(`${at}.window.startMs`, key.window.startMs);
    yield countProblem(`${at}.window.used`, key.window.used);
    ids.add(key.id);
    digests.add(key.digest);
  }
}

function* counterSteps({ counters }: SnapshotState): Generator<CheckStep> {
  for (const [id, { matched, applied, drawn }] of Object.entries(counters)) {
    const at = `counters.${id}`;
    yield countProblem(`${at}.matched`, matched) ?? countProblem(`${at}.applied`, applied);
    yield countProblem(`${at}.drawn`, drawn);
  }
}

/** Checks that nothing exceeds the limits of an account. */
function* sizeSteps({ keys, origin, scenarios, counters }: SnapshotState): Generator<CheckStep> {
  for (const [path, one] of [
    ['scenarios', scenarios],
    ['origin.scenarios', origin.scenarios],
  ] as const) {
    const wrong = scenariosProblem(one);
    if (wrong !== null) yield problem(path, wrong);
  }
  yield unless(keys.length <= MAX_KEYS, 'keys', () => `expected at most ${MAX_KEYS}, found ${keys.length}`);
  const counts = Object.keys(counters).length;
  yield unless(counts <= MAX_COUNTERS, 'counters', () => `expected at most ${MAX_COUNTERS}, found ${counts}`);
}

/** Checks that the own scenarios have distinct names, and that an active one is the same as its file's. */
function* ownScenarioSteps({ ownScenarios = [], scenarios }: SnapshotState): Generator<CheckStep> {
  const names = new Set<string>();
  for (const [index, { scenario }] of ownScenarios.entries()) {
    const at = `ownScenarios[${index}]`;
    const { name } = scenario;
    yield unless(!names.has(name), at, () => `two of them have the name ${name}`);
    names.add(name);
    const active = scenarios.find(one => one.name === name);
    yield unless(
      !active || isDeepStrictEqual(active, scenario),
      at,
      () => `the active scenario ${name} is another one`,
    );
  }
  const wrong = ownScenariosProblem(ownScenarios);
  if (wrong !== null) yield problem('ownScenarios', wrong);
}

/** Checks everything but orders, events and the ledger: seed, clock, keys, destination, counters. */
export function* accountSteps(state: SnapshotState): Generator<CheckStep> {
  const { seed, clock, nowMs, webhook, inactiveAddresses, origin } = state;
  yield unless(
    seed.length <= MAX_SEED_LENGTH,
    'seed',
    () => `expected at most ${MAX_SEED_LENGTH} characters`,
  );
  yield* clockSteps(clock, 'clock');
  yield instantProblem('nowMs', nowMs);
  yield unless(
    nowMs <= clock.virtualMs,
    'nowMs',
    () => `expected at most ${clock.virtualMs}, the time of the clock, found ${nowMs}`,
  );
  yield* sizeSteps(state);
  yield* ownScenarioSteps(state);
  if (webhook.url !== null && webhook.url !== BUILT_IN_RECEIVER) {
    const destination = readDestination(webhook.url);
    if ('problem' in destination) yield problem('webhook.url', destination.problem);
  }
  const invalid = inactiveAddresses.findIndex(address => !isRecipient(address));
  yield unless(
    invalid < 0,
    `inactiveAddresses[${invalid}]`,
    () => `expected a TRON address, found ${shown(inactiveAddresses[invalid])}`,
  );
  yield* keySteps(state.keys, 'keys');
  yield* counterSteps(state);
  yield* clockSteps(origin.clock, 'origin.clock');
  yield* keySteps(origin.keys, 'origin.keys');
}
