/*
 * Refuses a Node that is too old, when it is loaded. Every entry of the package loads this file before the others, which an
 * old Node may not be able to read.
 */

const OLDEST_NODE: readonly [major: number, minor: number] = [20, 19];

/** @throws Error that says how to fix it if this version, such as 18.20.4, cannot run the program */
function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  const needed = OLDEST_NODE.join('.');
  throw new Error(
    `this is Node ${version}, and energy-rental-sandbox needs Node ${needed} or newer; install it from https://nodejs.org, or use the container image`,
  );
}

checkNode(process.versions.node);

export {};
