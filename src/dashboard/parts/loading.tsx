import type { ComponentChildren } from 'preact';
import { CallError } from '../control-api.ts';
import { capitalize } from '../format.ts';
import { linkTo, route } from '../routes.ts';
import { connection } from '../store/live.ts';
import type { Resource } from '../store/resource.ts';
import { Button, Icon, type IconName } from './basics.tsx';

interface LoadedProps<T> {
  readonly of: Pick<Resource<T>, 'data' | 'error' | 'reload'>;
  /** The lines of the placeholder. Default: 4. */
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
}

/**
 * Renders data from the server once it has arrived; until then a placeholder, or why it cannot be loaded. A page
 * counts, sums and assesses data only inside it, so that everything it shows was received.
 */
export function Loaded<T>({ of: { data, error, reload }, lines, children }: LoadedProps<T>) {
  // What was shown is gone, for example after a reset.
  const isGone = error instanceof CallError && error.status === 404;
  if (data === null || isGone)
    return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={lines} />;
  // The banner of a lost connection says the same of all data.
  const isOld = error !== null && connection.value === 'live';
  return (
    <>
      {isOld && <Failure error={error} title="This is the last known state." onRetry={reload} />}
      {children(data)}
    </>
  );
}

/** Stands for data that is being loaded. */
export function Skeleton({ lines = 4 }: { lines?: number | undefined }) {
  return (
    <div class="inside-pad stack skeleton" role="status">
      <span class="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

interface FailureProps {
  readonly error: Error;
  readonly title?: string;
  readonly onRetry?: () => unknown;
}

/** Why something cannot be shown, with a button that tries again, or a link back to its list. */
export function Failure({ error, title, onRetry }: FailureProps) {
  const { account, page, place, id } = route.value;
  const isMissing = error instanceof CallError && error.status === 404;
  return (
    <div class="stack tight note tone-bad" role="alert">
      <strong>{isMissing ? 'Not found.' : (title ?? 'Loading failed.')}</strong>
      <span class="break">{capitalize(error.message)}</span>
      {!isMissing && onRetry && (
        <div>
          <Button icon="again" look="small" onClick={() => void onRetry()}>
            Retry
          </Button>
        </div>
      )}
      {account !== null && id !== null && <a href={linkTo(place)}>Show all {page}</a>}
    </div>
  );
}

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  /** A command that creates the first entry. */
  readonly command?: ComponentChildren;
}

/** An empty state: it explains what appears here and how to create it. */
export function Empty({ icon, title, children, command }: EmptyProps) {
  return (
    <div class="stack empty">
      <span>
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      <div class="soft">{children}</div>
      {command}
    </div>
  );
}
