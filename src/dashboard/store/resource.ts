import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { generation, type LiveEvent, listen } from './live.ts';
import { createLoader } from './loader.ts';

/** Data that is loaded from the server and kept up to date. */
export interface Resource<T> {
  /** The latest data. It stays while newer data is being loaded. */
  readonly data: T | null;
  readonly error: Error | null;
  /** Loads the data again. Resolves once it is shown, or could not be loaded. */
  reload(): Promise<void>;
  /** Loads nothing, whatever happens, until `reload` is called or the connection returns. */
  pause(): void;
}

/** The default delay between an event and the reload that it causes; further events during it cause no extra reload. */
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
  const latest = useRef({ read, concerns, reload: (): Promise<void> => Promise.resolve(), pause: () => {} });
  Object.assign(latest.current, { read, concerns });
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
    const loader = createLoader(async signal => {
      try {
        const value = await latest.current.read(signal);
        if (signal.aborted) return;
        data.value = value;
        error.value = null;
      } catch (problem) {
        if (!signal.aborted) error.value = problem as Error;
      }
    }, delayMs);
    latest.current.reload = loader.load;
    latest.current.pause = loader.pause;
    void loader.load();
    const unsubscribe = listen(event => {
      if (latest.current.concerns(event)) loader.loadSoon();
    });
    return () => {
      loader.stop();
      unsubscribe();
    };
  }, [key, age, delayMs]);

  // Both are read at each rendering, so that the component is rendered again when they change.
  const shown = { data: data.value, error: error.value };
  // Until the effect has run, they are still those of the previous key.
  const isOfKey = shownKey.current === key;
  return {
    ...(isOfKey ? shown : { data: null, error: null }),
    reload: () => latest.current.reload(),
    pause: () => latest.current.pause(),
  };
}
