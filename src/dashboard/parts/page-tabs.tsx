import { linkTo, type PageName, type Place, route } from '../routes.ts';
import { accountName } from '../store/account.ts';

/** The parts of the pages that have several. */
const TABS: Readonly<Partial<Record<PageName, readonly (readonly [place: Place, text: string])[]>>> = {
  webhooks: [
    ['webhooks', 'Events'],
    ['webhooks/receiver', 'Receiver'],
  ],
  findings: [
    ['findings', 'Findings'],
    ['findings/coverage', 'Coverage'],
  ],
  settings: [
    ['settings', 'Account'],
    ['settings/assumptions', 'Assumptions'],
  ],
};

/** The parts of the current page as links, if it has several. They follow its heading. */
export function PageTabs() {
  const { page, place } = route.value;
  const tabs = TABS[page];
  if (!tabs) return null;
  return (
    <nav class="segments" aria-label="Parts of the page">
      {tabs.map(([to, text]) => (
        <a
          key={to}
          href={linkTo(accountName.value ?? '', to)}
          aria-current={to === place ? 'page' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
