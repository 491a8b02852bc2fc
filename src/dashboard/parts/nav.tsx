import { linkTo, PLACES, type Place, route } from '../routes.ts';
import { account, accountName } from '../store/account.ts';
import { Icon, type IconName, Mark } from './icon.tsx';
import { ThemeChoice } from './theme-choice.tsx';

interface Link {
  readonly text: string;
  readonly icon: IconName;
  readonly group: 'main' | 'account';
}

const LINKS: Readonly<Record<Place, Link>> = {
  orders: { text: 'Orders', icon: 'orders', group: 'main' },
  new: { text: 'New order', icon: 'new', group: 'main' },
  webhooks: { text: 'Webhooks', icon: 'webhooks', group: 'main' },
  requests: { text: 'Requests', icon: 'requests', group: 'main' },
  scenarios: { text: 'Scenarios', icon: 'scenarios', group: 'main' },
  balance: { text: 'Balance', icon: 'balance', group: 'account' },
  keys: { text: 'Keys and limits', icon: 'keys', group: 'account' },
  assumptions: { text: 'Assumptions', icon: 'assumptions', group: 'account' },
};

const placesOf = (group: Link['group']): readonly Place[] =>
  PLACES.filter(place => LINKS[place].group === group);

/** How much of it there is, where a number helps. */
function countOf(place: Place): number | null {
  const { value } = account;
  if (!value) return null;
  const counts: Partial<Record<Place, number>> = {
    orders: value.orders,
    webhooks: value.events,
    requests: value.requests,
    scenarios: value.scenarios.length,
    keys: value.keys,
  };
  return counts[place] || null;
}

function PlaceLink({ place }: { place: Place }) {
  const { text, icon } = LINKS[place];
  const amount = countOf(place);
  return (
    <a
      class="place"
      href={linkTo(accountName.value ?? '', place)}
      aria-current={route.value.place === place ? 'page' : undefined}
    >
      <Icon name={icon} />
      {text}
      {amount !== null && <span class="count">{amount}</span>}
    </a>
  );
}

/** The places of the page. */
export function Nav() {
  return (
    <nav class="nav" aria-label="Places">
      <a class="brand" href={linkTo(accountName.value ?? '', 'orders')}>
        <Mark /> Energy sandbox
      </a>
      {placesOf('main').map(place => (
        <PlaceLink key={place} place={place} />
      ))}
      <span class="group">Account</span>
      {placesOf('account').map(place => (
        <PlaceLink key={place} place={place} />
      ))}
      <span class="group">Reference</span>
      <a class="place" href="docs?api=energy-rental-v1">
        <Icon name="docs" /> Service API
      </a>
      <a class="place" href="docs?api=control-v1">
        <Icon name="docs" /> Control API
      </a>
      <div class="foot">
        <ThemeChoice />
      </div>
    </nav>
  );
}
