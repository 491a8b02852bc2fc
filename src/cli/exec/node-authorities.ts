import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../files/temporary-folder.ts';

/** A file for NODE_EXTRA_CA_CERTS. */
export interface NodeAuthorities {
  /** Null without an authority. */
  readonly file: string | null;
  remove(): Promise<void>;
}

/**
 * The file of authorities that Node programs have to trust in addition. Node reads a single file, so if the environment
 * already names one, a temporary file with the contents of both is written.
 * @param caFile the authority of a sandbox; null if it has none
 */
export async function nodeAuthorities(
  caFile: string | null,
  { NODE_EXTRA_CA_CERTS: trusted }: NodeJS.ProcessEnv,
): Promise<NodeAuthorities> {
  const asGiven = { file: caFile, remove: async () => undefined };
  if (caFile === null || !trusted) return asGiven;
  // Node ignores a file that it cannot read, too.
  const others = await readFile(trusted, 'utf8').catch(() => null);
  if (others === null) return asGiven;
  const folder = makeTemporaryFolder('tls');
  const file = join(folder, 'ca-with-others.pem');
  await writeFile(file, `${others.trimEnd()}\n${await readFile(caFile, 'utf8')}`);
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}
