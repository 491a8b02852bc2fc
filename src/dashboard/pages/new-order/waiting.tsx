import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** A response that takes longer than this is said to be awaited. */
const PATIENCE_MS = 1_000;

/** Says that the response takes long, and lets the user stop waiting as the timeout of a client would. */
export function Waiting({ onStop }: { onStop: () => void }) {
  const isLong = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      isLong.value = true;
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLong]);
  if (!isLong.value) return null;
  return (
    <>
      <span class="soft" role="status">
        Waiting for the response…
      </span>
      <button type="button" class="button small" onClick={onStop}>
        Stop waiting
      </button>
    </>
  );
}
