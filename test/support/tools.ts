import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromTools = (path: string): string => fileURLToPath(new URL(`../../tools/${path}`, import.meta.url));
const INSTALLED = fromTools('node_modules/.installed');

/** False if the tools in tools/ are not installed, or in other versions. Tests that need them are skipped. */
export const HAS_TOOLS =
  existsSync(INSTALLED) &&
  readFileSync(INSTALLED, 'utf8') === hash('sha256', readFileSync(fromTools('package-lock.json')));

/** The end of the title of a test that needs the tools. */
export const SKIPPED_WITHOUT_TOOLS = HAS_TOOLS ? '' : ' (skipped: run "npm run install-tools" first)';

/** The path of a program of the tools. */
export const toolPath = (path: string): string => fromTools(`node_modules/${path}`);
