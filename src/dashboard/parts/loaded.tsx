import type { ComponentChildren } from 'preact';
import type { Resource } from '../store/resource.ts';

/** Renders data from the server, a loading message or the error. */
export function Loaded<T>({
  of: { data, error },
  children,
}: {
  of: Resource<T>;
  children: (data: T) => ComponentChildren;
}) {
  if (data !== null) return <>{children(data)}</>;
  if (error)
    return (
      <div class="note tone-bad" role="alert">
        <strong>Loading failed.</strong>
        <span class="break">{error.message}</span>
      </div>
    );
  return (
    <p class="faint" aria-live="polite">
      Loading…
    </p>
  );
}
