import { isObject } from '../core/domain/json.ts';

/** The keys and indices from the root of a document to a value in it. */
export type DocumentPath = readonly (string | number)[];

export class DescriptionProblem extends Error {
  override readonly name = 'DescriptionProblem';
  readonly at: DocumentPath;

  constructor(at: DocumentPath, message: string) {
    super(message);
    this.at = at;
  }
}

/** The path that a reference within its document names; null for a reference to another document. */
export const pathOfReference = (reference: string): DocumentPath | null =>
  reference.startsWith('#/')
    ? reference
        .slice(2)
        .split('/')
        .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : null;

/** The value at a path; undefined if there is none. */
export function valueAt(document: unknown, at: DocumentPath): unknown {
  let value = document;
  for (const step of at) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** The maximum number of values in a description, counting what its references and aliases stand for each time. */
export const MAX_DESCRIPTION_VALUES = 500_000;

/**
 * A part of a document, by default all of it, in which each reference is replaced by what it refers to.
 * @throws DescriptionProblem for a reference to nothing, to another document, or to what contains it; for too many values
 */
export function dereferenced(document: unknown, part = document): unknown {
  let values = 0;
  const resolve = (node: unknown, at: DocumentPath, within: readonly string[]): unknown => {
    values += 1;
    if (values > MAX_DESCRIPTION_VALUES)
      throw new DescriptionProblem(
        at,
        `its references stand for more than ${MAX_DESCRIPTION_VALUES} values; use fewer`,
      );
    if (Array.isArray(node)) return node.map((one, index) => resolve(one, [...at, index], within));
    if (!isObject(node)) return node;
    const { $ref: reference } = node;
    if (typeof reference !== 'string') {
      const entries = Object.entries(node).map(([key, one]) => [key, resolve(one, [...at, key], within)]);
      return Object.fromEntries(entries);
    }
    const target = pathOfReference(reference);
    const value = target && valueAt(document, target);
    if (!target || value === undefined)
      throw new DescriptionProblem(at, `${reference} is not in this file; correct the reference`);
    if (within.includes(reference))
      throw new DescriptionProblem(at, `${reference} contains itself; describe it without recursion`);
    return resolve(value, target, [...within, reference]);
  };
  return resolve(part, [], []);
}
