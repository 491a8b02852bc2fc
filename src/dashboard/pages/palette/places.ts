import { ERRORS } from '../../../core/domain/error-codes.ts';
import { LINKS } from '../../parts/nav.tsx';
import { goTo, PAGE_NAMES, route } from '../../routes.ts';
import { info } from '../../store/account.ts';
import { viewSignal } from '../../store/view.ts';
import type { Entry } from './entry.ts';

/** The pages of the dashboard. */
export const pageEntries = (account: string): Entry[] =>
  PAGE_NAMES.map(page => ({
    key: `page/${page}`,
    icon: LINKS[page].icon,
    text: LINKS[page].text,
    side: 'page',
    run: () => goTo(account, page),
  }));

/** Shows the requests that contain a text. */
function searchRequests(account: string, text: string): void {
  const place = `${account}/requests`;
  viewSignal(place, 'search', '').value = text;
  viewSignal(place, 'choice', '').value = '';
  goTo(account, 'requests');
}

/** The error codes: each leads to the requests that got it. */
export const codeEntries = (account: string): Entry[] =>
  Object.keys(ERRORS).map(code => ({
    key: `code/${code}`,
    icon: 'requests',
    text: code,
    side: 'requests with this code',
    run: () => searchRequests(account, code),
  }));

/** The accounts and the scenarios of the server. */
export const serverEntries = (account: string): Entry[] => [
  ...(info.value?.scenarios ?? []).map(
    (name): Entry => ({
      key: `scenario/${name}`,
      icon: 'scenarios',
      text: name,
      side: 'scenario',
      run: () => goTo(account, 'scenarios', name),
    }),
  ),
  ...(info.value?.accounts ?? []).map(
    (name): Entry => ({
      key: `account/${name}`,
      icon: 'balance',
      text: name,
      side: name === account ? 'this account' : 'account',
      run: () => goTo(name, route.value.page),
    }),
  ),
];

/** The last resort: the lists, filtered by the text. */
export const listEntries = (account: string, text: string): Entry[] => [
  {
    key: 'list/requests',
    icon: 'search',
    text: `Search requests and their bodies for “${text}”`,
    side: 'requests',
    run: () => searchRequests(account, text),
  },
  {
    key: 'list/orders',
    icon: 'search',
    text: `Search orders for “${text}”`,
    side: 'orders',
    run: () => {
      viewSignal(`${account}/orders`, 'search', '').value = text;
      viewSignal(`${account}/orders`, 'choice', '').value = '';
      goTo(account, 'orders');
    },
  },
];
