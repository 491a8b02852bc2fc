import type { Scope } from '../../domain/operations.ts';
import { BoundedMap } from '../bounded-map.ts';
import { defineRule } from '../rule.ts';

const MAX_KEYS = 1_000;

/** What a key may do, and what it was used for. */
interface Use {
  readonly key: string;
  readonly scopes: readonly Scope[];
  readonly used: Set<Scope>;
  readonly sinceMs: number;
}

export const unusedScope = defineRule({
  id: 'unused-scope',
  severity: 'info',
  title: 'A key has scopes that it never needed.',
  bug: 'One key with all scopes is created at the start and used everywhere.',
  cost: 'A key that leaks can do everything that it may, not only what it was used for: a key that only has to read can spend the balance.',
  fix: 'Create a key for each service with only the scopes that it needs: `orders:read` for a reporting job, `orders:create` and `orders:read` for the service that buys.',
  start: () => new BoundedMap<string, Use>(MAX_KEYS),
  decided(uses, { key, scope, scopes, atMs }) {
    if (key === null || scope === null) return;
    let use = uses.get(key);
    if (!use) {
      use = { key, scopes, used: new Set(), sinceMs: atMs };
      uses.set(key, use);
    }
    use.used.add(scope);
  },
  *pending(uses) {
    for (const { key, scopes, used, sinceMs } of uses.values()) {
      const unused = scopes.filter(scope => !used.has(scope));
      if (unused.length === 0) continue;
      yield {
        key,
        sinceMs,
        message: `Key ${key} may use ${unused.join(', ')} as well, and never did.`,
        atMs: sinceMs,
      };
    }
  },
});
