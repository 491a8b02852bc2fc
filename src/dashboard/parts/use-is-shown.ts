import { useEffect, useRef } from 'preact/hooks';

/** Tells whether the component is still shown, for work that ends after the user has closed it. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  return () => isShown.current;
}
