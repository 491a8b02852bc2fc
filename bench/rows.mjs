import { ALONE } from './alone/index.mjs';

/** The rows that compare servers, with the requests that each row needs. */
const COMPARED = {
  start: [],
  requests: ['GET balance', 'GET status', 'POST order'],
  // Measured against single posts.
  bulk: ['POST order', 'POST bulk of 50'],
};

const flagOf = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** The names that `--only` takes. */
export const ROWS = [...Object.keys(COMPARED), ...ALONE.map(flagOf)];

/**
 * Selects what is measured.
 * @param only the names of rows; default: all rows
 * @throws if a row does not exist
 */
export function chooseRows(only = ROWS) {
  const unknown = only.find(row => !ROWS.includes(row));
  if (unknown) throw new Error(`--only: unknown row "${unknown}"; use one or more of ${ROWS.join(', ')}`);
  const compared = Object.keys(COMPARED).filter(row => only.includes(row));
  return {
    /** The names of the requests; null if no comparison is measured. */
    requests: compared.length > 0 ? [...new Set(compared.flatMap(row => COMPARED[row]))] : null,
    /** Whether the report shows start and memory, which every comparison measures. */
    hasStart: compared.includes('start'),
    alone: ALONE.filter(name => only.includes(flagOf(name))),
  };
}
