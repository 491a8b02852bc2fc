import { signal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { createSequence } from './loader.ts';

/** The state of the demo; null until it is loaded. */
export const demo = signal<Schemas['Demo'] | null>(null);

/** The account of the demo while it generates traffic; null otherwise. */
export const demoAccount = (): string | null => (demo.value?.running ? demo.value.account : null);

const answers = createSequence();

/** Loads the state of the demo. */
export async function readDemo(): Promise<void> {
  const isNews = answers();
  const read = await api.get('/_sandbox/demo');
  if (isNews()) demo.value = read;
}

/** Starts or stops the traffic. Resolves with the account of the demo. */
export async function setDemo(running: boolean): Promise<string | null> {
  const isNews = answers();
  const set = await api.put('/_sandbox/demo', { body: { running } });
  if (isNews()) demo.value = set;
  return set.account;
}
