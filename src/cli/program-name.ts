import { basename, relative, sep } from 'node:path';

const NPX = 'npx energy-rental-sandbox';
/** The name of the program in the texts of this folder. */
const NAME_IN_TEXTS = 'energy-sandbox';
const INSTALLED_NAMES: readonly string[] = [NAME_IN_TEXTS, 'energy-rental-sandbox'];

/**
 * What a user types to call the program, so that commands in messages can be copied.
 * @param script the absolute path of the script that was started @param folder the working directory
 */
export function programNameOf(script: string, folder: string): string {
  if (script.split(sep).includes('node_modules')) return NPX;
  const name = basename(script);
  if (INSTALLED_NAMES.includes(name)) return name;
  const path = relative(folder, script);
  return `node ${path.startsWith('..') ? script : path}`;
}

/**
 * A help text with the commands as the user types them. In front of ` -- `, the name is one that another program gives
 * to the sandbox, and stays as it is.
 */
export const withProgramName = (help: string, programName: string): string =>
  help.replaceAll(new RegExp(`${NAME_IN_TEXTS} (?!-- )`, 'g'), `${programName} `);
