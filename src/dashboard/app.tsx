import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { trx } from './format.ts';
import { AssumptionsPage } from './pages/assumptions.tsx';
import { BalancePage } from './pages/balance.tsx';
import { KeysPage } from './pages/keys.tsx';
import { NewOrderPage } from './pages/new-order/page.tsx';
import { OrderPage } from './pages/order.tsx';
import { OrdersPage } from './pages/orders.tsx';
import type { PageProps } from './pages/page-props.ts';
import { RequestsPage } from './pages/requests.tsx';
import { ScenariosPage } from './pages/scenarios.tsx';
import { WebhooksPage } from './pages/webhooks.tsx';
import { AccountSwitcher } from './parts/account-switcher.tsx';
import { ClockBar } from './parts/clock-bar.tsx';
import { DemoSwitch } from './parts/demo-switch.tsx';
import { TextField } from './parts/field.tsx';
import { Icon } from './parts/icon.tsx';
import { Nav } from './parts/nav.tsx';
import { Toasts } from './parts/toasts.tsx';
import { linkTo, type Place, route } from './routes.ts';
import { account, accountName, info, missing } from './store/account.ts';
import { connection, openWith } from './store/live.ts';

const PAGES: Readonly<Record<Place, ComponentType<PageProps>>> = {
  orders: props => (props.id === null ? <OrdersPage {...props} /> : <OrderPage {...props} />),
  new: NewOrderPage,
  webhooks: WebhooksPage,
  requests: RequestsPage,
  scenarios: ScenariosPage,
  balance: BalancePage,
  keys: KeysPage,
  assumptions: AssumptionsPage,
};

function TopBar() {
  const isLive = connection.value === 'live';
  return (
    <header class="top">
      <AccountSwitcher />
      {account.value && (
        <a class="top-balance" href={linkTo(account.value.name, 'balance')} title="Balance and ledger">
          {trx(account.value.balance_trx)} <span class="faint">TRX</span>
        </a>
      )}
      <span class={`live ${isLive ? '' : 'is-lost'}`}>{isLive ? 'Live' : 'Connecting'}</span>
      <span class="spacer" />
      <DemoSwitch />
      <ClockBar />
    </header>
  );
}

/** Says that the server is away; it goes by itself. */
function Lost() {
  if (connection.value !== 'lost') return null;
  return (
    <div class="lost" role="alert">
      <Icon name="warn" />
      <span>
        The sandbox does not answer. What you see is as it was last; the page goes on by itself once it is
        back. To start it: <code>energy-sandbox</code>
      </span>
    </div>
  );
}

/** Asks for the admin token. */
function Barred() {
  const token = useSignal('');
  return (
    <form
      class="sheet barred"
      onSubmit={event => {
        event.preventDefault();
        openWith(token.value);
      }}
    >
      <h1>Admin token</h1>
      <p class="lead">
        This sandbox was started with --admin-token. The page keeps it until the tab is closed.
      </p>
      <TextField
        label="Token"
        type="password"
        value={token.value}
        onInput={text => {
          token.value = text;
        }}
      />
      <button type="submit" class="button main">
        Open
      </button>
    </form>
  );
}

function Missing({ name }: { name: string }) {
  return (
    <div class="sheet">
      <h1>There is no account {name}</h1>
      <p class="lead">
        It may have been dropped, or the sandbox was started anew. Choose another one at the top
        {info.value?.default_account && (
          <>
            , or go to <a href={linkTo(info.value.default_account, 'orders')}>{info.value.default_account}</a>
          </>
        )}
        .
      </p>
    </div>
  );
}

function Content() {
  const name = accountName.value;
  if (connection.value === 'barred') return <Barred />;
  if (missing.value !== null && missing.value === name) return <Missing name={missing.value} />;
  if (!name) return null;
  const { place, id } = route.value;
  const Page = PAGES[place];
  return <Page key={`${name}/${place}`} account={name} id={id} />;
}

/** The whole page. */
export function App() {
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.getElementById('page')?.focus()}>
        To the content
      </button>
      <Nav />
      <TopBar />
      <main class="page" id="page" tabIndex={-1}>
        <Lost />
        <Content />
      </main>
      <Toasts />
    </div>
  );
}
