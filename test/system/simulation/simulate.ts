import { AcceptanceCheck } from './checks/acceptance.ts';
import { AgendaCheck } from './checks/agenda.ts';
import { BytesCheck } from './checks/bytes.ts';
import { ChangeCheck } from './checks/changes.ts';
import { type Check, holds } from './checks/check.ts';
import { DecisionCheck } from './checks/decisions.ts';
import { DeliveryCheck } from './checks/deliveries.ts';
import { EventStateCheck } from './checks/event-states.ts';
import { newFingerprint, type StateFingerprint } from './checks/imprint.ts';
import { MoneyCheck } from './checks/money.ts';
import { OutcomeCheck } from './checks/outcomes.ts';
import { RefusalCheck } from './checks/refusals.ts';
import { RuleCheck } from './checks/rules.ts';
import { TimelineCheck } from './checks/timelines.ts';
import type { SimCommand } from './commands.ts';
import { Generator } from './generate.ts';
import { Random } from './random.ts';
import { shrink } from './shrink.ts';
import { type EngineCall, type Observer, vocabulary, World } from './world.ts';

/** Checks all rules after every call of the engine. */
class AllRules implements Observer {
  readonly #bytes = new BytesCheck();
  /** Of the state before the command, for both checks that compare it, because it takes long. */
  #fingerprint!: StateFingerprint;
  readonly #refusals = new RefusalCheck(() => this.#fingerprint);
  readonly #changes = new ChangeCheck(() => this.#fingerprint);
  readonly #checks: readonly Check[] = [
    new AcceptanceCheck(),
    new DecisionCheck(),
    new RuleCheck(),
    new MoneyCheck(),
    new TimelineCheck(),
    new AgendaCheck(),
    new DeliveryCheck(),
    new EventStateCheck(),
    new OutcomeCheck(),
    this.#bytes,
  ];

  begin(account: World['account']): void {
    for (const check of this.#checks) check.begin(account);
  }

  before(...call: Parameters<Observer['before']>): void {
    this.#fingerprint = newFingerprint(call[0]);
    this.#refusals.before(...call);
    this.#changes.before(call[0]);
  }

  after(call: EngineCall): void {
    for (const check of this.#checks) check.after(call);
    this.#refusals.after(call);
    this.#changes.after(call);
  }

  finish(account: World['account']): void {
    this.#bytes.finish(account);
  }
}

/** Damages the account after a command, without the engine, to test that the checks detect it. */
export type Sabotage = (world: World, place: number) => void;

/** What failed, and after how many commands. */
export interface Failure {
  readonly message: string;
  readonly place: number;
}

/** The number of restarts in the second run of a sequence; few, because the state of an old account is large. */
const RESTARTS = 6;

/**
 * Executes a sequence and checks all rules; then executes it again with occasional restarts from JSON, which must give
 * the same bytes.
 */
export function carryOut(commands: readonly SimCommand[], sabotage?: Sabotage): Failure | null {
  const rules = new AllRules();
  let place = 0;
  try {
    const world = new World(rules);
    for (; place < commands.length; place++) {
      world.apply(commands[place]!);
      sabotage?.(world, place);
    }
    rules.finish(world.account);
    if (!sabotage) holdsAgain(commands, world.json());
    return null;
  } catch (error) {
    return { message: error instanceof Error ? `${error.name}: ${error.message}` : String(error), place };
  }
}

function holdsAgain(commands: readonly SimCommand[], expected: string): void {
  const world = new World();
  const apart = Math.ceil(commands.length / (RESTARTS + 1));
  commands.forEach((command, place) => {
    if (place > 0 && place % apart === 0) world.goOnFrom(world.json());
    world.apply(command);
  });
  const found = world.json();
  if (found === expected) return;
  let parts = 0;
  while (found[parts] === expected[parts]) parts += 1;
  const around = (text: string): string => text.slice(Math.max(0, parts - 100), parts + 100);
  holds(false, () => `the same commands gave different bytes: ${around(expected)} became ${around(found)}`);
}

/** The commands of a seed. */
export function sequenceOf(seed: number, length: number): SimCommand[] {
  const generator = new Generator(new Random(seed), vocabulary);
  return Array.from({ length }, () => generator.next());
}

/** Most sequences are short, so that there are many; some are long, so that an account grows large. */
export const lengthOf = (seed: number): number => (seed % 50 === 0 ? 1_500 : seed % 5 === 0 ? 300 : 80);

export interface Report {
  readonly commands: number;
  /** The seed and the shortest failing sequence, ready to be pasted into a test; null if none failed. */
  readonly failure: string | null;
}

/** Runs sequences, starting with a seed, until the number of commands is reached or a sequence fails. */
export async function simulate(firstSeed: number, commandCount: number): Promise<Report> {
  let done = 0;
  for (let seed = firstSeed; done < commandCount; seed++) {
    const commands = sequenceOf(seed, lengthOf(seed));
    const failure = carryOut(commands);
    done += commands.length;
    if (failure) return { commands: done, failure: reproduction(seed, commands) };
    // The test runner needs to see that this process is alive.
    await new Promise(setImmediate);
  }
  return { commands: done, failure: null };
}

/** The shrunk sequence as source text. */
export function reproduction(seed: number, commands: readonly SimCommand[], sabotage?: Sabotage): string {
  const shortest = shrink(commands, sequence => carryOut(sequence, sabotage));
  const failure = carryOut(shortest, sabotage);
  const lines = shortest.map(command => `    ${JSON.stringify(command)},`);
  return [
    `seed ${seed}: ${failure?.message}`,
    `test('seed ${seed}', () => {`,
    '  const commands: SimCommand[] = [',
    ...lines,
    '  ];',
    '  expect(carryOut(commands)).toBeNull();',
    '});',
  ].join('\n');
}
