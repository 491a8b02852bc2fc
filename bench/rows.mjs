import { ALONE } from './alone/index.mjs';

/** What is measured beside other servers: the requests that each row needs. */
const BESIDE = {
  start: [],
  requests: ['GET balance', 'GET status', 'POST order'],
  // Measured against single posts.
  bulk: ['POST order', 'POST bulk of 50'],
};

const flagOf = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** The names that `--only` takes. */
export const ROWS = [...Object.keys(BESIDE), ...ALONE.map(flagOf)];

/**
 * What is to be measured.
 * @param only rows by name; left out, all of them
 * @throws where a row does not exist
 */
export function chooseRows(only = ROWS) {
  const stray = only.find(row => !ROWS.includes(row));
  if (stray) throw new Error(`--only: there is no row "${stray}"; there are ${ROWS.join(', ')}`);
  const beside = Object.keys(BESIDE).filter(row => only.includes(row));
  return {
    /** Names of requests; null where no other server is measured. */
    requests: beside.length > 0 ? [...new Set(beside.flatMap(row => BESIDE[row]))] : null,
    /** Whether start and memory are part of the result: they come with every request. */
    hasStart: beside.includes('start'),
    alone: ALONE.filter(name => only.includes(flagOf(name))),
  };
}
