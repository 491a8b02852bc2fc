import { SCOPES } from '../../src/domain/operations.ts';
import { Account, openingState } from '../../src/engine/account.ts';
import type { ApiKey, AttemptOutcome, SendPlan } from '../../src/engine/account-state.ts';
import type { ScenarioSource } from '../../src/engine/command-context.ts';
import type { CommandKind, Commands, Replies } from '../../src/engine/commands.ts';
import { Engine, type Executed } from '../../src/engine/engine.ts';
import { epochOf } from '../../src/engine/event-epoch.ts';
import { chargeKey, rateOf } from '../../src/engine/key-checks.ts';
import { planKey } from '../../src/engine/send-plans.ts';
import { prepareLibrary } from '../../src/scenario/built-in-scenarios.ts';
import { ScenarioLibrary } from '../../src/scenario/scenario-library.ts';
import type { Scenario } from '../../src/scenario/scenario-types.ts';
import type { SimCommand } from './commands.ts';
import type { Vocabulary } from './generate-requests.ts';
import { generatedScenario } from './generated-scenarios.ts';
import { HANDLERS, type Handler } from './world-commands.ts';

const builtIn = new ScenarioLibrary(await prepareLibrary());

/** The built-in scenarios, and the generated ones by their names. */
export const scenarioSource: ScenarioSource = {
  get: name =>
    builtIn.get(name) ?? (/^g\d{1,3}$/.test(name) ? generatedScenario(Number(name.slice(1))) : undefined),
  byMagicAddress: address => builtIn.byMagicAddress(address),
};

/** What a generator may name. */
export const vocabulary: Vocabulary = {
  scenarioNames: builtIn.names(),
  magicAddresses: builtIn.all().flatMap(({ magicAddress }) => magicAddress ?? []),
};

/** One call of the engine, seen from outside. */
export interface Passage<Kind extends CommandKind = CommandKind> {
  readonly account: Account;
  readonly kind: Kind;
  readonly command: Commands[Kind];
  readonly executed: Executed<Replies[Kind]>;
  /** The account's latest instant before, and the one that the call came with. */
  readonly beforeMs: number;
  readonly nowMs: number;
}

/** Observes every call of the engine, and throws where something is wrong. */
export interface Witness {
  /** Starts from the account as it is now: at the beginning, and after a restore or a restart. */
  begin(account: Account): void;
  before(account: Account, kind: CommandKind, nowMs: number): void;
  after(passage: Passage): void;
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

/** An account, the engine, and everything that is done to them from outside. */
export class World {
  account: Account;
  snapshot: string | null = null;
  /** Deliveries whose outcomes were recorded. */
  readonly past: SendPlan[] = [];
  readonly #engine = new Engine(scenarioSource);
  readonly #witness: Witness | null;

  constructor(witness: Witness | null = null) {
    this.#witness = witness;
    const data = openingState({
      name: 'simulated',
      seed: 'simulation',
      epoch: epochOf('simulation'),
      balanceSun: OPENING_SUN,
      clock: { mode: 'manual', speed: 0, hostMs: 0, virtualMs: START_MS },
      webhook: { url: 'http://127.0.0.1:9/hooks', secret: 'whsec_simulation' },
    });
    this.account = new Account({ data });
    witness?.begin(this.account);
    this.addKey();
  }

  /** Applies one command to the account. */
  apply(command: SimCommand): void {
    (HANDLERS[command.do] as Handler)(this, command);
  }

  /** The whole state, as a snapshot has it. */
  json(): string {
    return JSON.stringify(this.account.state);
  }

  /** Continues from a state's JSON, as after a restore or a restart of the process. */
  goOnFrom(json: string): void {
    this.account = new Account({ data: JSON.parse(json) });
    this.#witness?.begin(this.account);
  }

  execute<Kind extends CommandKind>(kind: Kind, command: Commands[Kind], afterMs = 0): Replies[Kind] {
    const { account } = this;
    const beforeMs = account.state.nowMs;
    const nowMs = beforeMs + afterMs;
    this.#witness?.before(account, kind, nowMs);
    const executed = this.#engine.execute(account, kind, command, nowMs);
    this.#witness?.after({ account, kind, command, executed, beforeMs, nowMs });
    return executed.reply;
  }

  scenario(name: string | undefined): Scenario | null {
    return name === undefined ? null : (scenarioSource.get(name) ?? null);
  }

  addKey(): void {
    this.execute('addKey', { key: keyNumber(this.account.state.keys.length) });
  }

  /** The id of a key; where the number is too high, of one that does not exist yet. */
  keyId(ordinal: number): string {
    return `key-${ordinal}`;
  }

  /** Counts requests against a key's limit; whatever the answer, the count stays within the limit. */
  charge(ordinal: number, cost: number): void {
    const key = this.account.state.keys[ordinal];
    if (!key) return;
    const { nowMs } = this.account.state;
    const before = rateOf(this.account, key, nowMs);
    const { limit, remaining, isExceeded } = chargeKey(this.account, key, cost, nowMs);
    const left = before.remaining - cost;
    if (remaining !== Math.max(0, left) || isExceeded !== left < 0 || remaining > limit)
      throw new Error(`of ${limit} requests ${remaining} remain, where ${before.remaining} were left`);
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
