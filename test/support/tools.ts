import { fileURLToPath } from 'node:url';

/** The path of a program in `tools/`, which `npm run test:long` installs. */
export const toolPath = (path: string): string =>
  fileURLToPath(new URL(`../../tools/node_modules/${path}`, import.meta.url));
