import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAccounts } from './books.ts';

const SEQ_DIGITS = 16;
/** After the checksum, a line of a log begins with its sequence number. */
const seqOf = (line: string): number => Number(/^\S+ \[(\d+),/.exec(line)?.[1] ?? 0);

/**
 * Cuts off the end of the demo account's log in a copy of the folder, at the end of a line and at least the last
 * acknowledged entry. A start on the copy must be refused.
 * @param keep the part of the acknowledged lines that remains, from 0 to below 1
 * @returns false for `isCut` if the log has too few acknowledged entries, and the violation if the start was not refused
 */
export async function cutLog(
  data: string,
  keep: number,
): Promise<{ readonly isCut: boolean; readonly problem: string | null }> {
  const copy = await mkdtemp(join(tmpdir(), 'energy-cut-'));
  try {
    await cp(data, copy, { recursive: true, filter: path => !path.endsWith('/lock') });
    const path = join(copy, 'demo.log');
    const seal = await readFile(join(copy, 'demo.seal'), 'latin1').catch(() => '');
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').slice(0, -1);
    const acknowledged = lines.filter(line => seqOf(line) <= Number(seal.slice(0, SEQ_DIGITS)));
    const isCut = acknowledged.length > 1;
    if (!isCut) return { isCut, problem: null };
    const kept = acknowledged.slice(0, Math.max(1, Math.floor(keep * acknowledged.length)));
    await writeFile(path, `${kept.join('\n')}\n`);
    const outcome = await readAccounts(copy).then(
      () => 'the start was not refused',
      (error: Error) => error.message,
    );
    const isNoticed = /demo\.log: .* missing: according to .*demo\.seal/.test(outcome);
    return {
      isCut,
      problem: isNoticed ? null : `a log of ${lines.length} lines was cut to ${kept.length}: ${outcome}`,
    };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
