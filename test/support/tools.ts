import { fileURLToPath } from 'node:url';

/** The path of a program in `scripts/tools/`, which `npm run test:long` installs. */
export const toolPath = (path: string): string =>
  fileURLToPath(new URL(`../../scripts/tools/node_modules/${path}`, import.meta.url));
