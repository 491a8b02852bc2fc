import { AcceptanceCheck } from './checks/acceptance.ts';
import { AgendaCheck } from './checks/agenda.ts';
import { BytesCheck } from './checks/bytes.ts';
import { ChangeCheck } from './checks/changes.ts';
import { type Check, holds } from './checks/check.ts';
import { DecisionCheck } from './checks/decisions.ts';
import { DeliveryCheck } from './checks/deliveries.ts';
import { EventStateCheck } from './checks/event-states.ts';
import { MoneyCheck } from './checks/money.ts';
import { OutcomeCheck } from './checks/outcomes.ts';
import { RefusalCheck } from './checks/refusals.ts';
import { RuleCheck } from './checks/rules.ts';
import { TimelineCheck } from './checks/timelines.ts';
import type { SimCommand } from './commands.ts';
import { Generator } from './generate.ts';
import { Random } from './random.ts';
import { shrink } from './shrink.ts';
import { type Passage, vocabulary, type Witness, World } from './world.ts';

/** Holds an account to all rules, after every call of the engine. */
class AllRules implements Witness {
  readonly #bytes = new BytesCheck();
  readonly #refusals = new RefusalCheck();
  readonly #changes = new ChangeCheck();
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

  before(...call: Parameters<Witness['before']>): void {
    this.#refusals.before(...call);
    this.#changes.before(call[0]);
  }

  after(passage: Passage): void {
    for (const check of this.#checks) check.after(passage);
    this.#refusals.after(passage);
    this.#changes.after(passage);
  }

  finish(account: World['account']): void {
    this.#bytes.finish(account);
  }
}

/** What is done to the account after a command, behind the engine's back, to see that the checks notice. */
export type Sabotage = (world: World, place: number) => void;

/** What went wrong, and after how many commands. */
export interface Failure {
  readonly message: string;
  readonly place: number;
}

/** Restarts in the second run of a sequence; few, because an old account's state is long. */
const RESTARTS = 6;

/**
 * Carries a sequence out under all rules; then once more, with a new start from JSON now and then, which must come to
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
  holds(false, () => `the same commands came to other bytes: ${around(expected)} became ${around(found)}`);
}

/** The commands of a seed. */
export function sequenceOf(seed: number, length: number): SimCommand[] {
  const generator = new Generator(new Random(seed), vocabulary);
  return Array.from({ length }, () => generator.next());
}

/** Most sequences are short, so that there are many; some are long enough for an account to grow large. */
export const lengthOf = (seed: number): number => (seed % 50 === 0 ? 1_500 : seed % 5 === 0 ? 300 : 80);

export interface Report {
  readonly commands: number;
  readonly sequences: number;
  /** The seed and the shortest sequence that was found to fail, ready to be pasted into a test; null: none failed. */
  readonly failure: string | null;
}

/** Runs sequences from a seed on until so many commands were carried out, or one fails. */
export async function simulate(
  firstSeed: number,
  commandCount: number,
  told: (commands: number) => void = () => undefined,
): Promise<Report> {
  let done = 0;
  let seed = firstSeed;
  for (; done < commandCount; seed++) {
    const commands = sequenceOf(seed, lengthOf(seed));
    const failure = carryOut(commands);
    done += commands.length;
    if (failure)
      return { commands: done, sequences: seed - firstSeed + 1, failure: reproduction(seed, commands) };
    told(done);
    // The test runner needs to see that this process is alive.
    await new Promise(setImmediate);
  }
  return { commands: done, sequences: seed - firstSeed, failure: null };
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
