import { count } from '../format.ts';
import { linkTo, PAGE_NAMES, type PageName, route } from '../routes.ts';
import { account, accountName } from '../store/account.ts';
import { Icon, type IconName, Logo } from './icon.tsx';
import { Menu } from './menu.tsx';

interface Link {
  readonly text: string;
  readonly icon: IconName;
  /** Whether a phone shows it in its bar; the others are in the menu More. */
  readonly isPrimary?: true;
}

/** The pages, as links name them. */
export const LINKS: Readonly<Record<PageName, Link>> = {
  overview: { text: 'Overview', icon: 'overview', isPrimary: true },
  orders: { text: 'Orders', icon: 'orders', isPrimary: true },
  requests: { text: 'Requests', icon: 'requests', isPrimary: true },
  webhooks: { text: 'Webhooks', icon: 'webhooks', isPrimary: true },
  scenarios: { text: 'Scenarios', icon: 'scenarios' },
  findings: { text: 'Findings', icon: 'findings' },
  balance: { text: 'Balance', icon: 'balance' },
  settings: { text: 'Settings', icon: 'keys' },
};

/** The number of entries that the link shows; null for none. */
function countOf(page: PageName): number | null {
  const { value } = account;
  if (!value) return null;
  const counts: Partial<Record<PageName, number>> = {
    orders: value.orders,
    webhooks: value.events,
    requests: value.requests,
    scenarios: value.scenarios.length,
  };
  return counts[page] || null;
}

interface PageLinkProps {
  readonly page: PageName;
  /** A class instead of that of the bar. */
  readonly look?: string;
  readonly onFollow?: () => void;
}

function PageLink({ page, look, onFollow }: PageLinkProps) {
  const { text, icon, isPrimary } = LINKS[page];
  const amount = countOf(page);
  return (
    <a
      class={look ?? `place ${isPrimary ? 'is-primary' : ''}`}
      href={linkTo(accountName.value ?? '', page)}
      aria-current={route.value.page === page ? 'page' : undefined}
      onClick={onFollow}
    >
      <Icon name={icon} />
      {text}
      {amount !== null && <span class="count">{count(amount)}</span>}
    </a>
  );
}

/** On a phone: the pages for which its bar has no room. */
function MoreMenu() {
  const rest = PAGE_NAMES.filter(page => !LINKS[page].isPrimary);
  const isHere = rest.includes(route.value.page);
  return (
    <div class="more">
      <Menu
        name="More pages"
        look={`place ${isHere ? 'is-here' : ''}`}
        label={
          <>
            <Icon name="more" /> More
          </>
        }
      >
        {close => (
          <>
            {rest.map(page => (
              <PageLink key={page} page={page} look="option" onFollow={close} />
            ))}
            <hr />
            <ReferenceLink look="option" />
          </>
        )}
      </Menu>
    </div>
  );
}

/** The reference of both APIs. It fills in the key that this browser has for the account. */
function ReferenceLink({ look }: { look: string }) {
  const account = accountName.value;
  return (
    <a class={look} href={account ? `docs?account=${encodeURIComponent(account)}` : 'docs'}>
      <Icon name="docs" /> API reference
    </a>
  );
}

/** The navigation between the pages. */
export function Nav() {
  return (
    <nav class="nav" aria-label="Main">
      <a class="brand" href={linkTo(accountName.value ?? '', 'overview')}>
        <Logo /> Energy sandbox
      </a>
      {PAGE_NAMES.map(page => (
        <PageLink key={page} page={page} />
      ))}
      <MoreMenu />
      <div class="foot">
        <ReferenceLink look="place" />
      </div>
    </nav>
  );
}
