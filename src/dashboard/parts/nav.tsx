import { count } from '../format.ts';
import { linkTo, PAGE_NAMES, type PageName, route } from '../routes.ts';
import { account, accountName } from '../store/account.ts';
import { Icon, type IconName, Logo } from './icon.tsx';
import { Menu } from './menu.tsx';
import { ThemeChoice } from './theme-choice.tsx';

interface Link {
  readonly text: string;
  readonly icon: IconName;
  readonly group: 'main' | 'judgment' | 'account';
  /** Whether a phone shows it in its bar; the others are in the menu More. */
  readonly isPrimary?: true;
}

/** The pages, as links name them. */
export const LINKS: Readonly<Record<PageName, Link>> = {
  overview: { text: 'Overview', icon: 'overview', group: 'main', isPrimary: true },
  orders: { text: 'Orders', icon: 'orders', group: 'main', isPrimary: true },
  new: { text: 'New order', icon: 'new', group: 'main' },
  webhooks: { text: 'Webhooks', icon: 'webhooks', group: 'main', isPrimary: true },
  receiver: { text: 'Receiver', icon: 'receiver', group: 'main' },
  requests: { text: 'Requests', icon: 'requests', group: 'main', isPrimary: true },
  scenarios: { text: 'Scenarios', icon: 'scenarios', group: 'main' },
  findings: { text: 'Findings', icon: 'findings', group: 'judgment' },
  coverage: { text: 'Coverage', icon: 'coverage', group: 'judgment' },
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
            <ApiLinks look="option" />
          </>
        )}
      </Menu>
    </div>
  );
}

function ApiLinks({ look }: { look: string }) {
  return (
    <>
      <a class={look} href={docsLink('energy-rental-v1')}>
        <Icon name="docs" /> Service API
      </a>
      <a class={look} href={docsLink('control-v1')}>
        <Icon name="docs" /> Control API
      </a>
    </>
  );
}

/** The link to a description. The page fills in the key that this browser has for the account. */
const docsLink = (api: string): string =>
  `docs?api=${api}${accountName.value ? `&account=${encodeURIComponent(accountName.value)}` : ''}`;

/** The navigation between the pages. */
export function Nav() {
  return (
    <nav class="nav" aria-label="Main">
      <a class="brand" href={linkTo(accountName.value ?? '', 'overview')}>
        <Logo /> Energy sandbox
      </a>
      {pagesOf('main').map(page => (
        <PageLink key={page} page={page} />
      ))}
      <span class="group">Your integration</span>
      {pagesOf('judgment').map(page => (
        <PageLink key={page} page={page} />
      ))}
      <span class="group">Account</span>
      {pagesOf('account').map(page => (
        <PageLink key={page} page={page} />
      ))}
      <span class="group">Reference</span>
      <ApiLinks look="place" />
      <MoreMenu />
      <div class="foot">
        <ThemeChoice />
      </div>
    </nav>
  );
}
