import { statSync } from 'node:fs';
import type { Finding, RuleJudgement } from '../findings/finding.ts';
import type { RuleSettings } from '../findings/rule-settings.ts';
import { mergeJudgements } from '../findings/rule-table.ts';
import { RunFolderError, type RunPart, readRun, readRunFile } from '../run-folder/run-folder.ts';
import { CliError, EXIT_USAGE } from './cli-error.ts';

/** Whether it is a folder. What cannot be looked at is read as a file, which says why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * What sandboxes have added to runs.
 * @param paths run folders, and files in them, as `--merge` names them
 * @throws CliError if one of them cannot be read, or none has anything: a report on another folder would find nothing wrong
 */
export function readParts(paths: readonly string[]): RunPart[] {
  const parts = partsAt(paths);
  if (parts.length > 0) return parts;
  throw new CliError(
    `--merge: ${paths.join(', ')}: no sandbox has recorded a run there; name the folder of --run or ENERGY_SANDBOX_RUN`,
    EXIT_USAGE,
  );
}

function partsAt(paths: readonly string[]): RunPart[] {
  try {
    return paths.flatMap(path => (isFolder(path) ? readRun(path) : [readRunFile(path)]));
  } catch (error) {
    if (error instanceof RunFolderError) throw new CliError(`--merge: ${error.message}`, EXIT_USAGE);
    throw error;
  }
}

/**
 * Whether each rule was judged by any sandbox of a run.
 * @param settings of rules, which override those of the sandboxes
 */
export const judgementsIn = (parts: readonly RunPart[], settings?: RuleSettings): RuleJudgement[] =>
  mergeJudgements(
    parts.flatMap(({ rules }) => (Array.isArray(rules) ? [rules as RuleJudgement[]] : [])),
    settings,
  );

/** The findings of all sandboxes of a run. */
export const findingsOf = (parts: readonly RunPart[]): Finding[] =>
  parts.flatMap(part => (Array.isArray(part.findings) ? (part.findings as Finding[]) : []));
