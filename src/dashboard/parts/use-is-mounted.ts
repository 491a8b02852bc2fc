import { useEffect, useRef } from 'preact/hooks';

/** Tells whether the component is still mounted, for work that ends after the user has closed it. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(
    () => () => {
      isMounted.current = false;
    },
    [],
  );
  return () => isMounted.current;
}
