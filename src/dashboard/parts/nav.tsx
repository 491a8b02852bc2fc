import { linkTo, PAGE_NAMES, type PageName, route } from '../routes.ts';
import { account, accountName } from '../store/account.ts';
import { Icon, type IconName, Logo } from './icon.tsx';
import { ThemeChoice } from './theme-choice.tsx';

interface Link {
  readonly text: string;
  readonly icon: IconName;
  readonly group: 'main' | 'account';
}

const LINKS: Readonly<Record<PageName, Link>> = {
  orders: { text: 'Orders', icon: 'orders', group: 'main' },
  new: { text: 'New order', icon: 'new', group: 'main' },
  webhooks: { text: 'Webhooks', icon: 'webhooks', group: 'main' },
  requests: { text: 'Requests', icon: 'requests', group: 'main' },
  scenarios: { text: 'Scenarios', icon: 'scenarios', group: 'main' },
  snapshots: { text: 'Snapshots', icon: 'snapshots', group: 'account' },
  balance: { text: 'Balance', icon: 'balance', group: 'account' },
  keys: { text: 'Keys and limits', icon: 'keys', group: 'account' },
  assumptions: { text: 'Assumptions', icon: 'assumptions', group: 'account' },
};

const pagesOf = (group: Link['group']): readonly PageName[] =>
  PAGE_NAMES.filter(page => LINKS[page].group === group);

/** The number of entries that the link shows; null for none. */
function countOf(page: PageName): number | null {
  const { value } = account;
  if (!value) return null;
  const counts: Partial<Record<PageName, number>> = {
    orders: value.orders,
    webhooks: value.events,
    requests: value.requests,
    scenarios: value.scenarios.length,
    keys: value.keys,
  };
  return counts[page] || null;
}

function PageLink({ page }: { page: PageName }) {
  const { text, icon } = LINKS[page];
  const amount = countOf(page);
  return (
    <a
      class="place"
      href={linkTo(accountName.value ?? '', page)}
      aria-current={route.value.page === page ? 'page' : undefined}
    >
      <Icon name={icon} />
      {text}
      {amount !== null && <span class="count">{amount}</span>}
    </a>
  );
}

/** The link to a description. The page fills in the key that this browser has for the account. */
const docsLink = (api: string): string =>
  `docs?api=${api}${accountName.value ? `&account=${encodeURIComponent(accountName.value)}` : ''}`;

/** The navigation between the pages. */
export function Nav() {
  return (
    <nav class="nav" aria-label="Main">
      <a class="brand" href={linkTo(accountName.value ?? '', 'orders')}>
        <Logo /> Energy sandbox
      </a>
      {pagesOf('main').map(page => (
        <PageLink key={page} page={page} />
      ))}
      <span class="group">Account</span>
      {pagesOf('account').map(page => (
        <PageLink key={page} page={page} />
      ))}
      <span class="group">Reference</span>
      <a class="place" href={docsLink('energy-rental-v1')}>
        <Icon name="docs" /> Service API
      </a>
      <a class="place" href={docsLink('control-v1')}>
        <Icon name="docs" /> Control API
      </a>
      <div class="foot">
        <ThemeChoice />
      </div>
    </nav>
  );
}
