import type { components } from '../../contract/control-v1.generated.ts';
import { assumptionsData } from '../../contract/json/account-json.ts';
import type { Account } from '../../core/engine/account.ts';
import { VERSION } from '../../host/node/version.ts';
import { DEMO_ACCOUNT } from '../sandbox-options.ts';
import { accountNamed, holderOfKey, printableKey } from './access-control.ts';
import { shownTrouble } from './account-calls.ts';
import type { Call, ControlParts, Handlers } from './control-call.ts';
import { ControlError } from './control-error.ts';
import { MAX_STREAMS } from './live-streams.ts';

function openStream(call: Call<'streamAccount'> | Call<'streamAll'>, account: Account | null): undefined {
  const { isClosing, core, key, request, response, streams, feeds, findings, query } = call;
  if (isClosing()) throw new ControlError('NOT_READY', 'the server is shutting down');
  // Earlier findings are not reported again.
  findings.settle();
  const feed = feeds.of(account);
  if (feed.readers >= MAX_STREAMS) {
    const message = `${MAX_STREAMS} clients follow this stream, which is the maximum; close one of them`;
    throw new ControlError('LIMIT_REACHED', message);
  }
  const checkAccess = (): void => void (key && holderOfKey(request, core));
  streams.open(request, response, feed, checkAccess, query.last_event_id);
  return undefined;
}

/** The state of the demo. A server with an admin token does not show the demo's key: only its operator knows its keys. */
const shownDemo = ({ demo: { state }, options }: ControlParts): components['schemas']['Demo'] => ({
  running: state.running,
  account: state.accounts[0] ?? null,
  accounts: [...state.accounts],
  chapters: state.chapters.map(({ orders, ...chapter }) => ({
    ...chapter,
    orders: orders.map(({ account, orderId }) => ({ account, order_id: orderId })),
  })),
  api_key: options.admin_token === undefined ? state.apiKey : null,
});

export const serverCalls = {
  getHealth: () => ({ status: 'ok' }),
  getReadiness: ({ isClosing }) => {
    if (isClosing()) throw new ControlError('NOT_READY', 'the server is shutting down');
    return { status: 'ok' };
  },
  getInfo: ({ core, options, baseUrl }) => ({
    name: 'energy-rental-sandbox',
    version: VERSION,
    base_url: baseUrl,
    docs_url: `${baseUrl}/_sandbox/docs`,
    admin_token_required: options.admin_token !== undefined,
    default_account: core.accounts.get(DEMO_ACCOUNT) ? DEMO_ACCOUNT : null,
    default_api_key: printableKey(core, options),
    accounts: core.accounts.list().map(({ state }) => state.name),
    degraded: core.accounts.list().flatMap(account => {
      const trouble = shownTrouble(core, account);
      return trouble ? [{ account: account.state.name, ...trouble }] : [];
    }),
    scenarios: core.library.names(),
  }),
  listAssumptions: ({ core, query, account: own }) => {
    const { account: name } = query;
    const account = own ?? (name === undefined ? null : accountNamed(core, name, 'query.account'));
    return { items: assumptionsData((account?.state ?? core.defaults).settings), next: null };
  },
  streamAccount: call => openStream(call, call.account),
  streamAll: call => openStream(call, null),
  getDemo: shownDemo,
  setDemo: async call => {
    if (call.body.running) await call.demo.start();
    else call.demo.stop();
    return shownDemo(call);
  },
  getMetrics: async ({ metrics: metricsOfServer, response }) => {
    const metrics = await metricsOfServer();
    const text = await metrics.metrics();
    response.writeHead(200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
    return undefined;
  },
} satisfies Partial<Handlers>;
