import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { trx } from './format.ts';
import { lazy } from './lazy.tsx';
import { NewOrderPage } from './pages/new-order/page.tsx';
import { OrderPage } from './pages/order/page.tsx';
import { OrdersPage } from './pages/orders.tsx';
import { RequestsPage } from './pages/requests.tsx';
import { ScenariosPage } from './pages/scenarios/page.tsx';
import { WebhooksPage } from './pages/webhooks.tsx';
import { AccountMenu } from './parts/account-menu.tsx';
import { Button, Icon, Logo } from './parts/basics.tsx';
import { ClockBar, NextDue } from './parts/clock.tsx';
import { Dialogs, Toasts } from './parts/dialogs.tsx';
import { boundTo, Form, TextField } from './parts/field.tsx';
import { NoSuchPage, PageFrame } from './parts/list-page.tsx';
import { Nav } from './parts/nav.tsx';
import { linkTo, type PageProps, type Place, route } from './routes.ts';
import { account, accountName, info, missing } from './store/account.ts';
import { showDialog } from './store/dialogs.ts';
import { type Connection, connection, reconnectWithToken, refusedToken, serverError } from './store/live.ts';

function MissingAccount({ name }: { name: string }) {
  const accounts = info.value?.accounts ?? [];
  return (
    <PageFrame title={`Account ${name} does not exist`}>
      <p class="soft">
        {accounts.length === 0
          ? 'The sandbox has no accounts. Create one with the menu at the top.'
          : 'It may have been deleted, or the sandbox was restarted. Open another one, or create one with the menu at the top:'}
      </p>
      <ul class="bullets">
        {accounts.map(one => (
          <li key={one}>
            <a class="break" href={linkTo(route.value.page, null, one)}>
              {one}
            </a>
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}

const PAGES: Readonly<Record<Place, ComponentType<PageProps>>> = {
  overview: lazy(async () => (await import('./pages/overview/page.tsx')).OverviewPage),
  orders: props => (props.id === null ? <OrdersPage {...props} /> : <OrderPage {...props} />),
  'orders/new': NewOrderPage,
  webhooks: WebhooksPage,
  'webhooks/receiver': lazy(async () => (await import('./pages/receiver.tsx')).ReceiverPage),
  requests: RequestsPage,
  scenarios: ScenariosPage,
  findings: lazy(async () => (await import('./pages/findings.tsx')).FindingsPage),
  'findings/coverage': lazy(async () => (await import('./pages/coverage.tsx')).CoveragePage),
  balance: lazy(async () => (await import('./pages/balance.tsx')).BalancePage),
  settings: lazy(async () => (await import('./pages/settings/page.tsx')).SettingsPage),
  'settings/assumptions': lazy(
    async () => (await import('./pages/settings/assumptions.tsx')).AssumptionsPage,
  ),
};

const CONNECTION_TEXTS: Readonly<Record<Connection, string>> = {
  live: 'Live',
  connecting: 'Connecting',
  lost: 'Connecting',
  unauthorized: 'Token needed',
  absent: 'No such account',
};

function TopBar() {
  const isLive = connection.value === 'live';
  return (
    <header class="top">
      <AccountMenu />
      {account.value && (
        <a class="clip" href={linkTo('balance')} title="Balance and ledger">
          {trx(account.value.balance_trx)} <span class="soft">TRX</span>
        </a>
      )}
      <span class={`row live tone-${isLive ? 'good' : 'warn'}`}>{CONNECTION_TEXTS[connection.value]}</span>
      <Button
        icon="search"
        look="small"
        aria-label="Search everything, Ctrl K"
        aria-keyshortcuts="Control+K"
        title="Search everything (Ctrl K)"
        onClick={() => showDialog('search')}
      >
        <kbd class="wide-label">Ctrl K</kbd>
      </Button>
      <ClockBar />
      <NextDue />
    </header>
  );
}

function TokenForm() {
  const token = useSignal('');
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => page.current?.querySelector('input')?.focus(), []);
  const isRefused = token.value === '' && refusedToken.value !== null;
  return (
    <div ref={page} class="card stack loose token-page">
      <Logo />
      <h1>Admin token or API key</h1>
      <p class="soft">
        The admin token opens all accounts, an API key its own. The page keeps it until the tab is closed.
      </p>
      <Form submit="Open" look="main" onSubmit={async () => reconnectWithToken(token.value)}>
        <TextField
          label="Token or key"
          type="password"
          {...boundTo(token)}
          problem={isRefused ? 'This is neither the admin token nor a valid API key.' : null}
        />
      </Form>
    </div>
  );
}

function Content() {
  const name = accountName.value;
  if (connection.value === 'unauthorized') return <TokenForm />;
  if (missing.value !== null && missing.value === name) return <MissingAccount name={missing.value} />;
  if (!name) return null;
  const { isPage, place, id } = route.value;
  if (!isPage) return <NoSuchPage>The address names no page of the dashboard.</NoSuchPage>;
  const Page = PAGES[place];
  return <Page key={`${name}/${place}`} account={name} id={id} />;
}

/** The whole page. */
export function App() {
  return (
    <div class="shell">
      <button type="button" class="button skip" onClick={() => document.getElementById('page')?.focus()}>
        Skip to content
      </button>
      <Nav />
      <TopBar />
      <main class="page" id="page" tabIndex={-1}>
        {connection.value === 'lost' && (
          <div class="row nowrap note tone-warn" role="alert">
            <Icon name="warn" />
            <span>
              The sandbox {serverError.value ? `responds with ${serverError.value}` : 'does not respond'}.{' '}
              {account.value && 'The page shows the last known state. '}
              It reconnects as soon as the sandbox works again.
            </span>
          </div>
        )}
        <Content />
      </main>
      <Toasts />
      <Dialogs />
    </div>
  );
}
