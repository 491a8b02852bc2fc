// Checks both API descriptions with Redocly. What it prints about itself and the version of Node is shown only if it
// finds a problem.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const { status, error, stdout, stderr } = spawnSync(
  process.execPath,
  [redocly, 'lint', '--config', 'scripts/redocly.yaml', ...process.argv.slice(2)],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    // It asks nothing of the network.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
);
if (status === 0) console.log('The API descriptions are valid.');
else {
  process.stdout.write(stdout ?? '');
  process.stderr.write(error ? `Redocly does not start: ${error.message}\n` : stderr);
  process.exitCode = 1;
}
