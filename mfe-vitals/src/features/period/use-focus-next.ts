import { useCallback, useRef, type RefCallback } from 'react';

/** A ref, and a function that gives its element the focus when it is drawn next: what had the focus is gone by then. */
export function useFocusNext(): readonly [ref: RefCallback<HTMLElement>, next: () => void] {
  const isNext = useRef(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null || !isNext.current) return;
    isNext.current = false;
    element.focus();
  }, []);
  return [
    ref,
    useCallback(() => {
      isNext.current = true;
    }, []),
  ];
}
