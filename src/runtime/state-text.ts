import { type CapturedState, KEYED } from '../storage/capture-state.ts';
import { TextPieces } from '../wire/text-pieces.ts';
import { IncrementalJson } from './incremental-json.ts';
import type { SnapshotState } from './named-snapshots.ts';

/** More than any valid state has. */
const MAX_DEPTH = 128;

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
export function* parseStateSteps(pieces: readonly Buffer[]): Generator<undefined, SnapshotState> {
  const parser = new IncrementalJson(MAX_DEPTH);
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  return parser.end() as SnapshotState;
}
