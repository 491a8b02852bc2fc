import type { SimCommand } from './commands.ts';

interface Failing {
  readonly place: number;
}

const MOST_TRIALS = 3_000;

/**
 * Shrinks a failing sequence: removes commands and parts of commands, as long as the sequence still fails and anything
 * can be removed.
 */
export function shrink(
  commands: readonly SimCommand[],
  failureOf: (commands: readonly SimCommand[]) => Failing | null,
): readonly SimCommand[] {
  let trials = 0;
  const fails = (candidate: readonly SimCommand[]): boolean =>
    ++trials < MOST_TRIALS && failureOf(candidate) !== null;
  const first = failureOf(commands);
  if (!first) return commands;
  let shortest: readonly SimCommand[] = commands.slice(0, first.place + 1);
  for (let before = ''; before !== JSON.stringify(shortest); ) {
    before = JSON.stringify(shortest);
    shortest = simplified(withoutSome(shortest, fails), fails);
  }
  return shortest;
}

type Fails = (candidate: readonly SimCommand[]) => boolean;

/** Removes halves first, then quarters, down to single commands. */
function withoutSome(commands: readonly SimCommand[], fails: Fails): readonly SimCommand[] {
  let shortest = commands;
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.length; ) {
      const candidate = [...shortest.slice(0, from), ...shortest.slice(from + size)];
      if (fails(candidate)) shortest = candidate;
      else from += size;
    }
  }
  return shortest;
}

function simplified(commands: readonly SimCommand[], fails: Fails): readonly SimCommand[] {
  let shortest = commands;
  for (let place = 0; place < shortest.length; place++) {
    for (const simpler of simplerOnes(shortest[place]!)) {
      const candidate = shortest.with(place, simpler);
      if (fails(candidate)) shortest = candidate;
    }
  }
  return shortest;
}

/** A command without one of its optional parts, or applied to the first of the existing objects. */
function simplerOnes(command: SimCommand): SimCommand[] {
  const simpler = (['header', 'flaw', 'afterMs', 'refundAfterMs'] as const)
    .filter(part => part in command)
    .map(part => {
      const { [part]: _left, ...rest } = command as SimCommand & Record<string, unknown>;
      return rest as SimCommand;
    });
  if (command.do === 'bulk' && command.items.length > 1) {
    const { items } = command;
    simpler.push(...items.map((_, index) => ({ ...command, items: items.toSpliced(index, 1) })));
  }
  if ('pick' in command && command.pick > 0) simpler.push({ ...command, pick: 0 });
  return simpler;
}
