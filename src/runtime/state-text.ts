import type { HostClock } from '../clock/host-clock.ts';
import { type CapturedState, KEYED } from '../storage/capture-state.ts';
import type { SnapshotState } from './named-snapshots.ts';

/** More than any valid state has. */
const MAX_DEPTH = 128;

const PIECE_LENGTH = 64 * 1024;

/** A long text that is built in pieces of about 64 KiB, in UTF-8, so that no step handles all of it. */
class TextPieces {
  readonly #pieces: Buffer[] = [];
  #last = '';

  add(text: string): void {
    this.#last += text;
    if (this.#last.length >= PIECE_LENGTH) this.#finishPiece();
  }

  end(): Buffer[] {
    this.#finishPiece();
    return this.#pieces;
  }

  #finishPiece(): void {
    this.#pieces.push(Buffer.from(this.#last));
    this.#last = '';
  }
}

/** The JSON text of a state, in pieces of about 64 KiB. Each step adds one row. */
export function* stateTextSteps({ headText, sections }: CapturedState): Generator<undefined, Buffer[]> {
  const text = new TextPieces();
  text.add(headText.slice(0, -1));
  for (const { name, rows, row } of sections) {
    const isKeyed = (KEYED as readonly string[]).includes(name);
    text.add(`,${JSON.stringify(name)}:${isKeyed ? '{' : '['}`);
    for (let index = 0; index < rows; index++) {
      const rowText = row(index);
      text.add((index === 0 ? '' : ',') + (isKeyed ? memberText(rowText) : rowText));
      yield;
    }
    text.add(isKeyed ? '}' : ']');
  }
  text.add('}');
  return text.end();
}

/** `["a",1]` as `"a":1`. */
function memberText(pairText: string): string {
  const [key] = JSON.parse(pairText) as [string];
  const keyText = JSON.stringify(key);
  return `${keyText}:${pairText.slice(keyText.length + 2, -1)}`;
}

/** Parses the pieces of a state's text. */
export async function parseState(clock: HostClock, pieces: readonly Buffer[]): Promise<SnapshotState> {
  // Loaded on demand: a server that restores nothing starts without the parser.
  const { LargeJson } = await import('../wire/large-json.ts');
  const parser = new LargeJson(MAX_DEPTH);
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    await clock.yieldToEventLoop();
  }
  return parser.end() as SnapshotState;
}
