import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REQUESTS } from '../requests.mjs';

const WATCH = new URL('watch.mjs', import.meta.url).href;

/**
 * A server that Node runs.
 * @param watch flags of Node for a process that servers/watch.mjs observes; default: it is not observed
 */
const withNode = (args, { watch, ...more } = {}) => ({
  command: port => [process.execPath, ...(watch ? ['--import', WATCH, ...watch] : []), ...args(port)],
  hasChannel: watch !== undefined,
  requests: Object.keys(REQUESTS),
  warmUpS: 1,
  ...more,
});

/** A bare server: raw, express or floor. */
export const bare = (name, more) =>
  withNode(() => [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))], more);

/**
 * The sandbox, built in a folder, with limits that no load reaches.
 * @param flags further flags of `start`
 * @throws if the folder has no build
 */
export function sandbox({
  folder = fileURLToPath(new URL('../../', import.meta.url)),
  flags = [],
  ...more
} = {}) {
  const cli = resolve(folder, 'dist/cli.js');
  if (!existsSync(cli)) throw new Error(`${cli} is missing; run "npm run build" in ${folder}`);
  const config = fileURLToPath(new URL('unlimited.yaml', import.meta.url));
  return withNode(port => [cli, '--quiet', '--port', String(port), '--config', config, ...flags], more);
}
