/** Prints how many lines people maintain: everything in src and test except generated files and recorded fixtures. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WRITTEN_BY_HAND = /\.(ts|tsx|mts|cts|mjs|cjs|css|html)$/;
const GENERATED = /\.generated\.|[\\/]fixtures[\\/]/;

const filesIn = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => WRITTEN_BY_HAND.test(path) && !GENERATED.test(path));

const linesOf = path => readFileSync(path, 'utf8').split('\n').length - 1;

const isDashboard = path => path.startsWith(join('src', 'dashboard'));

const parts = {
  'src without the dashboard': filesIn('src').filter(path => !isDashboard(path)),
  'src/dashboard': filesIn('src').filter(isDashboard),
  test: filesIn('test'),
};

for (const [part, paths] of Object.entries(parts)) {
  const lines = paths.reduce((sum, path) => sum + linesOf(path), 0);
  console.log(`${part}: ${lines.toLocaleString('en')} lines in ${paths.length.toLocaleString('en')} files`);
}
