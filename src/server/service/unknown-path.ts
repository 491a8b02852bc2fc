import type { Settings } from '../../core/domain/assumptions.ts';
import { nearestWord } from '../../core/text/nearest-word.ts';
import { type ApiResponse, failed } from '../api-response.ts';
import type { ServiceVisit } from './service-visit.ts';

/** The paths of the description: a set, or a map by path. */
type KnownPaths = Pick<ReadonlySet<string>, 'has' | 'keys'>;

const PREFIX = '/api/v1/';
const MAX_SEGMENTS = 8;
/** How much of a path an explanation repeats. */
const LONGEST_PATH = 200;

/**
 * The known path that was most likely meant, or null. Compares without the prefix, which may be wrong or missing, then
 * segment by segment from the end: `/api/v1/bulk` means `/api/v1/orders/bulk/`.
 */
function nearestPath(path: string, paths: KnownPaths): string | null {
  const names = [...paths.keys()].map(known => known.slice(PREFIX.length, -1));
  const given = path.replace(/^(?:\/api)?(?:\/v\d+)?\//, '');
  const whole = nearestWord(given, names);
  if (whole !== null) return `${PREFIX}${whole}/`;
  for (const segment of given.split('/').slice(-MAX_SEGMENTS).reverse()) {
    const near = nearestWord(
      segment,
      names.flatMap(name => name.split('/')),
    );
    const meant = names.find(name => near !== null && name.split('/').includes(near));
    if (meant !== undefined) return `${PREFIX}${meant}/`;
  }
  return null;
}

/** Why a path does not exist. */
export function explainPath(path: string, paths: KnownPaths): string {
  if (paths.has(`${path}/`)) return `the path is missing its trailing slash; use ${path}/`;
  const near = nearestPath(path, paths);
  const known = path.startsWith(PREFIX)
    ? `the paths are ${[...paths.keys()].join(', ')}`
    : `every path of the service API begins with ${PREFIX}`;
  const hint = near ? `did you mean ${near}?` : known;
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
  return `there is no path ${shown}; ${hint}`;
}

/**
 * NOT_FOUND, or a redirect if only the trailing slash is missing and the account's settings say so.
 * @param ofServer the settings that apply to a request without a valid key
 */
export function refusePath(
  { path, request, caller }: ServiceVisit,
  paths: ReadonlySet<string>,
  ofServer: Settings,
): ApiResponse {
  const explain = explainPath(path, paths);
  const isRedirected = (caller?.account.state.settings ?? ofServer).trailing_slash === 'redirect';
  if (!isRedirected || !paths.has(`${path}/`)) return failed('NOT_FOUND', explain);
  const { url = '' } = request;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return { status: 308, body: '', headers: { Location: `${path}/${query}` }, explain };
}
