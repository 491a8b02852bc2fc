import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Skeleton } from './parts/loading.tsx';

/**
 * A component whose code is loaded when it is first shown, so that the initial script stays small. The code of a page
 * that was opened before is shown without a delay.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return props => {
    const shown = useSignal(loaded);
    const error = useSignal<string | null>(null);
    useEffect(() => {
      if (loaded) return;
      load().then(
        component => {
          loaded = component;
          shown.value = component;
        },
        () =>
          (error.value = 'This page could not be loaded. Reload the dashboard once the sandbox runs again.'),
      );
    }, [shown, error]);
    const Component = shown.value;
    if (Component) return <Component {...props} />;
    return error.value === null ? <Skeleton /> : <p class="inside-pad soft">{error.value}</p>;
  };
}
