import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { MAX_CLOCK_SPEED, parseClockMode } from '../../domain/clock.ts';
import { didYouMean } from '../../scenario/nearest-word.ts';
import { instantText } from '../format/time.ts';
import { parseWith } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';

type Clock = components['schemas']['Clock'];

const EXAMPLES = `
Examples:
  energy-sandbox clock            show the time and the mode
  energy-sandbox clock manual     stop until it is advanced
  energy-sandbox clock 60x        run one hour per minute
  energy-sandbox clock real       run in real time`;

const MODES = ['real', 'manual'];

function readMode(text: string): string {
  if (parseClockMode(text)) return text;
  throw new Error(
    `expected real, manual or a speed such as 60x (at most ${MAX_CLOCK_SPEED}x), got ${JSON.stringify(text)}${didYouMean(text, MODES)}`,
  );
}

async function clock(mode: string | undefined, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const shown =
    mode === undefined
      ? await remote.get<Clock>(remote.of('/clock'))
      : await remote.call<Clock>('PUT', remote.of('/clock'), { body: { mode } });
  if (flags.json) out.json(shown);
  else out.line(`${instantText(shown.now)} UTC  ${shown.mode}`);
}

export function define(command: Command, io: ProcessIo): void {
  command.argument('[mode]', 'real, manual, or a speed such as 60x', parseWith(readMode));
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((mode: string | undefined, flags: RemoteFlags) => clock(mode, flags, io));
}
