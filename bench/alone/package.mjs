import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The size of the package, packed and installed. It has no dependencies. */
export function measurePackage() {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [{ size, unpackedSize }] = JSON.parse(listed);
  return { size, unpackedSize };
}
