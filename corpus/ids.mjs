import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/* The ids of what the judges report, in the order of the tables in docs/, which tests keep as they are in the program. */

const idsIn = (document, row) =>
  [...readFileSync(join(import.meta.dirname, '../docs', document), 'utf8').matchAll(row)].map(([, id]) => id);

/** The rules of findings. */
export const RULES = idsIn('findings.md', /^\| \[([a-z0-9-]+)\]\(#/gm);
/** The disturbances of explore. */
export const DISTURBANCES = idsIn('explore.md', /^\| `([a-z][a-z0-9-]*)`(?: \*\w+\*)* \| [a-z]/gm);
/** The cases of the audit. */
export const CASES = idsIn('audit.md', /^\| \[([a-z0-9-]+)\]\(#/gm);
