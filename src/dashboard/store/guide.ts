import { signal } from '@preact/signals';

/** What the user decided about the guide of each account; null: nothing. It outlasts a reload of the page. */
const decisions = signal<ReadonlyMap<string, 'shown' | 'hidden' | null>>(new Map());

const keyOf = (account: string): string => `energy-sandbox:guide:${account}`;

/** Whether the guide of an account is shown or hidden; null if nobody has decided yet. */
export function guideOf(account: string): 'shown' | 'hidden' | null {
  const known = decisions.value.get(account);
  if (known !== undefined) return known;
  const stored = localStorage.getItem(keyOf(account));
  return stored === 'shown' || stored === 'hidden' ? stored : null;
}

/** Shows or hides the guide of an account. */
export function setGuide(account: string, decision: 'shown' | 'hidden'): void {
  localStorage.setItem(keyOf(account), decision);
  decisions.value = new Map([...decisions.value, [account, decision]]);
}
