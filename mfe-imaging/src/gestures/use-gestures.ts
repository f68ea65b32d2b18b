import { type RefObject, useEffect, useRef } from 'react';
import { createGestures, type Gesture, type Point } from './gestures.ts';

/** Receives gestures by finger, pen, mouse and wheel. */
export interface GestureListener {
  gesture(gesture: Gesture): void;
  /** Wheel notches, positive towards the user. */
  wheel(turns: number, at: Point): void;
}

const WHEEL_PIXELS = 100;

/** Listens while mounted, suppressing page scroll and zoom. */
export function useGestures(target: RefObject<HTMLElement | null>, listener: GestureListener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    const gestures = createGestures();
    const place = (event: MouseEvent): Point => {
      const box = element.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    const tell = (gesture: Gesture | undefined) => {
      if (gesture) latest.current.gesture(gesture);
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      tell(gestures.down(event.pointerId, place(event)));
    };
    const move = (event: PointerEvent) => tell(gestures.move(event.pointerId, place(event)));
    const up = (event: PointerEvent) => tell(gestures.up(event.pointerId));
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      latest.current.wheel(
        event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / WHEEL_PIXELS : Math.sign(event.deltaY),
        place(event),
      );
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    // React's wheel listener is passive and cannot prevent scrolling
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('wheel', wheel);
    };
  }, [target]);
}
