import { open } from 'node:fs/promises';

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;

/** A line of a file without its newline. */
export interface Line {
  readonly bytes: Buffer;
  /** Starts at 1. */
  readonly number: number;
  /** False for a last line without a newline. */
  readonly isComplete: boolean;
}

/** Reads a file's lines in batches of about 1 MiB, because a large file does not fit into one string. */
export async function* linesOf(path: string): AsyncGenerator<readonly Line[]> {
  const handle = await open(path, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    let number = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      const lines: Line[] = [];
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        lines.push({ bytes: bytes.subarray(start, end), number: ++number, isComplete: true });
        start = end + 1;
      }
      rest = bytes.subarray(start);
      if (lines.length > 0) yield lines;
    }
    if (rest.length > 0) yield [{ bytes: rest, number: number + 1, isComplete: false }];
  } finally {
    await handle.close();
  }
}
