import { SCOPES } from '../../../src/core/domain/operations.ts';
import { type EventEpoch, epochOf } from '../../../src/core/domain/seeded-values.ts';
import { Account, openingState } from '../../../src/core/engine/account.ts';
import type {
  AccountState,
  ApiKey,
  AttemptOutcome,
  SendPlan,
} from '../../../src/core/engine/account-state.ts';
import type { ScenarioSource } from '../../../src/core/engine/command-context.ts';
import {
  type CommandKind,
  type Commands,
  Engine,
  type Executed,
  type Replies,
} from '../../../src/core/engine/engine.ts';
import { chargeKey, rateOf } from '../../../src/core/engine/key-checks.ts';
import { planKey } from '../../../src/core/engine/send-plans.ts';
import { ScenarioLibrary } from '../../../src/core/scenario/scenario-library.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';
import { prepareLibrary } from '../../../src/host/scenarios/read-scenarios.ts';
import type { SimCommand } from './commands.ts';
import type { Vocabulary } from './generate-requests.ts';
import { generatedScenario } from './generated-scenarios.ts';
import { HANDLERS, type Handler } from './world-commands.ts';

const builtIn = new ScenarioLibrary(await prepareLibrary());

/** The built-in scenarios, and the generated ones by their names. */
export const scenarioSource: ScenarioSource = {
  disturbances: [],
  get: name =>
    builtIn.get(name) ?? (/^g\d{1,3}$/.test(name) ? generatedScenario(Number(name.slice(1))) : undefined),
  byMagicAddress: address => builtIn.byMagicAddress(address),
  explainUnknown: name => builtIn.explainUnknown(name),
};

/** The values that a generator can use. */
export const vocabulary: Vocabulary = {
  scenarioNames: builtIn.names(),
  magicAddresses: builtIn.all().flatMap(({ magic_address }) => magic_address ?? []),
};

/** A call of the engine, with its result. */
export interface EngineCall<Kind extends CommandKind = CommandKind> {
  readonly account: Account;
  readonly kind: Kind;
  readonly command: Commands[Kind];
  readonly executed: Executed<Replies[Kind]>;
  /** The account's latest instant before the call, and the instant of the call. */
  readonly beforeMs: number;
  readonly nowMs: number;
}

/** Observes every call of the engine, and throws if something is wrong. */
export interface Observer {
  /** Starts from the account as it is now: at the beginning, and after a restore or a restart. */
  begin(account: Account): void;
  before(account: Account, kind: CommandKind, nowMs: number): void;
  after(call: EngineCall): void;
}

const START_MS = Date.UTC(2026, 0, 1);
const OPENING_SUN = 40_000_000;
const REMEMBERED_PLANS = 40;

const keyNumber = (ordinal: number): ApiKey => ({
  id: `key-${ordinal}`,
  name: `key-${ordinal}`,
  digest: String(ordinal).padStart(64, '0'),
  hint: '',
  scopes: SCOPES,
  ipAllow: [],
  ratePerMinute: null,
  expiresAtMs: null,
  revoked: false,
  window: { startMs: 0, used: 0 },
});

/** An account and an engine, with all simulated commands. */
export class World {
  account: Account;
  snapshot: string | null = null;
  /** Deliveries whose outcomes were recorded. */
  readonly past: SendPlan[] = [];
  #epochs = 0;
  readonly #engine = new Engine(scenarioSource);
  readonly #observer: Observer | null;

  constructor(observer: Observer | null = null) {
    this.#observer = observer;
    this.account = new Account({ data: this.#newState() });
    observer?.begin(this.account);
    this.addKey();
  }

  /** Replaces the state by that of a reset, with a new epoch. */
  reset(): void {
    const { name, seed, webhook, origin } = this.account.state;
    const { scenarios } = origin;
    this.goOnFrom(JSON.stringify(openingState({ ...origin, name, seed, webhook, epoch: this.#newEpoch() })));
    if (scenarios.length > 0) this.execute('setScenarios', { scenarios });
  }

  /** Continues with a new account of the same name, which has no snapshot. */
  deleteAndCreate(): void {
    this.snapshot = null;
    this.goOnFrom(JSON.stringify(this.#newState()));
    this.addKey();
  }

  #newState(): AccountState {
    return openingState({
      name: 'simulated',
      seed: 'simulation',
      epoch: this.#newEpoch(),
      balanceSun: OPENING_SUN,
      settings: { first_order_id: 1 },
      clock: { mode: 'manual', speed: 0, hostMs: 0, virtualMs: START_MS },
      webhook: { url: 'http://127.0.0.1:9/hooks', secret: 'whsec_simulation' },
    });
  }

  #newEpoch(): EventEpoch {
    return epochOf('simulation', this.#epochs++);
  }

  /** Applies one command to the account. */
  apply(command: SimCommand): void {
    (HANDLERS[command.do] as Handler)(this, command);
  }

  /** The whole state, as in a snapshot. */
  json(): string {
    return JSON.stringify(this.account.state);
  }

  /** Continues from a state's JSON, as after a restore or a restart of the process. */
  goOnFrom(json: string): void {
    this.account = new Account({ data: JSON.parse(json) });
    this.#observer?.begin(this.account);
  }

  execute<Kind extends CommandKind>(kind: Kind, command: Commands[Kind], afterMs = 0): Replies[Kind] {
    const { account } = this;
    const beforeMs = account.state.nowMs;
    const nowMs = beforeMs + afterMs;
    this.#observer?.before(account, kind, nowMs);
    const executed = this.#engine.execute(account, kind, command, nowMs);
    this.#observer?.after({ account, kind, command, executed, beforeMs, nowMs });
    return executed.reply;
  }

  scenario(name: string | undefined): Scenario | null {
    return name === undefined ? null : (scenarioSource.get(name) ?? null);
  }

  addKey(): void {
    this.execute('addKey', { key: keyNumber(this.account.state.keys.length) });
  }

  /** The id of a key; a number that is too high refers to a key that does not exist yet. */
  keyId(ordinal: number): string {
    return `key-${ordinal}`;
  }

  /** Counts requests against a key's rate limit, and checks that the count never exceeds the limit. */
  charge(ordinal: number, cost: number): void {
    const key = this.account.state.keys[ordinal];
    if (!key) return;
    const { nowMs } = this.account.state;
    const before = rateOf(this.account, key, nowMs);
    const { limit, remaining, isExceeded } = chargeKey(this.account, key, cost, nowMs);
    const left = before.remaining - cost;
    if (remaining !== Math.max(0, left) || isExceeded !== left < 0 || remaining > limit)
      throw new Error(`${remaining} of ${limit} requests remain, but before there were ${before.remaining}`);
  }

  /** Records the outcome of a delivery. */
  answer(plan: SendPlan, kind: AttemptOutcome['kind'], afterMs = 0): void {
    this.past.push(plan);
    if (this.past.length > REMEMBERED_PLANS) this.past.shift();
    const outcome = {
      kind,
      status: { acknowledged: 204, refused: 500, redirected: 302, timeout: null, unreachable: null }[kind],
      headers: {},
      body: '',
      error: kind === 'unreachable' ? 'ECONNREFUSED' : null,
      durationMs: 1,
    };
    const url = this.account.state.webhook.url ?? '';
    this.execute('recordAttempt', { plan, url, outcome }, afterMs);
  }

  underWay(): readonly SendPlan[] {
    return Object.values(this.account.state.inFlight);
  }

  isUnderWay(plan: SendPlan): boolean {
    return planKey(plan) in this.account.state.inFlight;
  }
}
