import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { generation, type LiveEvent, listen } from './live.ts';

/** Something that is read from the server and kept fresh. */
export interface Resource<T> {
  /** The latest reading; it stays while a newer one is on its way. */
  readonly data: T | null;
  readonly error: Error | null;
  reload(): void;
}

/** Between two readings that the stream asks for. */
const REST_MS = 200;

/**
 * Reads something, again whenever the key changes, the server comes back, or an event concerns it.
 * @param key what it is; null: nothing is read
 */
export function useResource<T>(
  key: string | null,
  read: (signal: AbortSignal) => Promise<T>,
  concerns: (event: LiveEvent) => boolean = () => false,
): Resource<T> {
  const data = useSignal<T | null>(null);
  const error = useSignal<Error | null>(null);
  const latest = useRef({ read, concerns, reload: () => {} });
  latest.current.read = read;
  latest.current.concerns = concerns;
  const age = generation.value;
  const shownKey = useRef<string | null>(null);

  // `age` is a dependency because the server's return asks for a new reading.
  useEffect(() => {
    if (shownKey.current !== key) {
      data.value = null;
      error.value = null;
      shownKey.current = key;
    }
    if (key === null) return;
    const going = new AbortController();
    let timer: number | null = null;
    const load = (): void => {
      timer = null;
      latest.current.read(going.signal).then(
        value => {
          if (going.signal.aborted) return;
          data.value = value;
          error.value = null;
        },
        (problem: unknown) => {
          if (!going.signal.aborted) error.value = problem as Error;
        },
      );
    };
    const soon = (): void => {
      timer ??= setTimeout(load, REST_MS);
    };
    latest.current.reload = load;
    load();
    const deafen = listen(event => {
      if (latest.current.concerns(event)) soon();
    });
    return () => {
      going.abort();
      deafen();
      if (timer !== null) clearTimeout(timer);
    };
  }, [key, age]);

  return { data: data.value, error: error.value, reload: () => latest.current.reload() };
}
