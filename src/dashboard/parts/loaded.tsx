import type { ComponentChildren } from 'preact';
import { CallError } from '../api.ts';
import { linkTo, route } from '../routes.ts';
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
  if (error) return <Failure error={error} />;
  return (
    <p class="faint" aria-live="polite">
      Loading…
    </p>
  );
}

/** Why something cannot be shown, with a link back to its list. */
export function Failure({ error }: { error: Error }) {
  const { account, page, id } = route.value;
  const isMissing = error instanceof CallError && error.status === 404;
  return (
    <div class="note tone-bad" role="alert">
      <strong>{isMissing ? 'Not found.' : 'Loading failed.'}</strong>
      <span class="break">{error.message}</span>
      {account !== null && id !== null && (
        <a class="inline" href={linkTo(account, page)}>
          Show all {page}
        </a>
      )}
    </div>
  );
}
