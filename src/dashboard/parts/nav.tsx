import { linkTo, type Place, route } from '../routes.ts';
import { account, accountName } from '../store/account.ts';
import { Icon, type IconName, Mark } from './icon.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const MAIN: readonly (readonly [Place, string, IconName])[] = [
  ['orders', 'Orders', 'orders'],
  ['new', 'New order', 'new'],
  ['webhooks', 'Webhooks', 'webhooks'],
  ['requests', 'Requests', 'requests'],
  ['scenarios', 'Scenarios', 'scenarios'],
];

const ACCOUNT: readonly (readonly [Place, string, IconName])[] = [
  ['balance', 'Balance', 'balance'],
  ['keys', 'Keys and limits', 'keys'],
  ['assumptions', 'Assumptions', 'assumptions'],
];

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

function PlaceLink({ place, text, icon }: { place: Place; text: string; icon: IconName }) {
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
      {MAIN.map(([place, text, icon]) => (
        <PlaceLink key={place} place={place} text={text} icon={icon} />
      ))}
      <span class="group">Account</span>
      {ACCOUNT.map(([place, text, icon]) => (
        <PlaceLink key={place} place={place} text={text} icon={icon} />
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
