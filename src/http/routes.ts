import type { Contract, ContractOperation } from '../contract/types.ts';
import type { OperationId, Scope } from '../domain/operations.ts';

/** An operation of the service at its method and path. */
export interface ServiceRoute {
  readonly id: OperationId;
  readonly scope: Scope;
  readonly contract: ContractOperation;
}

/** Where a request leads: to an operation, to a path with other methods, or nowhere. */
export type Found =
  | { readonly kind: 'operation'; readonly route: ServiceRoute }
  | { readonly kind: 'other-method'; readonly allow: string }
  | { readonly kind: 'missing-slash' }
  | { readonly kind: 'nowhere' };

const NOWHERE: Found = { kind: 'nowhere' };
const MISSING_SLASH: Found = { kind: 'missing-slash' };

/** Finds the operation for a method and a path, by the description. */
export class Routes {
  readonly #byPath = new Map<string, Map<string, Found>>();
  readonly #otherMethod = new Map<string, Found>();

  constructor(contract: Contract) {
    for (const operation of contract.operations) {
      const route = { id: operation.id as OperationId, scope: operation.scope as Scope, contract: operation };
      const methods = this.#byPath.get(operation.path) ?? new Map<string, Found>();
      methods.set(operation.method, { kind: 'operation', route });
      this.#byPath.set(operation.path, methods);
    }
    for (const [path, methods] of this.#byPath) {
      this.#otherMethod.set(path, { kind: 'other-method', allow: [...methods.keys()].join(', ') });
    }
  }

  find(method: string, path: string): Found {
    const methods = this.#byPath.get(path);
    if (methods) return methods.get(method) ?? (this.#otherMethod.get(path) as Found);
    return this.#byPath.has(`${path}/`) ? MISSING_SLASH : NOWHERE;
  }
}
