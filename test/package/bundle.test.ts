import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Addressed by a variable: the script has no types. */
const SCRIPT: string = '../../scripts/bundle.mjs';
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

// Nothing is installed beside the temporary folder, so that every package is missing there.
test.each(['express', '@stoplight/prism-http/dist/validator/validators/utils.js', 'lowdb'])(
  'the build ends with the reason where %s is not installed',
  async module => {
    const build = bundleOf('missing', `import * as all from '${module}';\nconsole.log(all);\n`);
    await expect(build).rejects.toThrow(module);
    await expect(build).rejects.toThrow('run "npm ci"');
  },
);

test('what is there is bundled', async () => {
  const modules = await bundleOf(
    'present',
    `import { join } from 'node:path';\nconsole.log(join('a', 'b'));\n`,
  );
  expect(modules).toContain(join(folder, 'present.mjs'));
});
