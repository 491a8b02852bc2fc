import { effect, type Signal, signal } from '@preact/signals';
import { type Route, route } from '../routes.ts';
import { listen } from './live.ts';

const kept = new Map<string, Signal<unknown>>();

/**
 * A value of the view, such as the text of a filter, that survives leaving the page and coming back. It lasts until the
 * dashboard is closed.
 * @param place the account and the page
 */
export function viewSignal<T>(place: string, name: string, initial: T): Signal<T> {
  const key = `${place}/${name}`;
  const value = kept.get(key) ?? signal<unknown>(initial);
  kept.set(key, value);
  return value as Signal<T>;
}

const results = new Set<Signal<unknown>>();

/** A result that the view keeps until the account is reset or restored: then the orders that it names are gone. */
export function resultSignal<T>(place: string, name: string): Signal<T | null> {
  const result = viewSignal<T | null>(place, name, null);
  results.add(result);
  return result;
}

listen(({ type, data }) => {
  if (type !== 'happening' || (data.change !== 'reset' && data.change !== 'restored')) return;
  for (const result of results) result.value = null;
});

let current: Route = route.peek();
let previous: Route | null = null;
effect(() => {
  if (route.value === current) return;
  previous = current;
  current = route.value;
});

/** The id that was shown before, if the location is now the list that it belongs to; null otherwise. */
export function cameBackFrom(): string | null {
  if (!previous || previous.id === null || current.id !== null) return null;
  return previous.account === current.account && previous.place === current.place ? previous.id : null;
}
