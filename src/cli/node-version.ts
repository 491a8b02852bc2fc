/** The oldest version of Node.js that runs the program, as in package.json. */
export const OLDEST_NODE = '20.19';

const partsOf = (version: string): readonly number[] => version.split('.').map(Number);

/** Why a version of Node.js cannot run the program, and how to fix it; null if it can. @param version such as `20.19.0` */
export function outdatedNode(version: string): string | null {
  const [major = 0, minor = 0] = partsOf(version);
  const [oldestMajor = 0, oldestMinor = 0] = partsOf(OLDEST_NODE);
  const isRecent = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return isRecent
    ? null
    : `this is Node.js ${version}, but it takes ${OLDEST_NODE} or newer; install one from https://nodejs.org, or switch with your version manager`;
}
