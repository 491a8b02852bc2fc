import { VERSION } from '../version.ts';

/** The address of a file of this version of the package. */
const PACKAGE_URL = `https://unpkg.com/energy-rental-sandbox@${VERSION}`;

/**
 * The URL of a paragraph of the documentation, in this version.
 * @param page such as `docs/findings.md`
 * @param anchor such as the id of a rule
 */
export const helpUriOf = (page: string, anchor: string): string =>
  `${PACKAGE_URL}/${page}#${encodeURIComponent(anchor)}`;
