import { statSync } from 'node:fs';
import type { Finding } from '../findings/finding.ts';
import { type RunPart, readRun, readRunFile } from '../run-folder/run-folder.ts';
import { CliError, EXIT_USAGE } from './cli-error.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * What sandboxes have added to runs.
 * @param paths run folders, and files in them
 * @throws CliError if one of them cannot be read
 */
export function readParts(paths: readonly string[]): RunPart[] {
  try {
    return paths.flatMap(path => (isFolder(path) ? readRun(path) : [readRunFile(path)]));
  } catch (error) {
    throw new CliError((error as Error).message, EXIT_USAGE);
  }
}

/** The findings of all sandboxes of a run. */
export const findingsOf = (parts: readonly RunPart[]): Finding[] =>
  parts.flatMap(part => (Array.isArray(part.findings) ? (part.findings as Finding[]) : []));
