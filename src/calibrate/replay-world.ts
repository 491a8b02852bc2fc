import type { Account } from '../client/sandbox-interface.ts';
import type { Settings } from '../domain/assumptions.ts';
import { estimateEnergy } from '../domain/estimate.ts';
import { readableAddress } from '../domain/make-address.ts';
import { type OperationId, SCOPES, type Scope } from '../domain/operations.ts';
import type { Knowledge } from './knowledge.ts';
import { transferEnergies } from './learners/recipients.ts';
import type { ServiceCall } from './recording.ts';

/** The seed of the replay's account. */
export const REPLAY_SEED = 'replay';

/** A key that no account has. */
const UNKNOWN_KEY = 'ersk_replay_unknown';
/** An address from which no request comes. */
const ELSEWHERE = '192.0.2.1';

const SCOPE_OF: Readonly<Record<OperationId, Scope>> = {
  getQuote: 'quote',
  createEstimate: 'quote',
  createOrder: 'orders:create',
  createOrdersBulk: 'orders:create',
  getOrderStatus: 'orders:read',
  getBalance: 'balance',
};

/** The options of a key that is treated as the recorded one was. */
function keyOptions(calls: readonly ServiceCall[], settings: Settings) {
  const refused = new Set(
    calls.flatMap(({ error, operation }) =>
      error === 'SCOPE_FORBIDDEN' && operation ? [SCOPE_OF[operation]] : [],
    ),
  );
  const expired = calls.find(({ error }) => error === 'TOKEN_EXPIRED');
  const limits = calls.map(({ answerHeaders }) => Number(answerHeaders['x-ratelimit-limit']));
  const limit = limits.findLast(one => Number.isSafeInteger(one) && one > 0);
  const isTimed = calls.every(({ atMs }) => atMs !== null);
  return {
    scopes: SCOPES.filter(scope => !refused.has(scope)),
    ...(calls.some(({ error }) => error === 'IP_NOT_ALLOWED') ? { ipAllow: [ELSEWHERE] } : {}),
    ...(expired ? { expiresAt: new Date((expired.atMs ?? 1) - 1).toISOString() } : {}),
    // Without times, all requests are made within one window.
    ...(isTimed ? {} : { rateLimitPerMinute: 1_000_000_000 }),
    ...(isTimed && limit !== undefined && limit !== settings.rate_limit_per_minute
      ? { rateLimitPerMinute: limit }
      : {}),
  };
}

/** Creates a key for each recorded one. @returns the tokens by the names of the recorded keys */
export async function createKeys(
  account: Account,
  { recording, acceptedKeys }: Knowledge,
  settings: Settings,
): Promise<ReadonlyMap<string | null, string>> {
  const tokens = new Map<string | null, string>();
  for (const name of new Set(recording.calls.map(({ key }) => key))) {
    const calls = recording.calls.filter(({ key }) => key === name);
    const isKnown = acceptedKeys.has(name) || calls.some(({ error }) => error === 'TOKEN_EXPIRED');
    if (!isKnown) {
      if (name !== null) tokens.set(name, UNKNOWN_KEY);
      continue;
    }
    // Without recorded keys, refusals are those of any key.
    const own = name === null ? calls.filter(({ status }) => status !== 401 && status !== 403) : calls;
    const { apiKey } = await account.keys.create(keyOptions(own, settings));
    tokens.set(name, apiKey);
  }
  return tokens;
}

const MAX_TRIES = 100;

/**
 * Addresses to use in place of recorded ones. Which recipients hold USDT depends on the network, so each one that was
 * estimated is replaced by one for which the replay's account estimates the same.
 */
export function standIns(knowledge: Knowledge, settings: Settings): ReadonlyMap<string, string> {
  const replaced = new Map<string, string>();
  for (const [address, energy] of transferEnergies(knowledge)) {
    const estimates = (candidate: string): number =>
      estimateEnergy(settings, REPLAY_SEED, candidate, null).energy;
    if (estimates(address) === energy) continue;
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const candidate = readableAddress('TStandin', `${address} ${attempt}`);
      if (estimates(candidate) !== energy) continue;
      replaced.set(address, candidate);
      break;
    }
  }
  return replaced;
}
