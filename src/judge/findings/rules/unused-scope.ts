import { SCOPES, type Scope } from '../../../core/domain/operations.ts';
import type { Exchange } from '../../../core/facts.ts';
import { defineRule } from '../rule.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_KEYS = 1_000;

/** The scopes of a key, and what it was used for. */
interface Use {
  readonly key: string;
  readonly scopes: readonly Scope[];
  readonly used: Set<Scope>;
  readonly sinceMs: number;
}

/** True if somebody has chosen what the key may do. A key that is created without scopes has them all, like the default keys. */
const hasChosenScopes = ({ key, scope, scopes }: Exchange): boolean =>
  key !== null && scope !== null && scopes.length < SCOPES.length;

export const unusedScope = defineRule({
  id: 'unused-scope',
  severity: 'info',
  title: 'A key that was limited to certain scopes has some that it never needed.',
  bug: 'The scopes of a key were chosen generously, or what its service does has changed since.',
  cost: 'A leaked key can do everything that its scopes allow: a key that is only used for reading can spend the balance.',
  fix: 'Create a key for each service with only the scopes that it needs: `orders:read` for a reporting job, `orders:create` and `orders:read` for the service that buys.',
  needs: {
    missing: 'no request had a key that is limited to certain scopes',
    answered: hasChosenScopes,
  },
  start: () => new BoundedMap<string, Use>(MAX_KEYS),
  decided(uses, exchange) {
    if (!hasChosenScopes(exchange)) return;
    const { scopes, atMs } = exchange;
    const key = exchange.key!;
    const use = uses.get(key) ?? { key, scopes, used: new Set(), sinceMs: atMs };
    uses.set(key, use);
    use.used.add(exchange.scope!);
  },
  *pending(uses) {
    for (const { key, scopes, used, sinceMs } of uses.values()) {
      const unused = scopes.filter(scope => !used.has(scope));
      if (unused.length === 0) continue;
      yield {
        key,
        sinceMs,
        message: () => `Key ${key} may use ${unused.join(', ')} as well, and never did.`,
        atMs: sinceMs,
      };
    }
  },
});
