import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { latestOnly } from './latest-only.ts';
import { generation, type LiveEvent, listen } from './live.ts';

/** Data that is loaded from the server and kept up to date. */
export interface Resource<T> {
  /** The latest data. It stays while newer data is being loaded. */
  readonly data: T | null;
  readonly error: Error | null;
  reload(): void;
}

/** The default delay between an event and the reload that it causes; further events in it cause no other reload. */
const RELOAD_DELAY_MS = 200;

/**
 * Loads data, and reloads it when the key changes, when the connection returns, or on events that concern it.
 * @param key identifies the data; null: nothing is loaded
 * @param delayMs the delay between an event and the reload that it causes, longer for data that is large
 */
export function useResource<T>(
  key: string | null,
  read: (signal: AbortSignal) => Promise<T>,
  concerns: (event: LiveEvent) => boolean = () => false,
  delayMs = RELOAD_DELAY_MS,
): Resource<T> {
  const data = useSignal<T | null>(null);
  const error = useSignal<Error | null>(null);
  const latest = useRef({ read, concerns, reload: () => {} });
  latest.current.read = read;
  latest.current.concerns = concerns;
  const age = generation.value;
  const shownKey = useRef<string | null>(null);

  // `age` is a dependency because the data is reloaded after a reconnect.
  useEffect(() => {
    if (shownKey.current !== key) {
      data.value = null;
      error.value = null;
      shownKey.current = key;
    }
    if (key === null) return;
    const controller = new AbortController();
    let timer: number | null = null;
    const begin = latestOnly(controller.signal);
    const load = (): void => {
      timer = null;
      const isLatest = begin();
      latest.current.read(controller.signal).then(
        value => {
          if (!isLatest()) return;
          data.value = value;
          error.value = null;
        },
        (problem: unknown) => {
          if (isLatest()) error.value = problem as Error;
        },
      );
    };
    const scheduleLoad = (): void => {
      timer ??= setTimeout(load, delayMs);
    };
    latest.current.reload = load;
    load();
    const unsubscribe = listen(event => {
      if (latest.current.concerns(event)) scheduleLoad();
    });
    return () => {
      controller.abort();
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
    };
  }, [key, age, delayMs]);

  return { data: data.value, error: error.value, reload: () => latest.current.reload() };
}
