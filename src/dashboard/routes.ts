import { computed, signal } from '@preact/signals';

/** The page's places, in the order of the navigation. */
export const PLACES = [
  'orders',
  'new',
  'webhooks',
  'requests',
  'scenarios',
  'balance',
  'keys',
  'assumptions',
] as const;
export type Place = (typeof PLACES)[number];

/** Where the reader is: an account, a place in it, and perhaps one thing there. */
export interface Route {
  readonly account: string | null;
  readonly place: Place;
  readonly id: string | null;
}

const isPlace = (text: string | undefined): text is Place => PLACES.includes(text as Place);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reads `#/demo/orders/17`. What cannot be read leads to the orders. */
export function readRoute(hash: string): Route {
  const [account, place, id] = hash.replace(/^#\/?/, '').split('/').map(decode);
  return { account: account || null, place: isPlace(place) ? place : 'orders', id: id || null };
}

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** Where the reader is. */
export const route = computed(() => readRoute(hash.value));

/** The address of a place. */
export const linkTo = (account: string, place: Place, id?: string | number | null): string =>
  `#/${encodeURIComponent(account)}/${place}${id == null ? '' : `/${encodeURIComponent(id)}`}`;

/** Takes the reader to a place. */
export const goTo = (account: string, place: Place, id?: string | number | null): void => {
  location.hash = linkTo(account, place, id);
};
