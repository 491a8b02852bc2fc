import type { Diagnostics } from 'recheck';
import type { Problem } from './description-problems.ts';
import type { DocumentPath } from './references.ts';

/** Enough for patterns with counted repetitions, which take the analyser longest. */
const ANALYSIS_MS = 10_000;

/** The patterns in a document with their paths. */
function patternsIn(value: unknown, at: DocumentPath = []): { pattern: string; at: DocumentPath }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const inside = [...at, Array.isArray(value) ? Number(key) : key];
    return key === 'pattern' && typeof one === 'string'
      ? [{ pattern: one, at: inside }]
      : patternsIn(one, inside);
  });
}

/** Why a pattern is refused; null if its time grows with the text at most linearly. */
function problemOf(analysis: Diagnostics): string | null {
  if (analysis.status === 'safe') return null;
  if (analysis.status === 'vulnerable') {
    const time = analysis.complexity.type === 'exponential' ? 'exponential' : 'more than linear';
    return `it takes ${time} time on some texts, so one request could stop the server`;
  }
  // A pattern that is not a regular expression is reported where its schema is compiled.
  if (analysis.error.kind === 'invalid') return null;
  return `it could not be shown to be fast (${analysis.error.kind}), so one request might stop the server`;
}

const REMEDY =
  'write it so that no repetition can match the same text in several ways: ^[a-z]+$ instead of ^([a-z]+)+$';

/**
 * The patterns of a description that could take very long on some texts. Patterns that the built-in description has too
 * are not analysed.
 */
export async function problemsOfPatterns(document: unknown, builtIn: unknown): Promise<Problem[]> {
  const known = new Set([...patternsIn(builtIn)].map(({ pattern }) => pattern));
  const changed = [...patternsIn(document)].filter(({ pattern }) => !known.has(pattern));
  if (changed.length === 0) return [];
  // Loaded on demand: loading it takes half a second.
  const { default: recheck } = await import('recheck/lib/browser.js');
  return changed.flatMap(({ pattern, at }) => {
    const problem = problemOf(recheck.checkSync(pattern, 'u', { timeout: ANALYSIS_MS, randomSeed: 0 }));
    return problem === null ? [] : [{ at, text: `the pattern ${pattern} is refused: ${problem}; ${REMEDY}` }];
  });
}
