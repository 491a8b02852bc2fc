import { open } from 'node:fs/promises';
import { type VerifierError, verifyFile } from 'stream-json/file/verifier.js';
import { fileProblem } from '../files/file-problem.ts';
import { expectationOf } from '../wire/large-json.ts';

/** A HAR file that cannot be read. The message names the file, the position and the remedy. */
export class HarFileError extends Error {
  override readonly name = 'HarFileError';
}

/** A file that is JSON, but not as a HAR file is structured. The message begins with the place, such as `log.entries[3]`. */
export class HarShapeError extends Error {}

/** A file that ends before its JSON is complete. The message says where in the structure. */
export class HarCutOffError extends Error {}

/** Formats that are mistaken for HAR, by the hexadecimal digits that they begin with. */
const OTHER_FORMATS: readonly (readonly [string, string])[] = [
  ['1f8b', 'it is compressed with gzip; decompress it with gunzip'],
  ['504b0304', 'it is a ZIP archive; extract it'],
  ['28b52ffd', 'it is compressed with zstd; decompress it with unzstd'],
  ['fffe', 'it is encoded in UTF-16; convert it to UTF-8'],
  ['feff', 'it is encoded in UTF-16; convert it to UTF-8'],
];
const MAGIC_BYTES = 4;

async function otherFormat(path: string): Promise<string | null> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    const begins = buffer.toString('hex', 0, bytesRead);
    return OTHER_FORMATS.find(([magic]) => begins.startsWith(magic))?.[1] ?? null;
  } finally {
    await handle.close();
  }
}

/** Where a file stops to be JSON; null if it is JSON now. */
async function findMistake(path: string): Promise<VerifierError | null> {
  try {
    await verifyFile(path);
    return null;
  } catch (error) {
    if (typeof (error as VerifierError).line === 'number') return error as VerifierError;
    throw error;
  }
}

async function notJson(path: string, error: Error): Promise<string> {
  const format = await otherFormat(path);
  if (format !== null) return `${path}:1:1: not a HAR file: ${format}`;
  const mistake = await findMistake(path);
  // A pipe cannot be read twice, and another process may have changed the file.
  const at = mistake ? `${path}:${mistake.line}:${mistake.pos}` : path;
  if (error instanceof HarCutOffError)
    return `${at}: the file is cut off: ${error.message}; record or export it again`;
  return `${at}: not JSON: ${mistake ? expectationOf(mistake) : error.message}; export the traffic as HAR again`;
}

/** The error for a failure while reading a file: the parser's, the file system's, or one about the structure. */
export async function harFileError(path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  if (error instanceof HarShapeError) return new HarFileError(`${path}: ${error.message}`);
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined) {
    const fix = code === 'EISDIR' ? 'name the HAR files in it' : undefined;
    return new HarFileError(`${path}: cannot be read: ${fileProblem(error, fix)} (${code})`);
  }
  return new HarFileError(await notJson(path, error));
}
