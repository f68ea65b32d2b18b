import { useCallback, useRef, type RefCallback } from 'react';

/** A ref, and a function that focuses its element after the next render, when the previously focused one is gone. */
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
