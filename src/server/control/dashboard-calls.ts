import type { components } from '../../contract/control-v1.generated.ts';
import { stillApplies, upcomingData } from '../../contract/json/event-data.ts';
import { redactUrls } from '../../contract/json/redaction.ts';
import { errorOf, headerOf } from '../../contract/json/request-data.ts';
import { quoteData } from '../../contract/json/service-data.ts';
import { isRefusal } from '../../core/domain/errors.ts';
import { priceSelection } from '../../core/domain/pricing.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Exchange } from '../../core/facts.ts';
import { RequestJournal } from '../../host/request-journal.ts';
import { bearerTokenOf } from '../read-request.ts';
import type { Handlers } from './call-types.ts';
import { pageByKey, pageOf } from './paging.ts';

type Schemas = components['schemas'];

/** Characters of a User-Agent header that are shown. */
const MAX_USER_AGENT = 200;
const HINT = 4;
/** A shorter key would be shown almost whole. */
const SHORTEST_HINTED = 16;

/** The last characters of the key in an Authorization header; null if there is none. */
function hintOf(authorization: string | undefined): string | null {
  const key = bearerTokenOf(authorization);
  return key === null || key.length < SHORTEST_HINTED ? null : key.slice(-HINT);
}

const unknownCall = (exchange: Exchange): Schemas['UnknownCall'] => ({
  id: exchange.id,
  at: isoTime(exchange.atMs),
  method: exchange.method,
  url: redactUrls(exchange.url),
  status: exchange.status,
  error: errorOf(exchange),
  explanation: redactUrls(exchange.explain),
  ip: exchange.ip,
  user_agent: headerOf(exchange, 'user-agent')?.slice(0, MAX_USER_AGENT) ?? null,
  key: hintOf(headerOf(exchange, 'authorization')),
});

/** Calls with which the dashboard looks at an account and acts on it without leaving traces in what it shows. */
export const dashboardCalls = {
  getDashboardKey: ({ core, account }) => ({ api_key: core.dashboardKeys.textFor(account) }),
  previewQuote: ({ account, query }) => {
    const { package_id: packageId, energy_amount: energyAmount, duration_minutes: durationMinutes } = query;
    const selection = { packageId, energyAmount, durationMinutes };
    const offer = priceSelection(account.state.settings, selection, 'single');
    if (isRefusal(offer)) return { quote: null, error: offer.error, message: offer.explain };
    const { energy_amount, duration_minutes, base_price_trx, discount_percent, discount_trx, price_trx } =
      quoteData(offer);
    const quote = {
      energy_amount,
      duration_minutes,
      base_price_trx,
      discount_percent,
      discount_trx,
      price_trx,
    };
    return { quote, error: null, message: null };
  },
  listUpcoming: async ({ account, clock, query }) => {
    const { state } = account;
    // A copy, because the heap changes while a long one is searched in slices.
    const tasks = [...state.agenda];
    const page = await pageByKey(clock, tasks, query, {
      matches: task => stillApplies(state, task),
      show: task => upcomingData(state, task),
      keyOf: task => [task.dueMs, task.seq],
    });
    return { ...page, total: tasks.length };
  },
  listUnknownCallers: async ({ core, clock, query }) => {
    const journal = core.unknownCallers;
    const exchanges = journal.list();
    const { dropped } = journal;
    const page = await pageOf(clock, exchanges, query, {
      matches: () => true,
      show: unknownCall,
      lost: dropped,
    });
    return { ...page, bound: RequestJournal.bound, dropped };
  },
  clearUnknownCallers: ({ core }) => ({ cleared: core.unknownCallers.clear() }),
} satisfies Partial<Handlers>;
