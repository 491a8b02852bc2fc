import { computed, signal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';

/** The state of the demo; null until it is loaded. */
export const demo = signal<Schemas['Demo'] | null>(null);

/** The account of the demo while it generates traffic; null otherwise. */
export const demoAccount = (): string | null => (demo.value?.running ? demo.value.account : null);

/** Loads the state of the demo. */
export async function readDemo(): Promise<void> {
  demo.value = await api.get('/_sandbox/demo');
}

/** Starts or stops the traffic. Resolves with the account of the demo. */
export async function setDemo(running: boolean): Promise<string | null> {
  demo.value = await api.put('/_sandbox/demo', { body: { running } });
  return demo.value.account;
}

/** The key of the demo and its account, if that exists. */
export const demoKey = computed(() => {
  const { account = null, api_key = null } = demo.value ?? {};
  return account !== null && api_key !== null ? { account, key: api_key } : null;
});
