/** The oldest Node that runs the program: major and minor version. */
export const OLDEST_NODE: readonly [major: number, minor: number] = [20, 19];

/** What is wrong with a version of Node, such as 18.20.4, and how to fix it; null if it runs the program. */
export function nodeProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  const needed = OLDEST_NODE.join('.');
  return `this is Node ${version}, and energy-rental-sandbox needs Node ${needed} or newer; install it from https://nodejs.org, or use the container image`;
}
