import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A variable, because a literal import would need types for the script. */
const SCRIPT: string = '../../../scripts/bundle.mjs';
type Bundle = (input: Record<string, string>, directory: string) => Promise<string[]>;

let folder: string;
let bundle: Bundle;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  ({ bundle } = (await import(SCRIPT)) as { bundle: Bundle });
});
afterAll(() => rm(folder, { recursive: true }));

const bundleOf = async (name: string, source: string): Promise<string[]> => {
  const entry = join(folder, `${name}.mjs`);
  await writeFile(entry, source);
  return bundle({ [name]: entry }, join(folder, 'out'));
};

// No packages are installed near the temporary folder, so every import of a package fails there.
test.each(['express', '@stoplight/prism-http/dist/validator/validators/utils.js', 'lowdb'])(
  'the build fails with the reason if %s is not installed',
  async module => {
    const build = bundleOf('missing', `import * as all from '${module}';\nconsole.log(all);\n`);
    await expect(build).rejects.toThrow(module);
    await expect(build).rejects.toThrow('run "npm ci"');
  },
);

test('an import that can be resolved is bundled', async () => {
  const modules = await bundleOf(
    'present',
    `import { join } from 'node:path';\nconsole.log(join('a', 'b'));\n`,
  );
  expect(modules).toContain(join(folder, 'present.mjs'));
});
