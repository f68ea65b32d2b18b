import { type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { zoomed } from '../../files/zoom.ts';
import { useGestures } from '../../gestures/use-gestures.ts';
import { squareSize, swipeTurn, within, ZOOM } from './image-viewer.model.ts';

export type GalleryControl = ReturnType<typeof useGallery>;

/** Current picture, zoom and position in its square. */
export function useGallery(count: number) {
  const [index, setIndex] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [offset, setOffset] = useState<readonly [number, number]>([0, 0]);
  const [dragging, setDragging] = useState(false);
  const size = useSquare();

  const resetView = () => {
    setZoom(1);
    setOffset([0, 0]);
  };
  const go = (next: number) => {
    if (next >= 0 && next < count) {
      setIndex(next);
      resetView();
    }
  };
  const zoomTo = (next: number) => {
    setZoom(next);
    setOffset(([x, y]) => [within(x, next, size), within(y, next, size)]);
  };
  const zoomBy = (steps: number) => zoomTo(zoomed(zoom, steps, ZOOM));

  const panBy = (dx: number, dy: number) =>
    setOffset(([x, y]) => [within(x + dx, zoom, size), within(y + dy, zoom, size)]);
  return { index, zoom, offset, dragging, size, go, zoomTo, zoomBy, panBy, resetView, setOffset, setDragging };
}

/** Swiping turns pages; an enlarged picture is panned; pinch and wheel zoom. */
export function useGalleryGestures(
  region: RefObject<HTMLElement | null>,
  { index, zoom, size, go, zoomTo, zoomBy, panBy, setOffset, setDragging }: GalleryControl,
): void {
  const drag = useRef<{ readonly since: number; distance: number }>(undefined);
  useGestures(region, {
    gesture(gesture) {
      if (gesture.kind === 'drag') {
        drag.current ??= { since: performance.now(), distance: 0 };
        drag.current.distance = gesture.at[0] - gesture.start[0];
        setDragging(true);
        if (zoom > 1) panBy(...gesture.delta);
        else setOffset([drag.current.distance, 0]);
      } else if (gesture.kind === 'pinch') zoomTo(zoomed(zoom * gesture.factor, 0, ZOOM));
      else {
        const swipe = drag.current;
        drag.current = undefined;
        setDragging(false);
        if (zoom > 1) return;
        setOffset([0, 0]);
        if (swipe && gesture.kind === 'end')
          go(index + swipeTurn({ distance: swipe.distance, duration: performance.now() - swipe.since, width: size }));
      }
    },
    wheel: (turns) => zoomBy(-Math.sign(turns)),
  });
}

/** Side of the square for the current window. */
function useSquare(): number {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed);
      return () => removeEventListener('resize', changed);
    },
    () => squareSize(innerWidth, innerHeight),
  );
}
