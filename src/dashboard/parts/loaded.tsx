import type { ComponentChildren } from 'preact';
import type { Resource } from '../store/resource.ts';

/** What was read, or why it could not be. */
export function Reading<T>({
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
        <strong>It could not be read.</strong>
        <span class="break">{error.message}</span>
      </div>
    );
  return (
    <p class="faint" aria-live="polite">
      Reading…
    </p>
  );
}
