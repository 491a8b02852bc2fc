import { signal } from '@preact/signals';
import { goTo } from '../routes.ts';

/** What the user decided about the guide of each account. It outlasts a reload of the page. */
const decisions = signal<ReadonlyMap<string, 'shown' | 'hidden'>>(new Map());

const keyOf = (account: string): string => `energy-sandbox:guide:${account}`;

/** Whether the guide of an account is shown or hidden; null if nobody has decided yet. */
export function guideOf(account: string): 'shown' | 'hidden' | null {
  const stored = decisions.value.get(account) ?? localStorage.getItem(keyOf(account));
  return stored === 'shown' || stored === 'hidden' ? stored : null;
}

/** Shows or hides the guide of an account. */
export function setGuide(account: string, decision: 'shown' | 'hidden'): void {
  localStorage.setItem(keyOf(account), decision);
  decisions.value = new Map([...decisions.value, [account, decision]]);
}

export function showGuide(account: string): void {
  setGuide(account, 'shown');
  goTo('overview');
}
