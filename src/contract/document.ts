import { OpenAPIV3 } from 'openapi-types';
import type { DescribedOperation, Description } from './types.ts';

/** An operation of a description, with its method and path. */
export interface OperationEntry {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

/** All operations of a description, in the order of its paths. */
export const operationsIn = ({ paths }: Description): OperationEntry[] =>
  Object.entries(paths).flatMap(([path, item = {}]) =>
    Object.values(OpenAPIV3.HttpMethods).flatMap(method => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );

/**
 * Looks operations up by method and path.
 * @returns a function that throws if the description has no such operation
 */
export function operationFinder(document: Description): (method: string, path: string) => DescribedOperation {
  const found = new Map(
    operationsIn(document).map(({ method, path, operation }) => [`${method} ${path}`, operation]),
  );
  return (method, path) => {
    const operation = found.get(`${method} ${path}`);
    if (!operation) throw new Error(`the description has no ${method} ${path}; prepare it again`);
    return operation;
  };
}
