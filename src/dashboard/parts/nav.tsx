import { grouped } from '../format.ts';
import { linkTo, PAGE_NAMES, type PageName, route } from '../routes.ts';
import { account, accountName } from '../store/account.ts';
import { Icon, type IconName, Logo } from './basics.tsx';

/** The pages, as links name them. */
export const LINKS: Readonly<Record<PageName, readonly [text: string, icon: IconName]>> = {
  overview: ['Overview', 'overview'],
  orders: ['Orders', 'orders'],
  requests: ['Requests', 'requests'],
  webhooks: ['Webhooks', 'webhooks'],
  scenarios: ['Scenarios', 'scenarios'],
  findings: ['Findings', 'findings'],
  balance: ['Balance', 'balance'],
  settings: ['Settings', 'keys'],
};

/** The number of entries that the link shows, with what it counts; undefined for none. */
function countOf(page: PageName): readonly [amount: number, of: string] | undefined {
  const { value } = account;
  if (!value) return;
  const active = value.scenarios.filter(name => !value.used_up_scenarios.includes(name));
  const counts: Partial<Record<PageName, readonly [number, string]>> = {
    orders: [value.orders, 'orders'],
    webhooks: [value.events, 'events'],
    requests: [value.requests, 'requests'],
    scenarios: [active.length, `active: ${active.join(', ')}`],
  };
  return counts[page];
}

function PageLink({ page }: { page: PageName }) {
  const [text, icon] = LINKS[page];
  const [amount = 0, of] = countOf(page) ?? [];
  const isShown = route.value.isPage && route.value.page === page;
  return (
    <a class="place" href={linkTo(page)} aria-current={isShown ? 'page' : undefined}>
      <Icon name={icon} />
      {text}
      {amount > 0 && (
        <span class="count" title={`${grouped(amount)} ${of}`}>
          {grouped(amount)}
        </span>
      )}
    </a>
  );
}

/** The navigation between the pages. The reference of both APIs fills in the key that this browser has for the account. */
export function Nav() {
  const account = accountName.value;
  return (
    <nav class="nav" aria-label="Main">
      <a class="brand" href={linkTo('overview')}>
        <Logo /> <strong>Energy sandbox</strong>
      </a>
      {PAGE_NAMES.map(page => (
        <PageLink key={page} page={page} />
      ))}
      <a class="place foot" href={account ? `docs?account=${encodeURIComponent(account)}` : 'docs'}>
        <Icon name="docs" /> API reference
      </a>
    </nav>
  );
}
