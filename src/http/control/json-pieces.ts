import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** The `data` of a response whose JSON text already exists, in pieces. */
export class JsonPieces {
  readonly pieces: readonly Buffer[];

  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces;
  }
}

const PREFIX = Buffer.from('{"success":true,"data":');
const SUFFIX = Buffer.from('}');

/** Writes a response no faster than its client reads it. Resolves early if the client disconnects. */
export async function writePieces(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { pieces }: JsonPieces,
): Promise<void> {
  const all = [PREFIX, ...pieces, SUFFIX];
  const length = all.reduce((sum, piece) => sum + piece.length, 0);
  response.writeHead(200, { ...headers, 'Content-Length': length });
  const closed = once(response, 'close');
  for (const piece of all) {
    if (response.destroyed) return;
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
  }
  response.end();
}
