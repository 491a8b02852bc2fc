import { statSync } from 'node:fs';
import type { Finding } from '../findings/finding.ts';
import { mergeJudgements, type RuleJudgement } from '../findings/judgement.ts';
import type { RuleSettings } from '../findings/rule-settings.ts';
import { type RunPart, readRun, readRunFile } from '../run-folder/run-folder.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * What sandboxes have added to runs.
 * @param paths run folders, and files in them
 * @throws RunFolderError if one of them cannot be read
 */
export const readParts = (paths: readonly string[]): RunPart[] =>
  paths.flatMap(path => (isFolder(path) ? readRun(path) : [readRunFile(path)]));

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
